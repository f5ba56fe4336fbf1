// Reads the folders of a collection, in either of its two formats.
import { isObject } from '../../../base/is-object.ts';
import { messageOf } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import { MAX_FOLDER_DEPTH, type SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { docsOf } from '../shared/postman/fields.ts';
import { authOf } from './auth.ts';
import { folderFromBru, requestFromBru } from './from-bru.ts';
import { pairsOf } from './pairs.ts';
import { processVariables } from './process-variables.ts';
import { readFields } from './read-file.ts';
import { tagsOf } from '../shared/tags.ts';
import { infoOf, isRequest, requestOf, type Defaults } from './request.ts';
import { scriptsOf } from './scripts.ts';
import { plainVariables, variablesOf } from './variables.ts';

const ROOT_YAML = ['opencollection.yml', 'opencollection.yaml'];
const ROOT_BRU = ['collection.bru', 'bruno.json'];
const FOLDER_FILES: ReadonlySet<string> = new Set(['folder.yml', 'folder.yaml', 'folder.bru']);
const ENVIRONMENTS = 'environments';

export function isRoot(folder: SourceFolder): boolean {
  return [...ROOT_YAML, ...ROOT_BRU].some((name) => folder.has(name));
}

/** The files that belong to a collection, which its root decides: a folder can hold both formats. */
interface Kind {
  readonly isFile: (name: string) => boolean;
  readonly ignored: ReadonlySet<string>;
}

export function readCollection(folder: SourceFolder, context: ImportContext): Collection {
  const yaml = ROOT_YAML.find((name) => folder.has(name));
  const root = yaml ?? (folder.has('collection.bru') ? 'collection.bru' : null);
  const fields = root === null ? {} : (readFields(folder, root, folderFromBru) ?? {});
  const own = folder.contextOf(root ?? 'bruno.json');
  const config = yaml === undefined ? configOf(folder) : {};
  const ending = yaml === undefined ? /\.bru$/ : /\.ya?ml$/;
  warnOfOthers(folder, yaml === undefined ? /\.yml$/ : /\.bru$/);
  const kind: Kind = {
    isFile: (name) => ending.test(name) && !FOLDER_FILES.has(name) && name !== root,
    ignored: new Set(ignoredIn(fields, config)),
  };
  const above = partsOf(fields, own);
  const info = infoOf(fields, own);
  return {
    id: own.id(stableId('bruno', folder.path)),
    name: own.name(config['name'] ?? info['name'], folder.name),
    docs: above.docs,
    auth: above.auth.type === 'inherit' ? { type: 'none' } : above.auth,
    variables: [...variablesOf(above.variables, own), ...processVariables(folder, context)],
    scripts: above.scripts,
    items: itemsIn(folder, kind, { headers: above.headers }, 1),
  };
}

function configOf(folder: SourceFolder): JsonObject {
  const text = folder.has('bruno.json') ? folder.text('bruno.json') : null;
  if (text === null) return {};
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
    folder.contextOf('bruno.json').fail('it is not an object');
  } catch (error) {
    folder.contextOf('bruno.json').fail(messageOf(error));
  }
  return {};
}

function ignoredIn(fields: JsonObject, config: JsonObject): readonly string[] {
  const extensions = isObject(fields['extensions']) ? fields['extensions'] : {};
  const own = isObject(extensions['bruno']) ? extensions['bruno'] : {};
  const lists = [own['ignore'], config['ignore']].filter((list): list is readonly unknown[] =>
    Array.isArray(list),
  );
  return lists.flat().map((name) => scalarText(name) ?? '');
}

function warnOfOthers(folder: SourceFolder, ending: RegExp): void {
  const others = folder.files.filter((name) => ending.test(name));
  if (others.length > 0)
    folder
      .contextOf('')
      .warn(`files of another format are beside the collection, and were left out: ${others.join(', ')}`);
}

interface Parts extends Pick<Folder, 'docs' | 'auth' | 'scripts'>, Defaults {
  readonly variables: unknown;
}

