// Values of secret variables: in one file for this user alone, out of Git's reach, by the id of what they belong to.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { Variable } from '../model/values.ts';

type Values = Map<string, string>;

export class SecretsFile {
  readonly #path: string;
  #owners: Promise<Map<string, Values>> | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** `folder`: what of a workspace is for this machine alone. */
  constructor(folder: string) {
    this.#path = join(folder, 'secrets.json');
  }

  /** The variables as they are used. */
  async filled(owner: string, variables: readonly Variable[]): Promise<Variable[]> {
    if (!variables.some(({ secret }) => secret)) return [...variables];
    const values = (await this.#all()).get(owner);
    return variables.map((each) =>
      each.secret && each.value === '' ? { ...each, value: values?.get(each.name) ?? '' } : each,
    );
  }

  /** The variables as a shared file holds them; the values of secrets are kept here. */
  async emptied(owner: string, variables: readonly Variable[]): Promise<Variable[]> {
    const secrets = new Map(
      variables.filter(({ secret, value }) => secret && value !== '').map(({ name, value }) => [name, value]),
    );
    const owners = await this.#all();
    const known = owners.get(owner) ?? new Map<string, string>();
    if (!isSame(known, secrets)) {
      if (secrets.size === 0) owners.delete(owner);
      else owners.set(owner, secrets);
      await this.#save(owners);
    }
    return variables.map((each) => (each.secret ? { ...each, value: '' } : each));
  }

  async forget(owner: string): Promise<void> {
    const owners = await this.#all();
    if (owners.delete(owner)) await this.#save(owners);
  }

  #all(): Promise<Map<string, Values>> {
    return (this.#owners ??= read(this.#path));
  }

  #save(owners: ReadonlyMap<string, Values>): Promise<void> {
    const written = this.#writing.then(async () => {
      await localFolder(dirname(this.#path));
      const entries = [...owners].map(([owner, values]) => [owner, Object.fromEntries(values)] as const);
      await replaceFile(this.#path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

/** Makes the folder, with what keeps it out of Git. */
export async function localFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function read(path: string): Promise<Map<string, Values>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Map();
    throw new Error(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  return parsed(path, text);
}

function parsed(path: string, text: string): Map<string, Values> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}, which holds the values of secrets, is broken: mend or remove it`, {
      cause: error,
    });
  }
  if (!isRecord(value)) throw new Error(`${path} holds no object: mend or remove it`);
  return new Map(
    Object.entries(value).map(([owner, values]) => [
      owner,
      new Map(Object.entries(isRecord(values) ? values : {}).map(([name, each]) => [name, String(each)])),
    ]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: Values, other: Values): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}
