// Converts an environment of Postman.
import type { Environment } from '../../../../collections/model/environment.ts';
import type { JsonObject } from '../../../../documents/json-values.ts';
import { stableId } from '../folder/stable-id.ts';
import type { ImportContext } from '../import-context.ts';
import { variablesOf } from './fields.ts';

/** `title` names an environment without a name. */
export function postmanEnvironmentOf(file: JsonObject, title: string, context: ImportContext): Environment {
  const name = context.name(file['name'], title);
  return {
    id: context.id(file['id'] ?? file['_postman_id'] ?? stableId('postman-environment', name)),
    name,
    variables: variablesOf(file['values'], context),
  };
}