/** Returns the parts of a collection or folder that apply to everything in it. */
export function partsOf(fields: JsonObject, context: ImportContext): Parts {
  const request = isObject(fields['request']) ? fields['request'] : {};
  const runtime = isObject(fields['runtime']) ? fields['runtime'] : {};
  return {
    docs: docsOf(fields['docs'] ?? infoOf(fields, context)['summary'], context),
    auth: authOf(request['auth'], context),
    headers: pairsOf(request['headers'], 'the headers', context),
    variables: request['variables'],
    scripts: scriptsOf(
      { scripts: request['scripts'] ?? runtime['scripts'], actions: fields['actions'] },
      context,
    ),
  };
}

interface Placed {
  readonly item: Item;
  /** Counted from 1; null for none. */
  readonly seq: number | null;
}

function itemsIn(folder: SourceFolder, kind: Kind, defaults: Defaults, depth: number): Item[] {
  if (depth > MAX_FOLDER_DEPTH) {
    folder.contextOf('').fail(`folders are nested more than ${MAX_FOLDER_DEPTH} levels deep`);
    return [];
  }
  const folders = folder.folders
    .filter(
      (name) => !name.startsWith('.') && !kind.ignored.has(folder.pathOf(name)) && !kind.ignored.has(name),
    )
    .filter((name) => depth > 1 || name !== ENVIRONMENTS)
    .flatMap((name) => folderIn(folder.folder(name), kind, defaults, depth));
  const requests = folder.files.filter(kind.isFile).flatMap((name) => requestIn(folder, name, defaults));
  return [...foldersInOrder(folders), ...requestsInOrder(requests)];
}

/** Folders are sorted by name, and then those with a number are put at that place. */
function foldersInOrder(folders: readonly Placed[]): readonly Item[] {
  const nameOf = ({ item }: Placed): string => (item.kind === 'folder' ? item.folder.name : '');
  const sorted = [...folders].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const placed = sorted.filter(({ seq }) => seq === null);
  const numbered = sorted.filter(({ seq }) => seq !== null).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  for (const each of numbered) placed.splice((each.seq ?? 1) - 1, 0, each);
  return placed.map(({ item }) => item);
}

function requestsInOrder(requests: readonly Placed[]): readonly Item[] {
  const last = Number.MAX_VALUE;
  return [...requests].sort((a, b) => (a.seq ?? last) - (b.seq ?? last)).map(({ item }) => item);
}

function folderIn(folder: SourceFolder, kind: Kind, defaults: Defaults, depth: number): Placed[] {
  const file = folder.files.find((name) => FOLDER_FILES.has(name));
  const fields = file === undefined ? {} : (readFields(folder, file, folderFromBru) ?? {});
  const context = folder.contextOf(file ?? '');
  const { variables, headers, ...parts } = partsOf(fields, context);
  const items = itemsIn(folder, kind, { headers: [...defaults.headers, ...headers] }, depth + 1);
  if (items.length === 0 && file === undefined) return [];
  const info = infoOf(fields, context);
  const own: Folder = {
    ...parts,
    id: context.id(stableId('bruno', folder.path)),
    name: context.name(info['name'], folder.name),
    tags: tagsOf(info['tags']),
    variables: plainVariables(variables, context),
    items,
  };
  return [{ item: { kind: 'folder', folder: own }, seq: seqOf(info) }];
}

function requestIn(folder: SourceFolder, file: string, defaults: Defaults): Placed[] {
  const fields = readFields(folder, file, requestFromBru);
  if (fields === null || !isRequest(fields)) return [];
  const context = folder.contextOf(file);
  const stem = file.replace(/\.(?:bru|ya?ml)$/, '');
  const request = requestOf({ fields, id: stableId('bruno', folder.path, file), stem }, defaults, context);
  return [{ item: { kind: 'request', request }, seq: seqOf(infoOf(fields, context)) }];
}

function seqOf({ seq }: JsonObject): number | null {
  const number = Number(scalarText(seq) ?? Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : null;
}
