// All objects of a workspace by their files. A scan finds what has changed since the last one.
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { systemCode } from '../../base/errors.ts';
import { parseObject, readText, type FileError } from '../storage/object-file.ts';
import {
  documentName,
  FILE_SCHEMAS,
  GLOBALS,
  kindOfPath,
  linkPath,
  OBJECT_FOLDERS,
  type FileKind,
} from './kinds.ts';
import type { ObjectKind } from './object-kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A file as it was at the last scan. */
export interface IndexedFile {
  /** Relative to the workspace, with slashes. */
  readonly path: string;
  readonly kind: FileKind;
  /** The name of its file for a document; its path for a file that was never read. */
  readonly id: string;
  readonly name: string;
  /** The fields that lists show, and the order of the contents. */
  readonly shown: Fields;
  /** Null when it is too large to be remembered. */
  readonly text: string | null;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** The reason why the file is not used. */
  readonly error: FileError | null;
  /** Differs when the file does. */
  readonly stamp: string;
}

export interface FileChange {
  readonly path: string;
  readonly before: IndexedFile | null;
  readonly after: IndexedFile | null;
}

/** The largest file whose text is remembered, and the most of all texts, in characters. */
const MAX_TEXT = 8 * 1024 * 1024;
const MAX_TEXTS = 64 * 1024 * 1024;
const MAX_DEPTH = 52;
/** Milliseconds of work after which other work has its turn. */
const TURN_MS = 4;

export class ObjectIndex {
  readonly #folder: string;
  #files: ReadonlyMap<string, IndexedFile> = new Map();
  /** Folders that were read, relative to the workspace. */
  #folders: readonly string[] = [];
  /** Files by kind and id, the one that had it first at the front. */
  #byId: ReadonlyMap<string, readonly IndexedFile[]> = new Map();
  #textSize = 0;
  #turnStart = 0;

  /** `folder`: that of the workspace. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get files(): ReadonlyMap<string, IndexedFile> {
    return this.#files;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Returns the file of an object; of several with its id the one that had it first. */
  find(kind: ObjectKind, id: string): IndexedFile | undefined {
    return this.#byId.get(`${kind} ${id}`)?.[0];
  }

  /** Returns files that have the id of an older one, with the path of that one. */
  duplicates(): readonly { readonly file: IndexedFile; readonly of: string }[] {
    return [...this.#byId.values()].flatMap(([first, ...others]) =>
      others.map((file) => ({ file, of: first!.path })),
    );
  }

  /**
   * Reads the files that have changed, and returns the changes. Rejects with the error of the system when the folder
   * of the workspace cannot be read; the index stays as it was.
   */
  async scan(): Promise<readonly FileChange[]> {
    this.#turnStart = performance.now();
    const [files, folders] = [new Map<string, IndexedFile>(), [''] as string[]];
    await this.#folderFiles('', 0, files, folders);
    const before = this.#files;
    this.#files = files;
    this.#textSize = [...files.values()].reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    this.#folders = folders;
    this.#byId = this.#filesById();
    const paths = new Set([...before.keys(), ...files.keys()]);
    return [...paths].flatMap((path): readonly FileChange[] => {
      const [old = null, now = null] = [before.get(path), files.get(path)];
      return old?.stamp === now?.stamp && old?.text === now?.text ? [] : [{ path, before: old, after: now }];
    });
  }

  /** Of files with one id, the one that had it first stays the first: it is the newest after each save. */
  #filesById(): ReadonlyMap<string, readonly IndexedFile[]> {
    const [files, former] = [this.#files, this.#byId];
    const keyOf = (file: IndexedFile): string => `${file.kind} ${objectId(file, files)}`;
    const byAge = [...files.values()].sort((one, other) => one.modifiedAt - other.modifiedAt);
    return new Map(
      [...Map.groupBy(byAge, keyOf)].map(([key, same]) => {
        const first = same.find(({ path }) => path === former.get(key)?.[0]?.path) ?? same[0]!;
        return [key, [first, ...same.filter((file) => file !== first)]];
      }),
    );
  }

