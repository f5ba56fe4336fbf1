// Reads the folders of a collection of schema 3. Each has a definition, requests, and further folders.
import type { JsonObject } from '../../../documents/json-values.ts';
import { INHERIT, NO_AUTH } from '../../../collections/model/auth.ts';
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { parseFile, readYaml } from '../shared/folder/read-yaml.ts';
import { MAX_FOLDER_DEPTH, type SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { docsOf, variablesOf } from '../shared/postman/fields.ts';
import { scriptsOf } from '../shared/postman/scripts.ts';
import { authIn, type AuthRules, rulesIn } from './auth.ts';
import { examplesIn } from './examples.ts';
import { messagesIn } from './messages.ts';
import { requestItems } from './request.ts';
import { eventsOf } from './scripts.ts';

export const RESOURCES = '.resources';
export const DEFINITION = /^definition\.ya?ml$/;
export const REQUEST_FILE = /\.request\.ya?ml$/;

/** An item with what decides on its place among the others. */
interface Placed {
  readonly item: Item;
  readonly order: Order;
  readonly name: string;
}

/** A number, or the place in a list of names; null for none, which is last. */
type Order = bigint | null;

interface Definition {
  readonly fields: JsonObject;
  readonly context: ImportContext;
}

export function readCollection(folder: SourceFolder, context: ImportContext): Collection {
  const { fields, context: own } = definitionOf(folder);
  const rules = rulesIn(fields['auth'], own);
  const name = own.name(fields['name'], folder.name);
  return {
    id: context.id(stableId('postman-v3', folder.path)),
    name,
    docs: docsOf(fields['description'] ?? fields['summary'], own),
    auth: authIn(fields['auth'], NO_AUTH, own),
    variables: variablesOf(fields['variables'], own),
    scripts: scriptsOf(eventsOf(fields, 'http', own), own),
    items: itemsIn(folder, fields, rules, 1),
  };
}

function definitionOf(folder: SourceFolder): Definition {
  const resources = folder.folders.includes(RESOURCES) ? folder.folder(RESOURCES) : null;
  const file = resources?.files.find((name) => DEFINITION.test(name));
  if (resources === null || file === undefined) return { fields: {}, context: folder.contextOf('') };
  return { fields: readYaml(resources, file) ?? {}, context: resources.contextOf(file) };
}

/** Reads folders and requests in their common order. */
function itemsIn(folder: SourceFolder, definition: JsonObject, rules: AuthRules, depth: number): Item[] {
  const listed = Array.isArray(definition['order']) ? definition['order'].map(String) : [];
  const placed = [
    ...folder.folders
      .filter((name) => !name.startsWith('.'))
      .flatMap((name) => folderIn(folder.folder(name), rules, depth)),
    ...folder.files
      .filter((name) => REQUEST_FILE.test(name))
      .flatMap((name) => requestsIn(folder, name, rules)),
  ];
  return placed
    .map((each) => ({ ...each, order: placeIn(listed, each) }))
    .sort(byOrder)
    .map(({ item }) => item);
}

function placeIn(listed: readonly string[], { item, name, order }: Placed): Order {
  const own = item.kind === 'folder' ? item.folder.name : item.request.name;
  const at = listed.findIndex((each) => [name, own].includes(each.replace(REQUEST_FILE, '')));
  return at < 0 ? order : BigInt(at);
}

function byOrder(a: Placed, b: Placed): number {
  if (a.order !== b.order) {
    if (a.order === null) return 1;
    if (b.order === null) return -1;
    return a.order < b.order ? -1 : 1;
  }
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function folderIn(folder: SourceFolder, inherited: AuthRules, depth: number): Placed[] {
  if (depth > MAX_FOLDER_DEPTH) {
    folder.contextOf('').fail(`folders are nested more than ${MAX_FOLDER_DEPTH} levels deep`);
    return [];
  }
  const { fields, context } = definitionOf(folder);
  const auth = authIn(fields['auth'], INHERIT, context);
  const rules = auth.type === 'inherit' ? inherited : rulesIn(fields['auth'], context);
  const items = itemsIn(folder, fields, rules, depth + 1);
  // A folder that holds nothing, not even a definition, is not part of the collection.
  if (items.length === 0 && Object.keys(fields).length === 0) return [];
  const own: Folder = {
    id: context.id(stableId('postman-v3', folder.path)),
    name: context.name(fields['name'], folder.name),
    docs: docsOf(fields['description'] ?? fields['summary'], context),
    auth,
    variables: withoutSecrets(variablesOf(fields['variables'], context), context),
    scripts: scriptsOf(eventsOf(fields, 'http', context), context),
    items,
  };
  return [{ item: { kind: 'folder', folder: own }, order: orderOf(fields), name: folder.name }];
}

/**
 * Removes the values of secret variables, because only collections and environments can keep secrets out of shared
 * files.
 */
export function withoutSecrets(variables: readonly Variable[], context: ImportContext): Variable[] {
  return variables.map((variable) => {
    if (!variable.secret) return variable;
    context.warn(`the value of the secret variable ${variable.name} was left out: give it in an environment`);
    return { ...variable, value: '', secret: false, enabled: false };
  });
}

function requestsIn(folder: SourceFolder, file: string, rules: AuthRules): Placed[] {
  const text = folder.text(file);
  const fields = text === null ? null : parseFile(folder, file, text);
  if (fields === null) return [];
  const stem = file.replace(REQUEST_FILE, '');
  const examples = examplesIn(folder, stem);
  const messages = messagesIn(folder, stem, fields);
  const id = stableId('postman-v3', folder.path, file);
  return requestItems({ fields, id, stem, examples, messages, rules }, folder.contextOf(file)).map(
    (item) => ({
      item,
      order: orderOf(fields),
      name: stem,
    }),
  );
}

function orderOf({ order }: JsonObject): Order {
  return typeof order === 'string' && /^-?\d{1,40}$/.test(order) ? BigInt(order) : null;
}
