// State that outlives the process: one JSON file, for this user alone, that is there as it was or as it is, and never
// in between.
import { lstat, readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { parseJsonText } from '../json-file.ts';

export interface LoadResult<T> {
  /** Null when there is none to be used. */
  readonly value: T | null;
  /** What the user is to be told: what was wrong with the file, and where it is now. */
  readonly notice: string | null;
}

export class SavedFile {
  readonly path: string;
  /** Settles when what was asked for before has been written, or could not be. */
  #lastSave: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes `value`, after what was given before. Resolves when it will survive a crash of the machine; rejects with an
   * Error that names the file, which then is as it was.
   */
  save(value: unknown): Promise<void> {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    const written = this.#lastSave.then(() => replaceFile(this.path, text));
    this.#lastSave = written.catch(() => undefined);
    return written;
  }

  /**
   * What `read`, which may throw, makes of the file. One that cannot be used is moved aside, so that nothing in it is
   * lost. Never rejects.
   */
  async load<T>(read: (value: unknown) => T): Promise<LoadResult<T>> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      const notice = `${this.path} cannot be read: ${messageOf(error)}. Defaults hold`;
      return { value: null, notice: systemCode(error) === 'ENOENT' ? null : notice };
    }
    try {
      return { value: read(parseJsonText(text)), notice: null };
    } catch (error) {
      return { value: null, notice: await this.#moveAside(error) };
    }
  }

  async #moveAside(error: unknown): Promise<string> {
    const kind = error instanceof NewerVersionError ? 'newer' : 'corrupt';
    const time = new Date().toISOString().replaceAll(':', '-');
    const aside = await unusedPath(`${this.path}.${kind}-${time}`);
    try {
      await rename(this.path, aside);
      return `${this.path} cannot be used: ${sentence(error)} It is now ${basename(aside)}, and defaults hold`;
    } catch (error) {
      return `${this.path} cannot be used: ${sentence(error)} Defaults hold, and it could not be moved aside: ${messageOf(error)}`;
    }
  }
}

/** The file was written by a later version of the program, which knows what this one does not. */
export class NewerVersionError extends Error {
  constructor(version: number) {
    super(`it is of version ${version}, which a later version of this program has written`);
    this.name = 'NewerVersion';
  }
}

/** Checks the `version` of a file's content, and gives the rest. One without is of version 1, as people write them. */
export function withoutVersion(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new UserError('INVALID_DATA', 'it is no JSON object');
  const { version = 1, ...rest } = value;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw new UserError('INVALID_DATA', `version is ${JSON.stringify(version)}: give 1`);
  if (version > 1) throw new NewerVersionError(version);
  return rest;
}

/** Some reasons are a question already. */
function sentence(error: unknown): string {
  const text = messageOf(error);
  return text.endsWith('?') ? text : `${text}.`;
}

/** This one, or with a number behind it: a file that is moved must not take the place of another. */
async function unusedPath(path: string, number = 1): Promise<string> {
  const free = number === 1 ? path : `${path}-${number}`;
  const isTaken = await lstat(free).then(
    () => true,
    () => false,
  );
  return isTaken ? unusedPath(path, number + 1) : free;
}
