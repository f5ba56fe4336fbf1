// Imports Postman environments, also as Postman's API wraps them.
import { stableId } from './shared/folder/stable-id.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { fileTitle } from './shared/file-title.ts';
import { ImportContext } from './shared/import-context.ts';
import { variablesOf } from './shared/postman/fields.ts';

export const postmanEnvironment = defineImport({
  id: 'postman-environment',
  label: 'Postman environment',
  detect: (content) => environmentIn(content.value()) !== null,
  read: (content) => {
    const context = new ImportContext();
    const file = environmentIn(content.value()) ?? {};
    const name = context.name(file['name'], fileTitle(content.file, 'New Environment'));
    const environment = {
      id: context.id(file['id'] ?? file['_postman_id'] ?? stableId('postman-environment', name)),
      name,
      variables: variablesOf(file['values'], context),
    };
    return { ...NOTHING_IMPORTED, environments: [environment], warnings: context.warnings };
  },
});

function environmentIn(value: unknown): JsonObject | null {
  // A Newman report holds the environment of its run beside the collection, so it is more than an environment.
  if (!isObject(value) || isObject(value['collection'])) return null;
  const file = isObject(value['environment']) ? value['environment'] : value;
  return Array.isArray(file['values']) && !('info' in file) ? file : null;
}
