// Converts a collection of Postman, of version 2 or 1.
import { UserError } from '../../../../base/errors.ts';
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import { NO_AUTH } from '../../../../collections/model/auth.ts';
import type { Collection } from '../../../../collections/model/collection.ts';
import { stableId } from '../folder/stable-id.ts';
import { fileTitle } from '../file-title.ts';
import type { ImportContext } from '../import-context.ts';
import { authOf } from './auth.ts';
import { docsOf, variablesOf } from './fields.ts';
import { itemsOf } from './items.ts';
import { scriptsOf } from './scripts.ts';
import { mergeBehaviour } from './settings.ts';
import { fromVersion1, isVersion1 } from './version-1.ts';

/** Converts a collection; `fileName` names one without a name. Throws a UserError. */
export function postmanCollectionOf(given: JsonObject, context: ImportContext, fileName: string): Collection {
  const file = isVersion1(given) ? fromVersion1(given, context) : given;
  const info = isObject(file['info']) ? file['info'] : {};
  const { item } = file;
  if (!Array.isArray(item)) {
    const found = item === undefined ? 'missing' : describeType(item);
    throw new UserError('INVALID_DATA', `"item" is ${found}, where a list of folders and requests should be`);
  }
  checkSchema(info['schema'], context);
  const name = context.name(info['name'], fileTitle(fileName, 'New Collection'));
  return {
    id: context.id(info['_postman_id'] ?? info['id'] ?? stableId('postman', name)),
    name,
    docs: docsOf(info['description'] ?? file['description'], context),
    auth: authOf(file['auth'], NO_AUTH, context),
    variables: variablesOf(file['variable'], context),
    scripts: scriptsOf(file['event'], context),
    items: itemsOf(item, mergeBehaviour({}, file['protocolProfileBehavior'], context), context),
  };
}

function checkSchema(schema: unknown, context: ImportContext): void {
  const version = typeof schema === 'string' ? /\bv(\d+(?:\.\d+)*)\b/.exec(schema)?.[1] : undefined;
  if (version !== undefined && /^2\.[01](?:\.|$)/.test(version)) return;
  const named = version === undefined ? 'names no version' : `is of version ${version}, which is unknown`;
  context.warn(`the schema ${named}: it was read as 2.1`);
}
