// A folder that an import reads. Its size is bounded, and links are ignored because they could lead out of it.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { messageOf, UserError } from '../../../../base/errors.ts';
import { decodeText } from '../../../../documents/decode-text.ts';
import type { ImportContext } from '../import-context.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 200_000;
/** The maximum nesting of folders below the one that is imported. */
export const MAX_FOLDER_DEPTH = 50;

interface Shared {
  readonly root: string;
  readonly context: ImportContext;
  bytes: number;
  entries: number;
}

interface Entries {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export class SourceFolder {
  readonly path: string;
  readonly name: string;
  readonly #shared: Shared;
  #entries: Entries | null = null;

  constructor(path: string, context: ImportContext, shared?: Shared) {
    this.path = resolve(path);
    this.name = basename(this.path);
    this.#shared = shared ?? { root: this.path, context, bytes: 0, entries: 0 };
  }

  /** The context for a file or folder in this one, whose path starts every sentence. */
  contextOf(name: string): ImportContext {
    return this.#shared.context.at(this.pathOf(name));
  }

  /** Returns the path below the folder that is imported, with slashes. */
  pathOf(name: string): string {
    return relative(this.#shared.root, join(this.path, name)).replaceAll('\\', '/');
  }

  /** Names of files, sorted. */
  get files(): readonly string[] {
    return (this.#entries ??= this.#list()).files;
  }

  /** Names of folders, sorted. */
  get folders(): readonly string[] {
    return (this.#entries ??= this.#list()).folders;
  }

  has(name: string): boolean {
    return this.files.includes(name);
  }

  folder(name: string): SourceFolder {
    return new SourceFolder(join(this.path, name), this.#shared.context, this.#shared);
  }

  /** Returns null, and records why, when the file cannot be read. */
  text(name: string): string | null {
    const path = join(this.path, name);
    try {
      const { size } = lstatSync(path);
      this.#count(size);
      if (size <= MAX_FILE_BYTES) return decodeText(readFileSync(path));
      this.contextOf(name).fail(`it is larger than ${MAX_FILE_BYTES} bytes`);
    } catch (error) {
      if (error instanceof UserError && error.code === 'TOO_LARGE') throw error;
      this.contextOf(name).fail(messageOf(error));
    }
    return null;
  }

  #count(bytes: number): void {
    this.#shared.bytes += bytes;
    if (this.#shared.bytes > MAX_TOTAL_BYTES)
      throw new UserError(
        'TOO_LARGE',
        `its files are larger than the import limit of ${MAX_TOTAL_BYTES} bytes`,
      );
  }

  #list(): Entries {
    const entries = readdirSync(this.path, { withFileTypes: true });
    this.#shared.entries += entries.length;
    if (this.#shared.entries > MAX_ENTRIES)
      throw new UserError(
        'TOO_LARGE',
        `it holds more than ${MAX_ENTRIES} files: give the folder of the collection`,
      );
    for (const entry of entries)
      if (entry.isSymbolicLink() && isWanted(entry.name))
        this.contextOf(entry.name).fail('it is a link, and links are not followed');
    const named = (isKind: (entry: (typeof entries)[number]) => boolean): readonly string[] =>
      entries
        .filter(isKind)
        .map(({ name }) => name)
        .sort();
    return {
      files: named((entry) => entry.isFile()),
      folders: named((entry) => entry.isDirectory() && !SKIPPED.has(entry.name)),
    };
  }
}

/** Folders that hold no collections, however large they are. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** True for names of files and folders that a collection consists of; other links do not matter. */
function isWanted(name: string): boolean {
  return /\.(?:bru|ya?ml|http|rest)$/i.test(name) || (!name.includes('.') && !SKIPPED.has(name));
}
