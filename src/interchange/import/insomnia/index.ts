// Imports exports of Insomnia: version 4 as JSON or YAML, and the YAML files of version 5.
import { UserError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { describeType } from '../../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { isVersion5, toVersion4 } from './version-5.ts';
import { convertWorkspaces } from './workspaces.ts';
import { ImportContext } from '../shared/import-context.ts';

export const insomnia = defineImport({
  id: 'insomnia',
  label: 'Insomnia export',
  detect: (content) => {
    const file = content.value();
    return isObject(file) && (isVersion5(file) || (file['_type'] === 'export' && 'resources' in file));
  },
  read: (content, options) => {
    const context = new ImportContext(options);
    const parts = convertWorkspaces(
      readResources(content.value(), context),
      fileTitle(content.file, 'Insomnia'),
      context,
    );
    return { ...NOTHING_IMPORTED, ...parts, warnings: context.warnings };
  },
});

function readResources(value: unknown, context: ImportContext): readonly unknown[] {
  const file = isObject(value) ? value : {};
  if (isVersion5(file)) return toVersion4(file, context);
  const { resources, __export_format: format } = file;
  if (!Array.isArray(resources))
    throw new UserError('INVALID_DATA', `"resources" is ${describeType(resources)}, where a list should be`);
  if (format !== 4) {
    const description = typeof format === 'number' ? `of version ${format}` : 'of no version';
    context.warn(`the export is ${description}: it was read as version 4`);
  }
  return resources;
}
