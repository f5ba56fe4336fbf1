// Objects in one folder, each in a file named after it.
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { readObject, writeObject, type FileError } from './object-file.ts';
import { isLink, LINKS_NOT_FOLLOWED, createSafeFolder } from './safe-path.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const SUFFIX = '.yaml';

export class NamedFiles<T extends z.ZodType<Named>> {
  readonly #folder: string;
  readonly #schema: T;
  readonly #onError: (onError: FileError) => void;

  constructor(folder: string, schema: T, onError: (onError: FileError) => void) {
    this.#folder = folder;
    this.#schema = schema;
    this.#onError = onError;
  }

  /** Returns all objects, sorted by name. */
  async all(): Promise<readonly z.output<T>[]> {
    return [...(await this.#read()).values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Resolves with the path of the file of this object; null when there is none. */
  async pathOf(id: string): Promise<string | null> {
    const file = [...(await this.#read())].find(([, value]) => value.id === id)?.[0];
    return file === undefined ? null : join(this.#folder, file);
  }

  /** Saves an object, replacing the one with its id. The file is renamed when the name has changed. */
  async save(value: z.output<T>): Promise<void> {
    await createSafeFolder(this.#folder);
    const before = [...(await this.#read())].find(([, { id }]) => id === value.id)?.[0];
    const others = (await readdir(this.#folder)).filter((file) => file !== before);
    const taken = new Set(others.map((file) => comparableName(file.replace(SUFFIX, ''))));
    const slug = uniqueSlug(slugOf(value.name), (each) => taken.has(comparableName(each)));
    const file = `${slug}${SUFFIX}`;
    if (before !== undefined && before !== file)
      await rename(join(this.#folder, before), join(this.#folder, file));
    await writeObject(join(this.#folder, file), this.#schema, value);
  }

  /** Reads all objects by file name. */
  async #read(): Promise<ReadonlyMap<string, z.output<T>>> {
    const objects = new Map<string, z.output<T>>();
    for (const file of await this.#files()) {
      const value = readObject(join(this.#folder, file), this.#schema, this.#onError);
      if (value !== null) objects.set(file, value);
    }
    return objects;
  }

  async #files(): Promise<readonly string[]> {
    if (isLink(this.#folder)) {
      this.#onError({ file: this.#folder, line: 0, reason: LINKS_NOT_FOLLOWED });
      return [];
    }
    try {
      const entries = await readdir(this.#folder, { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
      return files.map(({ name }) => name).filter((name) => name.endsWith(SUFFIX));
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
