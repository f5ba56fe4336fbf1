// Reads a collection from its folder. An error in one file is reported, and the rest is loaded.
import { existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { z } from 'zod';
import { messageOf, systemCode } from '../../base/errors.ts';
import { collectionFields, folderFields, type Collection, type Item } from '../model/collection.ts';
import { request } from '../model/request.ts';
import { COLLECTION_FILE, FOLDER_FILE, REQUEST_SUFFIX } from './collection-files.ts';
import { readObject, type FileError } from './object-file.ts';

const MAX_DEPTH = 50;
const FILES_PER_TURN = 50;

export interface StoredCollection {
  readonly collection: Collection;
  /** The folder of the collection. */
  readonly path: string;
  /** Paths of folders and requests by id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Reads a collection. Returns null when the collection's own file cannot be read. */
export async function readCollection(
  path: string,
  onError: (onError: FileError) => void,
): Promise<StoredCollection | null> {
  const fields = readHead(path, onError);
  if (fields === null) return null;
  const reading = new CollectionReader(onError);
  const items = await reading.items(path, fields.order, 0);
  return { collection: { ...withoutOrder(fields), items }, path, paths: reading.paths };
}

/** Reads the own file of a collection. Returns null when it cannot be read, or is missing. */
export function readHead(
  path: string,
  onError: (onError: FileError) => void,
): z.output<typeof collectionFields> | null {
  const file = join(path, COLLECTION_FILE);
  const found = readObject(file, collectionFields, onError);
  if (found !== null || existsSync(file)) return found;
  const hasRequests = readdirSync(path).some((name) => name.endsWith(REQUEST_SUFFIX));
  if (hasRequests)
    onError({ file, line: 0, reason: `${MISSING}, and what lies in its folder is a collection` });
  return null;
}

/** Removes `order`, which the sequence of the items already expresses. */
export function withoutOrder<T extends { readonly order: readonly string[] }>(fields: T): Omit<T, 'order'> {
  const own: Omit<T, 'order'> & { order?: unknown } = { ...fields };
  delete own.order;
  return own;
}

class CollectionReader {
  readonly paths = new Map<string, string>();
  readonly #onError: (onError: FileError) => void;
  #files = 0;

  constructor(onError: (onError: FileError) => void) {
    this.#onError = onError;
  }

  async items(path: string, order: readonly string[], depth: number): Promise<Item[]> {
    const names = inOrder(await namesIn(path, this.#onError), order);
    if (depth > MAX_DEPTH) {
      this.#onError({ file: path, line: 0, reason: `folders are nested more than ${MAX_DEPTH} levels deep` });
      return [];
    }
    const items: Item[] = [];
    for (const name of names) {
      const item = name.endsWith('/')
        ? await this.#folder(join(path, name.slice(0, -1)), depth)
        : this.#request(path, name);
      if (item !== null) items.push(item);
      await this.#pause();
    }
    return items;
  }

  /** Yields to other work between files. */
  async #pause(): Promise<void> {
    this.#files += 1;
    if (this.#files % FILES_PER_TURN === 0) await yieldToEventLoop();
  }

  #request(path: string, name: string): Item | null {
    const file = join(path, `${name}${REQUEST_SUFFIX}`);
    const found = readObject(file, request, this.#onError);
    return found === null
      ? null
      : { kind: 'request', request: { ...found, id: this.#uniqueId(found.id, file) } };
  }

  async #folder(path: string, depth: number): Promise<Item | null> {
    const file = join(path, FOLDER_FILE);
    const fields = readObject(file, folderFields, this.#onError);
    if (fields === null) {
      await this.#reportMissing(file, path);
      return null;
    }
    const { order, ...own } = fields;
    const folder = {
      ...own,
      id: this.#uniqueId(own.id, path),
      items: await this.items(path, order, depth + 1),
    };
    return { kind: 'folder', folder };
  }

  /** Reports a folder with requests that has lost its own file, since its requests are left out. */
  async #reportMissing(file: string, path: string): Promise<void> {
    if (existsSync(file) || (await namesIn(path, this.#onError)).length === 0) return;
    this.#onError({ file, line: 0, reason: `${MISSING}, and what lies in its folder is read` });
  }

  /** Returns the id, or a temporary one for a file that was copied with the id of another. */
  #uniqueId(id: string, path: string): string {
    const other = this.paths.get(id);
    const own = other === undefined ? id : crypto.randomUUID();
    if (other !== undefined)
      this.#onError({
        file: path,
        line: 0,
        reason: `its id is that of ${other}: give it another one`,
        isUsed: true,
      });
    this.paths.set(own, path);
    return own;
  }
}

/** The error of a folder with requests that has no file of its own. */
const MISSING = 'it is missing: write one, which may be empty';

/** Returns names, those of folders with a slash; links are skipped. */
async function namesIn(path: string, onError: (onError: FileError) => void): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.flatMap((entry) => {
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return [`${entry.name}/`];
      return entry.isFile() && entry.name.endsWith(REQUEST_SUFFIX)
        ? [entry.name.slice(0, -REQUEST_SUFFIX.length)]
        : [];
    });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') onError({ file: path, line: 0, reason: messageOf(error) });
    return [];
  }
}

/** Returns names in the order that a folder lists, the others behind them. */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const paths = new Map(order.map((name, at) => [name, at]));
  const position = (name: string): number => paths.get(name) ?? Infinity;
  return [...names].sort((a, b) => {
    const [one, other] = [position(a), position(b)];
    return one === other ? (a < b ? -1 : 1) : one - other;
  });
}
