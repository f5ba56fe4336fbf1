// Values of secret variables, by the id of their owner. They are in one file that only this user can read and that
// Git ignores.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeFolder } from '../../base/make-folder.ts';
import { isObject } from '../../base/is-object.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { Variable } from '../model/values.ts';
import { createSafeFolder, refuseLink } from './safe-path.ts';

/** Values by name; several when variables share a name, in their order. */
type Values = ReadonlyMap<string, readonly string[]>;

/** The beginning of owners whose values scripts have set: they change at any time. */
export const SCRIPT_OWNER = 'script:';

/** Null for no file, undefined for one that is too large. */
type FileText = string | null | undefined;

/** The .gitignore for everything in the folder. */
const GITIGNORE = '*\n';

export class SecretsFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  /** `folder` is the machine's own folder of the workspace. */
  constructor(folder: string) {
    this.#path = join(folder, 'secrets.json');
  }

  /** Returns the variables with the values of secrets. */
  async withValues(owner: string, variables: readonly Variable[]): Promise<Variable[]> {
    if (!variables.some(({ secret }) => secret)) return [...variables];
    const values = (await this.#all()).get(owner);
    const seen = new Map<string, number>();
    return variables.map((each) => {
      if (!each.secret) return each;
      const at = seen.get(each.name) ?? 0;
      seen.set(each.name, at + 1);
      return each.value === '' ? { ...each, value: values?.get(each.name)?.[at] ?? '' } : each;
    });
  }

  /** True when there are values for this owner. */
  async has(owner: string): Promise<boolean> {
    return (await this.#all()).has(owner);
  }

  /** Stores the values of secrets, and returns the variables without them for a shared file. */
  async storeValues(owner: string, variables: readonly Variable[]): Promise<Variable[]> {
    const secrets = secretsOf(variables);
    await this.#change((owners) => {
      if (isDeepStrictEqual(owners.get(owner) ?? new Map(), secrets)) return false;
      return secrets.size === 0 ? owners.delete(owner) : owners.set(owner, secrets).size > 0;
    });
    return variables.map((each) => (each.secret ? { ...each, value: '' } : each));
  }

  async remove(owner: string): Promise<void> {
    await this.#change((owners) => owners.delete(owner));
  }

  /** Reads the file after pending changes. It is not cached, because another program may change it. */
  async #all(): Promise<Map<string, Values>> {
    await this.#writing;
    return readOwners(this.#path);
  }

  /** `change` returns false when there is nothing to write. */
  #change(change: (owners: Map<string, Values>) => boolean): Promise<void> {
    const written = this.#writing.then(async () => {
      const owners = await readOwners(this.#path);
      if (!change(owners)) return;
      await createLocalFolder(dirname(this.#path));
      refuseLink(this.#path);
      await replaceFile(this.#path, serialized(owners));
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

function secretsOf(variables: readonly Variable[]): Values {
  const secrets = new Map<string, string[]>();
  for (const { name, value } of variables.filter(({ secret }) => secret)) {
    const values = secrets.get(name) ?? [];
    secrets.set(name, values);
    values.push(value);
  }
  return new Map([...secrets].filter(([, values]) => values.some((value) => value !== '')));
}

function serialized(owners: ReadonlyMap<string, Values>): string {
  const entries = [...owners].map(([owner, values]) => {
    const fields = [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]);
    return [owner, Object.fromEntries(fields)] as const;
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/**
 * Returns the text of a file of secrets in which the owners that a step has changed are as before, while others are as
 * they are now; null when the step's own have changed since, or a text cannot be read.
 */
export function secretsBefore(texts: {
  readonly before: FileText;
  readonly after: FileText;
  readonly present: FileText;
}): string | null {
  try {
    const before = ownersIn(texts.before);
    const after = ownersIn(texts.after);
    const present = ownersIn(texts.present);
    const changed = changedOwners(before, after);
    if (changed.some((owner) => !isDeepStrictEqual(present.get(owner), after.get(owner)))) return null;
    for (const owner of changed) {
      const values = before.get(owner);
      if (values === undefined) present.delete(owner);
      else present.set(owner, values);
    }
    return serialized(present);
  } catch {
    return null;
  }
}

/** True when two texts of a file of secrets differ in more than the values of scripts. */
export function haveSecretsChanged(before: FileText, after: FileText): boolean {
  if (before === after) return false;
  try {
    return changedOwners(ownersIn(before), ownersIn(after)).length > 0;
  } catch {
    return true;
  }
}

function changedOwners(
  before: ReadonlyMap<string, Values>,
  after: ReadonlyMap<string, Values>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (owner) => !owner.startsWith(SCRIPT_OWNER) && !isDeepStrictEqual(before.get(owner), after.get(owner)),
  );
}

function ownersIn(text: FileText): Map<string, Values> {
  if (text === undefined) throw new UserError('TOO_LARGE', 'the file of secrets was too large');
  return text === null ? new Map<string, Values>() : parseOwners('secrets.json', text);
}

/** Creates the folder, and the file that hides it from Git. */
export async function createLocalFolder(folder: string): Promise<void> {
  makeFolder(dirname(folder));
  await createSafeFolder(folder, 0o700);
  const path = join(folder, '.gitignore');
  refuseLink(path);
  // The file may have come with the workspace, and may contain something else.
  const known = await readFile(path, 'utf8').catch(() => null);
  if (known !== GITIGNORE) await writeFile(path, GITIGNORE);
}

async function readOwners(path: string): Promise<Map<string, Values>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return new Map();
    throw new UserError('INVALID_FILE', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  return parseOwners(path, text);
}

function parseOwners(path: string, text: string): Map<string, Values> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(
      'INVALID_DATA',
      `${path}, which holds the values of secrets, is not valid JSON: repair or remove it`,
      {
        cause: error,
      },
    );
  }
  if (!isObject(value))
    throw new UserError('INVALID_DATA', `${path} is not a JSON object: repair or remove it`);
  return new Map(
    Object.entries(value).map(([owner, values]) => [
      owner,
      new Map(Object.entries(isObject(values) ? values : {}).map(([name, each]) => [name, textsOf(each)])),
    ]),
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
