// Searches and replaces in the workspace: in drafts where there are some, in files otherwise.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { UserError } from '../../base/errors.ts';
import { draftValue, withValue } from '../../collections/drafts/draft.ts';
import type { DraftKey } from '../../collections/drafts/draft-files.ts';
import {
  fieldsOfFile,
  objectId,
  presentText,
  type IndexedFile,
} from '../../collections/objects/object-index.ts';
import type { ObjectKind } from '../../collections/objects/object-kinds.ts';
import { saveStored } from '../../collections/objects/save-stored.ts';
import { editedFields, readStored, type Fields } from '../../collections/objects/stored-object.ts';
import { namesTo } from '../../collections/objects/tree.ts';
import type { Finder } from '../../collections/replace/finders.ts';
import {
  occurrencesIn,
  withReplacements,
  type Occurrence,
  type Replacing,
} from '../../collections/replace/occurrences.ts';
import type { TextArea } from '../../collections/replace/texts.ts';
import type { Act, ActContext } from './acts.ts';
import type { ClientFiles } from './index.ts';

/** An object with what is on the screen: its draft, or else its file. */
export interface OpenObject extends DraftKey {
  readonly name: string;
  /** Names that lead to it. */
  readonly names: string;
  /** Its file, relative to the workspace; null for a request that was never saved. */
  readonly path: string | null;
  readonly fields: Fields;
  readonly hasDraft: boolean;
}

export interface FoundOccurrence extends Occurrence {
  readonly object: OpenObject;
}

export interface Search {
  readonly find: Finder;
  readonly areas: ReadonlySet<TextArea> | null;
  readonly kinds: ReadonlySet<ObjectKind> | null;
  readonly replacing: Replacing | null;
  /** Returns an object as it may be shown, without secrets. */
  readonly shown: (fields: Fields) => Fields;
}

const TURN_MS = 8;
/** Milliseconds that a search may take. */
const MAX_MS = 20_000;

/** Yields all objects, each with what is on the screen. Files that cannot be used are left out. */
export async function* openObjects(files: ClientFiles): AsyncGenerator<OpenObject, void, undefined> {
  let turn = performance.now();
  const seen = new Set<string>();
  for (const file of files.index.files.values()) {
    const object = openObject(files, file);
    if (object === null) continue;
    seen.add(`${object.kind}/${object.id}`);
    yield object;
    if (performance.now() - turn < TURN_MS) continue;
    await yieldToEventLoop();
    turn = performance.now();
  }
  for (const draft of files.drafts.all())
    if (!seen.has(`${draft.kind}/${draft.id}`)) {
      const fields = draftValue(draft);
      const name = typeof fields['name'] === 'string' ? fields['name'] : draft.id;
      yield { kind: draft.kind, id: draft.id, name, names: name, path: null, fields, hasDraft: true };
    }
}

function openObject(files: ClientFiles, file: IndexedFile): OpenObject | null {
  const { kind, path, error, name } = file;
  if (kind === 'specLink' || kind === 'workspace' || error !== null) return null;
  const id = objectId(file, files.index.files);
  // Of files with one id, the draft is that of the oldest.
  const draft = files.index.find(kind, id) === file ? files.drafts.get({ kind, id }) : undefined;
  const about = { kind, id, name, names: namesTo(file, files.index), path };
  if (draft !== undefined) return { ...about, fields: draftValue(draft), hasDraft: true };
  const text = file.text ?? presentText(files.folder, path);
  const fields = text === null ? null : fieldsOfFile(path, kind, text, () => undefined);
  return fields === null ? null : { ...about, fields: editedFields(fields), hasDraft: false };
}

/** Resolves with the occurrences, in the order of files, and with their number; `limit` bounds the former. */
export async function searchFiles(
  files: ClientFiles,
  { find, areas, kinds, replacing, shown }: Search,
  limit: number,
  isIncluded: (object: OpenObject) => boolean = () => true,
): Promise<{ readonly occurrences: readonly FoundOccurrence[]; readonly total: number }> {
  const until = performance.now() + MAX_MS;
  const occurrences: FoundOccurrence[] = [];
  let total = 0;
  const names = replacing === null ? null : new TakenNames(files);
  for await (const object of openObjects(files)) {
    if ((kinds !== null && !kinds.has(object.kind)) || !isIncluded(object)) continue;
    if (performance.now() > until)
      throw new UserError('TOO_LARGE', 'the search takes more than 20 seconds: narrow it by kinds or fields');
    const found = [
      ...fileNames(object, find, areas, replacing),
      ...occurrencesIn({ ...object, fields: shown(object.fields) }, find, areas, replacing),
    ];
    total += found.length;
    for (const occurrence of found.slice(0, Math.max(0, limit - occurrences.length)))
      occurrences.push({
        ...occurrence,
        risk: occurrence.risk ?? names?.risk(object, occurrence) ?? null,
        object,
      });
  }
  return { occurrences, total };
}

