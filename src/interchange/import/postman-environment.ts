// Imports Postman environments, also as Postman's API wraps them.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { fileTitle } from './shared/file-title.ts';
import { ImportContext } from './shared/import-context.ts';
import { postmanEnvironmentOf } from './shared/postman/environment.ts';

export const postmanEnvironment = defineImport({
  id: 'postman-environment',
  label: 'Postman environment',
  detect: (content) => environmentIn(content.value()) !== null,
  read: (content) => {
    const context = new ImportContext();
    const file = environmentIn(content.value()) ?? {};
    const environment = postmanEnvironmentOf(file, fileTitle(content.file, 'New Environment'), context);
    return { ...NOTHING_IMPORTED, environments: [environment], warnings: context.warnings };
  },
});

function environmentIn(value: unknown): JsonObject | null {
  // A Newman report holds the environment of its run beside the collection, so it is more than an environment.
  if (!isObject(value) || isObject(value['collection'])) return null;
  const file = isObject(value['environment']) ? value['environment'] : value;
  return Array.isArray(file['values']) && !('info' in file) ? file : null;
}
