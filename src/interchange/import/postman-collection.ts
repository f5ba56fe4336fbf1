// Imports Postman Collections v2.0 and v2.1 (https://schema.postman.com/), also as Postman's API wraps them.
import { stableId } from './shared/folder/stable-id.ts';
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { describeType, type JsonObject } from '../../documents/json-values.ts';
import { NO_AUTH } from '../../collections/model/auth.ts';
import type { Collection } from '../../collections/model/collection.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { fileTitle } from './shared/file-title.ts';
import { ImportContext } from './shared/import-context.ts';
import { authOf } from './shared/postman/auth.ts';
import { docsOf, variablesOf } from './shared/postman/fields.ts';
import { itemsOf } from './shared/postman/items.ts';
import { scriptsOf } from './shared/postman/scripts.ts';
import { mergeBehaviour } from './shared/postman/settings.ts';

export const postmanCollection = defineImport({
  id: 'postman-collection',
  label: 'Postman collection',
  detect: (content) => collectionIn(content.value()) !== null,
  read: (content, options) => {
    const file = collectionIn(content.value()) ?? {};
    if (isVersion1(file)) throw new UserError('INVALID_DATA', VERSION_1);
    const context = new ImportContext(options);
    if (isReport(content.value()))
      context.warn(
        'it is a report of a run: the collection in it was imported, and its results were left out',
      );
    const collection = collectionOf(file, context, content.file);
    return { ...NOTHING_IMPORTED, collections: [collection], warnings: context.warnings };
  },
});

const VERSION_1 =
  'it is a Postman collection of version 1, which Postman itself exports no more: convert it to v2.1 first, ' +
  'by importing it into Postman and exporting it again, or with the tool postman-collection-transformer';

/** Finds the collection, even without `info`, as Postman's own command line does. */
function collectionIn(value: unknown): JsonObject | null {
  const candidates = [value, isObject(value) ? value['collection'] : undefined].filter(isObject);
  return candidates.find((file) => isObject(file['info']) || hasItems(file) || isVersion1(file)) ?? null;
}

function hasItems({ item }: JsonObject): boolean {
  return Array.isArray(item) && item.length > 0 && item.every(isObject);
}

/** True for a report of Newman, which holds the collection that was run. */
function isReport(value: unknown): boolean {
  return isObject(value) && isObject(value['run']) && isObject(value['collection']);
}

function isVersion1(file: JsonObject): boolean {
  const isListed = Array.isArray(file['order']) || Array.isArray(file['folders']);
  return !isObject(file['info']) && Array.isArray(file['requests']) && isListed;
}

function collectionOf(file: JsonObject, context: ImportContext, fileName: string): Collection {
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
