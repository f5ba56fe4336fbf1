// Imports a whole collection from one file: bundled OpenCollection, or Bruno's export as JSON.
import { stableId } from '../shared/folder/stable-id.ts';
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { fileTitle } from '../shared/file-title.ts';
import { ImportContext } from '../shared/import-context.ts';
import { tagsOf } from '../shared/tags.ts';
import { environmentOf } from './environments.ts';
import { collectionFromJson, isBrunoJson } from './from-json.ts';
import { infoOf, isRequest, requestOf, type Defaults } from './request.ts';
import { partsOf } from './tree.ts';
import { plainVariables, variablesOf } from './variables.ts';

/** The maximum nesting of folders; deeper ones are dissolved into the last one. */
const MAX_DEPTH = 50;

export const brunoFile = defineImport({
  id: 'bruno',
  label: 'OpenCollection or Bruno collection',
  detect: (content) => collectionIn(content.value()) !== null,
  read: (content, options) => {
    const context = new ImportContext(options);
    const fields = collectionIn(content.value()) ?? {};
    const config = isObject(fields['config']) ? fields['config'] : {};
    const environments = context
      .list(config['environments'], 'the environments')
      .filter(isObject)
      .map((each) => environmentOf(each, 'New Environment', '', context));
    const collections = [collectionOf(fields, fileTitle(content.file, 'New Collection'), context)];
    return { ...NOTHING_IMPORTED, collections, environments, warnings: context.warnings };
  },
});

/** Returns the fields of OpenCollection; null for other files. */
function collectionIn(value: unknown): JsonObject | null {
  if (!isObject(value) || !Array.isArray(value['items'])) return null;
  if (value['opencollection'] !== undefined) return value;
  return isBrunoJson(value) ? collectionFromJson(value) : null;
}

function collectionOf(fields: JsonObject, title: string, context: ImportContext): Collection {
  const { headers, variables, auth, ...parts } = partsOf(fields, context);
  const name = context.name(infoOf(fields, context)['name'], title);
  return {
    ...parts,
    id: context.id(stableId('bruno', name)),
    name,
    auth: auth.type === 'inherit' ? { type: 'none' } : auth,
    variables: variablesOf(variables, context),
    items: itemsOf(fields['items'], { headers }, context, 1),
  };
}

function itemsOf(list: unknown, defaults: Defaults, parent: ImportContext, depth: number): Item[] {
  return parent
    .list(list, 'the items')
    .filter(isObject)
    .flatMap((fields): Item[] => {
      const name = scalarText(infoOf(fields, parent)['name']) ?? '';
      const context = parent.inside(name);
      if (Array.isArray(fields['items'])) return folderOf(fields, name, defaults, context, depth);
      if (isRequest(fields))
        return [
          { kind: 'request', request: requestOf({ fields, id: '', stem: 'New Request' }, defaults, context) },
        ];
      context.warn('it is neither a folder nor a request, and was left out');
      return [];
    });
}

function folderOf(
  fields: JsonObject,
  name: string,
  defaults: Defaults,
  context: ImportContext,
  depth: number,
): Item[] {
  context.countFields(1);
  const { headers, variables, ...parts } = partsOf(fields, context);
  if (depth > MAX_DEPTH) {
    context.warn(`folders are nested more than ${MAX_DEPTH} levels deep: the deeper ones were left out`);
    return [];
  }
  const folder = {
    ...parts,
    id: context.id(null),
    name: context.name(name, 'New Folder'),
    tags: tagsOf(infoOf(fields, context)['tags']),
    variables: plainVariables(variables, context),
    items: itemsOf(fields['items'], { headers: [...defaults.headers, ...headers] }, context, depth + 1),
  };
  return [{ kind: 'folder', folder }];
}
