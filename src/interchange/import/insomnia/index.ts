// Imports exports of Insomnia: versions 1 to 4 as JSON or YAML, and the YAML files of version 5.
import { UserError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { describeType } from '../../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { fromVersion1, fromVersion2, isVersion1 } from './older-versions.ts';
import { withoutTags } from './template-tags.ts';
import { isVersion5, toVersion4 } from './version-5.ts';
import { convertWorkspaces } from './workspaces.ts';
import { ImportContext } from '../shared/import-context.ts';

export const insomnia = defineImport({
  id: 'insomnia',
  label: 'Insomnia export',
  detect: (content) => {
    const file = content.value();
    return (
      isObject(file) &&
      (isVersion5(file) || isVersion1(file) || (file['_type'] === 'export' && 'resources' in file))
    );
  },
  read: (content, options) => {
    const context = new ImportContext(options);
    const title = fileTitle(content.file, 'Insomnia');
    const resources = withoutTags(readResources(content.value(), title, context));
    const parts = convertWorkspaces(resources, title, context);
    return { ...NOTHING_IMPORTED, ...parts, warnings: context.warnings };
  },
});

function readResources(value: unknown, title: string, context: ImportContext): readonly unknown[] {
  const file = isObject(value) ? value : {};
  if (isVersion5(file)) return toVersion4(file, context);
  if (isVersion1(file)) return fromVersion1(file, title, context);
  const { resources, __export_format: format } = file;
  if (!Array.isArray(resources))
    throw new UserError('INVALID_DATA', `"resources" is ${describeType(resources)}, where a list should be`);
  if (format === 2) return fromVersion2(resources);
  if (format !== 4 && format !== 3) {
    const description = typeof format === 'number' ? `of version ${format}` : 'of no version';
    context.warn(`the export is ${description}: it was read as version 4`);
  }
  return resources;
}
