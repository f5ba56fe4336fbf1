// Imports Postman Collections v2.0 and v2.1 (https://schema.postman.com/), and v1; also as Postman's API wraps them.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { ImportContext } from './shared/import-context.ts';
import { postmanCollectionOf } from './shared/postman/collection.ts';
import { isVersion1 } from './shared/postman/version-1.ts';

export const postmanCollection = defineImport({
  id: 'postman-collection',
  label: 'Postman collection',
  detect: (content) => collectionIn(content.value()) !== null,
  read: (content, options) => {
    const file = collectionIn(content.value()) ?? {};
    const context = new ImportContext(options);
    if (isReport(content.value()))
      context.warn(
        'it is a report of a run: the collection in it was imported, and its results were left out',
      );
    const collection = postmanCollectionOf(file, context, content.file);
    return { ...NOTHING_IMPORTED, collections: [collection], warnings: context.warnings };
  },
});

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
