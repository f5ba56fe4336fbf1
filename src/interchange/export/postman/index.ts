// Exports collections as Postman Collection v2.1, without the values of secret variables.
import {
  POSTMAN_SCHEMA,
  type PostmanCollection,
  type PostmanFolder,
  type PostmanItem,
} from '../../../documents/postman.ts';
import { NO_AUTH } from '../../../collections/model/auth.ts';
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { defineExport, type CollectionExport } from '../contract.ts';
import { lostAuth, postmanAuth } from '../shared/postman/auth.ts';
import { postmanEvents, descriptionField } from '../shared/postman/fields.ts';
import { isPostmanRequest, postmanItem } from '../shared/postman/item.ts';

export const postman = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'postman',
  label: 'Postman Collection v2.1',
  ending: '.postman_collection.json',
  write: (collection) => {
    const warnings = [...lostAuth(collection)];
    const text = `${JSON.stringify(postmanCollection(collection, warnings), null, 2)}\n`;
    return { text, warnings };
  },
});

function postmanCollection(collection: Collection, warnings: string[]): PostmanCollection {
  const { id, name, docs, auth, scripts, variables, items } = collection;
  return {
    info: { _postman_id: id, name, ...descriptionField(docs), schema: POSTMAN_SCHEMA },
    item: postmanItems(items, warnings),
    ...(auth.type !== NO_AUTH.type && postmanAuth(auth)),
    ...postmanEvents(scripts),
    ...(variables.length > 0 && { variable: variables.map(postmanVariable) }),
  };
}

function postmanItems(items: readonly Item[], warnings: string[]): (PostmanFolder | PostmanItem)[] {
  return items.flatMap((item): (PostmanFolder | PostmanItem)[] => {
    if (item.kind === 'folder') return [postmanFolder(item.folder, warnings)];
    if (isPostmanRequest(item.request)) return [postmanItem(item.request, warnings)];
    const { name, type } = item.request;
    warnings.push(
      `the request "${name}" is of the type ${type}, which the format cannot express: it was left out`,
    );
    return [];
  });
}

function postmanFolder({ id, name, docs, auth, scripts, items }: Folder, warnings: string[]): PostmanFolder {
  return {
    id,
    name,
    ...descriptionField(docs),
    item: postmanItems(items, warnings),
    ...postmanAuth(auth),
    ...postmanEvents(scripts),
  };
}

function postmanVariable({
  name,
  value,
  enabled,
  secret,
  type,
  docs,
}: Variable): NonNullable<PostmanCollection['variable']>[number] {
  return {
    key: name,
    value: secret ? '' : value,
    // With the type string, Postman would read everything that scripts set back as text.
    ...(secret ? { type: 'secret' } : type !== undefined && { type: type === 'json' ? 'any' : type }),
    ...(!enabled && { disabled: true }),
    ...descriptionField(docs),
  };
}
