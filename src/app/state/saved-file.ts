// A JSON file with state that outlives the process. It is replaced atomically, and only the user can read it.
import { copyFile, constants, lstat, readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { parseJsonText } from '../../base/json-file.ts';

export interface LoadResult<T> {
  /** Null when the file does not exist or cannot be used. */
  readonly value: T | null;
  /** A message for the user: what is wrong with the file, and where it is now. */
  readonly notice: string | null;
}

export class SavedFile {
  readonly path: string;
  /** Settles when the last save has succeeded or failed. */
  #lastSave: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes `value`, after earlier saves. Resolves once it would survive a power failure. Rejects with an Error that
   * names the file, which stays unchanged.
   */
  save(value: unknown): Promise<void> {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    const written = this.#lastSave.then(() => replaceFile(this.path, text));
    this.#lastSave = written.catch(() => undefined);
    return written;
  }

  /**
   * Loads the file through `read`, which may throw. A file that cannot be used is moved aside, so that nothing in it is
   * lost. Never rejects.
   */
  async load<T>(read: (value: unknown) => T): Promise<LoadResult<T>> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      const notice = `${this.path} cannot be read: ${messageOf(error)}. Defaults are used`;
      return { value: null, notice: systemCode(error) === 'ENOENT' ? null : notice };
    }
    try {
      return { value: read(parseJsonText(text)), notice: null };
    } catch (error) {
      return { value: null, notice: await this.#moveAside(error) };
    }
  }

  /** Copies the file before parts of it are discarded, and returns the name of the copy. Rejects when that fails. */
  async copyAside(): Promise<string> {
    const aside = await this.#asidePath('corrupt');
    await copyFile(this.path, aside, constants.COPYFILE_EXCL);
    return basename(aside);
  }

  #asidePath(kind: 'newer' | 'corrupt'): Promise<string> {
    const time = new Date().toISOString().replaceAll(':', '-');
    return unusedPath(`${this.path}.${kind}-${time}`);
  }

  async #moveAside(error: unknown): Promise<string> {
    const aside = await this.#asidePath(error instanceof NewerVersionError ? 'newer' : 'corrupt');
    try {
      await rename(this.path, aside);
      return `${this.path} cannot be used: ${sentence(error)} It is now ${basename(aside)}, and defaults are used`;
    } catch (error) {
      return `${this.path} cannot be used: ${sentence(error)} Defaults are used, and it could not be moved aside: ${messageOf(error)}`;
    }
  }
}

/** Thrown for a file that a later release has written in a format that this one does not know. */
export class NewerVersionError extends Error {
  constructor(version: number) {
    super(`it is of version ${version}, which a later version of this program has written`);
    this.name = 'NewerVersion';
  }
}

/**
 * Checks the `version` of a file's content and returns the rest. Without one, as in files that people write, it is 1.
 */
export function withoutVersion(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new UserError('INVALID_DATA', 'it is not a JSON object');
  const { version = 1, ...rest } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw new UserError('INVALID_DATA', `version is ${JSON.stringify(version)}: give 1`);
  if (version > 1) throw new NewerVersionError(version);
  return rest;
}

/** Ends the reason with a full stop, unless it is a question. */
function sentence(error: unknown): string {
  const text = messageOf(error);
  return text.endsWith('?') ? text : `${text}.`;
}

/** Returns the path, with a number behind it when it is taken. */
async function unusedPath(path: string, number = 1): Promise<string> {
  const free = number === 1 ? path : `${path}-${number}`;
  const isTaken = await lstat(free).then(
    () => true,
    () => false,
  );
  return isTaken ? unusedPath(path, number + 1) : free;
}