  async #folderFiles(
    path: string,
    depth: number,
    files: Map<string, IndexedFile>,
    folders: string[],
  ): Promise<void> {
    for (const { name, isFolder } of this.#entries(path)) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (isFolder) {
        if (depth > MAX_DEPTH || (path === '' && !isObjectFolder(name))) continue;
        folders.push(inner);
        await this.#folderFiles(inner, depth + 1, files, folders);
      } else {
        const file = this.#file(inner);
        if (file !== null) files.set(inner, file);
      }
      if (performance.now() - this.#turnStart > TURN_MS) await this.#yield();
    }
  }

  #entries(path: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
    try {
      // Synchronous as the reading of files is: many small calls take several times as long in the thread pool.
      return readdirSync(join(this.#folder, path), { withFileTypes: true })
        .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile()))
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    } catch (error) {
      // A folder that was removed meanwhile is empty; without the workspace itself, nothing is known.
      if (path === '' || !['ENOENT', 'ENOTDIR'].includes(systemCode(error))) throw error;
      return [];
    }
  }

  #file(path: string): IndexedFile | null {
    const kind = kindOfPath(path);
    const stats = kind === null ? undefined : this.#stats(path);
    if (kind === null || stats?.isFile() !== true) return null;
    const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
    const known = this.#files.get(path);
    if (known?.stamp === stamp) return known;
    return this.#read(path, kind, { stamp, stats }, known);
  }

  #stats(path: string): Stats | undefined {
    try {
      return lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }

  #read(
    path: string,
    kind: FileKind,
    { stamp, stats }: { readonly stamp: string; readonly stats: Stats },
    known: IndexedFile | undefined,
  ): IndexedFile | null {
    const about = { stamp, modifiedAt: stats.mtimeMs };
    const errors: FileError[] = [];
    const onError = (error: FileError): void => void errors.push({ ...error, file: path });
    const text = readText(join(this.#folder, path), onError, stats);
    if (text === null && errors.length === 0) return null;
    // A file that was only touched is the same.
    if (known !== undefined && text !== null && known.text === text) return { ...known, ...about };
    const value = text === null ? null : fieldsOfFile(path, kind, text, onError);
    const remembered = this.#remembered(text, known);
    const { id, name, shown } = identityOf(path, kind, value, known);
    return { path, kind, id, name, shown, text: remembered, error: errors[0] ?? null, ...about };
  }

  #remembered(text: string | null, known: IndexedFile | undefined): string | null {
    this.#textSize -= known?.text?.length ?? 0;
    if (text === null || text.length > MAX_TEXT || this.#textSize + text.length > MAX_TEXTS) return null;
    this.#textSize += text.length;
    return text;
  }

  async #yield(): Promise<void> {
    await yieldToEventLoop();
    this.#turnStart = performance.now();
  }
}

/** Returns the id of the object of a file. The note about a description has that of its document. */
export function objectId(
  { kind, id, path }: Pick<IndexedFile, 'kind' | 'id' | 'path'>,
  files: ReadonlyMap<string, IndexedFile>,
): string {
  return kind === 'spec' ? (files.get(linkPath(path))?.id ?? id) : id;
}

function isObjectFolder(name: string): boolean {
  return (OBJECT_FOLDERS as readonly string[]).includes(name);
}

/** Returns the fields of an object as its file has them; null when the file has an error. */
export function fieldsOfFile(
  path: string,
  kind: FileKind,
  text: string,
  onError: (error: FileError) => void,
): Fields | null {
  if (kind === 'spec' || kind === 'dataset') return { text };
  return parseObject<(typeof FILE_SCHEMAS)[typeof kind]>(path, text, FILE_SCHEMAS[kind], onError);
}

/** Returns the identity of the object in a file. `known`: the file as it was before. */
export function identityOf(
  path: string,
  kind: FileKind,
  value: Fields | null,
  known: IndexedFile | undefined,
): Pick<IndexedFile, 'id' | 'name' | 'shown'> {
  if (kind === 'globals' || kind === 'workspace') return { id: GLOBALS, name: kind, shown: {} };
  if (kind === 'spec' || kind === 'dataset')
    return { id: documentName(path), name: documentName(path), shown: {} };
  // A file that is broken now is still that of its object.
  if (value === null) return known ?? { id: path, name: documentName(path), shown: {} };
  const { id, name } = value;
  return { id: String(id), name: String(name), shown: shownFields(kind, value) };
}

function shownFields(kind: FileKind, fields: Fields): Fields {
  const { type, method, url, order, collectionId, collection } = fields;
  switch (kind) {
    case 'request':
      return { type, method, url, ...examplesIn(fields) };
    case 'specLink':
      return { collectionId };
    case 'run':
    case 'loadTest':
      return { collectionId: collection };
    default:
      return { order };
  }
}

/** Returns the names of examples, where there are any. */
function examplesIn({ examples }: Fields): Fields {
  const list = (examples ?? []) as readonly { readonly id: string; readonly name: string }[];
  return list.length === 0 ? {} : { examples: list.map(({ id, name }) => ({ id, name })) };
}

/** Reads the present text of a file of a workspace; null when it is gone. */
export function presentText(folder: string, path: string): string | null {
  try {
    return readFileSync(join(folder, path), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw error;
  }
}
