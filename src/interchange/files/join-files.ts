// Joins an API description of several files into one document. Only files in the folder of the first one are read, and
// nothing is fetched.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import { writeYaml } from '../../documents/yaml.ts';
import { MAX_BYTES, readContent } from '../import/content.ts';

/** The place of other files in the joined document. */
const FILES_KEY = 'x-files';
/** The maximum number of files of one description. */
const MAX_FILES = 20_000;
/** The number of files from which on the joined text is JSON. */
const MAX_YAML_FILES = 500;
const MAX_DEPTH = 200;
/** A reference that begins with the name of a file. */
const MENTION = /\$ref["']?\s*:\s*["']?[^#"'\s]/;

export interface JoinedDocument {
  readonly bytes: Buffer;
  /** Sentences about files that could not be read. */
  readonly warnings: readonly string[];
}

/** Returns null for anything but an API description that refers to other files. */
export function joinFiles(bytes: Buffer, path: string): JoinedDocument | null {
  if (!MENTION.test(bytes.toString('latin1'))) return null;
  const root = valueOf(bytes, path);
  if (!isApiDocument(root)) return null;
  const joining = new Joining(realpathSync(path));
  const joined = joining.join(root);
  if (joined === null) return null;
  // YAML of many files takes long to write and to read.
  const isJson = /^\s*\{/.test(bytes.toString('latin1', 0, 100)) || joining.files > MAX_YAML_FILES;
  const text = isJson ? JSON.stringify(joined, null, 2) : writeYaml(joined);
  return { bytes: Buffer.from(text), warnings: joining.warnings };
}

function valueOf(bytes: Buffer, path: string): unknown {
  try {
    return readContent(bytes, path).value();
  } catch {
    return null;
  }
}

class Joining {
  readonly warnings: string[] = [];
  readonly #folder: string;
  readonly #main: string;
  /** Joined files by their path; null for one that cannot be read. */
  readonly #files = new Map<string, unknown>();
  #bytes = 0;

  constructor(main: string) {
    this.#main = main;
    this.#folder = dirname(main);
  }

  get files(): number {
    return this.#files.size;
  }

  /** Returns null when no other file could be read. */
  join(root: JsonObject): JsonObject | null {
    const own = this.#rewritten(root, this.#main, 0) as JsonObject;
    const found = [...this.#files].filter(([, value]) => value !== null);
    if (found.length === 0) return null;
    const files = Object.fromEntries(found.map(([path, value]) => [this.#nameOf(path), value]));
    return { ...own, [FILES_KEY]: files };
  }

  /** Returns a copy whose references lead to places in the joined document. */
  #rewritten(value: unknown, file: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return value.map((each) => this.#rewritten(each, file, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? this.#reference(inner, file)
          : this.#rewritten(inner, file, depth + 1),
      ]),
    );
  }

  #reference(reference: string, from: string): string {
    const [name = '', pointer = ''] = reference.split('#', 2);
    if (/^[a-z][a-z\d+.-]*:/i.test(name)) return reference;
    const path = name === '' ? from : this.#pathOf(name, from);
    if (path === null) return reference;
    if (path === this.#main) return `#${pointer}`;
    if (!this.#files.has(path)) this.#read(path);
    if (this.#files.get(path) === null) return reference;
    return `#/${FILES_KEY}/${encodeURIComponent(this.#nameOf(path).replaceAll('~', '~0').replaceAll('/', '~1'))}${pointer}`;
  }

  /** Returns null, with a warning, for a file that is not in the folder. */
  #pathOf(name: string, from: string): string | null {
    const path = resolve(dirname(from), decoded(name));
    try {
      const real = realpathSync(path);
      if (real === this.#main) return real;
      if (!real.startsWith(`${this.#folder}${sep}`))
        this.#warn(`${name} is outside of the folder of the file, and was not read`);
      else if (/(?:^|\/)\./.test(this.#nameOf(real)) || !/\.(?:json|ya?ml)$/i.test(real))
        this.#warn(`${name} is hidden, or neither JSON nor YAML by its name, and was not read`);
      else return real;
    } catch (error) {
      this.#warn(`${name} cannot be read: ${messageOf(error)}`);
    }
    return null;
  }

  #read(path: string): void {
    // Set before the file is searched, because the file may refer to itself.
    this.#files.set(path, {});
    try {
      this.#bytes += statSync(path).size;
      this.#checkLimits();
      const value = readContent(readFileSync(path), path).value();
      this.#files.set(path, this.#rewritten(value, path, 0));
    } catch (error) {
      if (error instanceof UserError && error.code === 'TOO_LARGE') throw error;
      this.#files.set(path, null);
      this.#warn(`${this.#nameOf(path)} cannot be read: ${messageOf(error)}`);
    }
  }

  /** Throws a UserError for a description that is too large: a part of it would be served as if it were the whole. */
  #checkLimits(): void {
    if (this.#files.size > MAX_FILES)
      throw new UserError(
        'TOO_LARGE',
        `the description has more than ${MAX_FILES} files, which is the limit`,
      );
    if (this.#bytes > MAX_BYTES)
      throw new UserError(
        'TOO_LARGE',
        `the files of the description are larger than the limit of ${MAX_BYTES} bytes together`,
      );
  }

  #nameOf(path: string): string {
    return relative(this.#folder, path).replaceAll(sep, '/');
  }

  #warn(sentence: string): void {
    if (this.warnings.length < 100 && !this.warnings.includes(sentence)) this.warnings.push(sentence);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