/** Returns the occurrences in a name that is that of the file alone, which is found and not replaced. */
function fileNames(
  { name, ...object }: OpenObject,
  find: Finder,
  areas: Search['areas'],
  replacing: Replacing | null,
): readonly Occurrence[] {
  if (replacing !== null || object.kind !== 'dataset') return [];
  return occurrencesIn({ ...object, fields: { name } }, find, areas, null);
}

/** The names in each folder, which an object must not take from another. */
class TakenNames {
  readonly #files: ClientFiles;

  constructor(files: ClientFiles) {
    this.#files = files;
  }

  risk({ path, kind, name }: OpenObject, { field, after }: Occurrence): string | null {
    if (field !== 'name' || path === null || after === name) return null;
    const folder = path.slice(0, path.lastIndexOf('/'));
    const isTaken = [...this.#files.index.files.values()].some(
      (other) => other.kind === kind && other.name === after && other.path.startsWith(`${folder}/`),
    );
    return isTaken ? `there is a ${kind} of this name already` : null;
  }
}

export interface Replacement {
  readonly find: Finder;
  readonly replacing: Replacing;
  readonly occurrences: ReadonlySet<string>;
  readonly shown: (fields: Fields) => Fields;
  /** Further changes of the same step. */
  readonly more?: (context: ActContext) => Promise<void>;
}

/** Replaces the occurrences as one step. Resolves with their number and that of the objects. */
export async function replaceInFiles(
  files: ClientFiles,
  act: Act,
  replacement: Replacement,
): Promise<{ readonly occurrences: number; readonly objects: number }> {
  const keys = new Map<string, OpenObject>();
  for await (const object of openObjects(files))
    if (
      [...replacement.occurrences].some((occurrence) => occurrence.startsWith(`${object.kind}/${object.id}/`))
    )
      keys.set(`${object.kind}/${object.id}`, object);
  let [occurrences, objects] = [0, 0];
  await files.act(act, async (context) => {
    await context.workspace.exclusively(async () => {
      for (const object of [...keys.values()].sort(innermostFirst)) {
        const count = await replaceInObject(files, object, replacement, context);
        occurrences += count;
        objects += Number(count > 0);
      }
    });
    await replacement.more?.(context);
  });
  return { occurrences, objects };
}

/** Sorts a folder behind its contents, because a new name moves them. */
function innermostFirst(one: OpenObject, other: OpenObject): number {
  const depth = ({ path, kind }: OpenObject): number =>
    (path ?? '').split('/').length - Number(kind === 'folder') / 2;
  return depth(other) - depth(one);
}

async function replaceInObject(
  files: ClientFiles,
  { kind, id }: OpenObject,
  { find, replacing, occurrences, shown }: Replacement,
  { workspace, setDraft }: ActContext,
): Promise<number> {
  const [draft, stored] = [
    files.drafts.get({ kind, id }),
    await readStored(workspace, files.index, kind, id),
  ];
  const fields = draft === undefined ? stored?.fields : draftValue(draft);
  if (fields === undefined) return 0;
  const isChosen = (occurrence: string): boolean => occurrences.has(occurrence);
  const { fields: after, count } = withReplacements(
    { kind, id, fields: shown(fields) },
    find,
    replacing,
    isChosen,
  );
  if (count === 0) return 0;
  const changed = withoutMasks(fields, shown(fields), after);
  if (draft !== undefined) setDraft({ kind, id }, withValue(draft, changed));
  else if (stored !== null) await saveStored(workspace, files.index, stored, changed);
  return count;
}

/** Returns `after` with secrets in place of the masks that `shown` has for them. */
function withoutMasks(fields: Fields, shown: Fields, after: Fields): Fields {
  const plain = (value: unknown, mask: unknown, now: unknown): unknown => {
    if (mask === now && value !== mask && typeof value === 'string') return value;
    if (Array.isArray(now))
      return now.map((each: unknown, at) => plain(innerOf(value, at), innerOf(mask, at), each));
    if (typeof now !== 'object' || now === null) return now;
    return Object.fromEntries(
      Object.entries(now).map(([key, each]) => [key, plain(innerOf(value, key), innerOf(mask, key), each)]),
    );
  };
  return plain(fields, shown, after) as Fields;
}

function innerOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
