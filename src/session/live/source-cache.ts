// A cache of what was read from files of the workspace, until one of them changes. A preview is asked for at each pause in typing,
// and a collection may have thousands of files.
import { statSync } from 'node:fs';
import { Lru } from '../../base/lru.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { WorkspaceSources } from '../../runs/runner/workspace-sources.ts';

const MAX_ENTRIES = 20;
/** A file that was written so shortly before it was read may be written again within the same time stamp. */
const SETTLED_MS = 50;

/** The objects that a request on the screen depends on. */
export interface RequestSources extends Pick<WorkspaceSources, 'environment' | 'globals'> {
  /** Null for a request without a collection. */
  readonly stored: Collection | null;
}

export interface ReadSources {
  readonly value: RequestSources;
  /** Files and folders that it depends on, those that do not exist among them. */
  readonly paths: readonly string[];
}

interface Entry extends ReadSources {
  readonly stamps: readonly string[];
}

export class SourceCache {
  readonly #entries = new Lru<string, Entry>(MAX_ENTRIES);

  /** Returns what was read for this key, or reads it again when a file has changed since. */
  async get(key: string, read: () => Promise<ReadSources>): Promise<RequestSources> {
    const known = this.#entries.get(key);
    if (known?.paths.every((path, at) => stampOf(path).text === known.stamps[at]) === true)
      return known.value;
    const startedAt = Date.now();
    const { value, paths } = await read();
    const stamps = paths.map(stampOf);
    if (stamps.every(({ mtimeMs }) => mtimeMs < startedAt - SETTLED_MS))
      this.#entries.set(key, { value, paths, stamps: stamps.map(({ text }) => text) });
    return value;
  }
}

function stampOf(path: string): { readonly text: string; readonly mtimeMs: number } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { text: '', mtimeMs: 0 };
  return { text: `${found.ino} ${found.mtimeMs} ${found.size}`, mtimeMs: found.mtimeMs };
}
