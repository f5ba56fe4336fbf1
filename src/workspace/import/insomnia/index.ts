// Exports of Insomnia: of version 4, in JSON or YAML, and the YAML files of version 5.
import { isFields, kindOf } from '../../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { isVersion5, resourcesOf } from './version-5.ts';
import { partsOf } from './workspaces.ts';
import { Notes } from '../shared/import-context.ts';

export const insomnia = defineImport({
  id: 'insomnia',
  label: 'Insomnia export',
  detect: (content) => {
    const file = content.value();
    return isFields(file) && (isVersion5(file) || (file['_type'] === 'export' && 'resources' in file));
  },
  read: (content) => {
    const notes = new Notes();
    const parts = partsOf(listOf(content.value(), notes), fileTitle(content.file, 'Insomnia'), notes);
    return { ...NOTHING_IMPORTED, ...parts, warnings: notes.warnings };
  },
});

function listOf(value: unknown, notes: Notes): readonly unknown[] {
  const file = isFields(value) ? value : {};
  if (isVersion5(file)) return resourcesOf(file, notes);
  const { resources, __export_format: format } = file;
  if (!Array.isArray(resources))
    throw new Error(`"resources" is ${kindOf(resources)}, where a list should be`);
  if (format !== 4) {
    const said = typeof format === 'number' ? `of version ${format}` : 'of no version';
    notes.warn(`the export is ${said}: it was read as version 4`);
  }
  return resources;
}
