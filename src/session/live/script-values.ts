// The values that scripts of the window have set: they stay on this machine until they are written into the file of their
// scope, or forgotten. The command line does not read them.
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { variable, type Variable } from '../../collections/model/values.ts';
import { withLock } from '../../collections/storage/lock.ts';
import { SCRIPT_OWNER, SecretsFile } from '../../collections/storage/secrets-file.ts';
import { LOCAL_FOLDER } from '../../collections/storage/workspace.ts';
import { LocalJson } from './local-json.ts';

export const VALUE_SCOPES = ['environment', 'collection', 'globals'] as const;
export type ValueScope = (typeof VALUE_SCOPES)[number];

/** Names a script value. */
export interface ValueKey {
  readonly scope: ValueScope;
  /** The id of the environment or the collection; `globals`. */
  readonly owner: string;
  readonly name: string;
}

export interface ScriptValue extends ValueKey {
  /** A JSON value; undefined where a script has unset the variable. */
  readonly value: unknown;
  readonly secret: boolean;
  /** The request whose script has set it. */
  readonly request: { readonly id: string; readonly name: string };
  /** Epoch milliseconds. */
  readonly time: number;
}

const VERSION = 1;
/** The number of values; the oldest leave first. */
const MAX_VALUES = 5000;
/** Milliseconds between a change and its writing, and between two attempts that fail. */
const DELAY_MS = 100;
const RETRY_MS = 2000;

const stored = z.object({
  version: z.literal(VERSION),
  values: z.array(
    z.object({
      scope: z.enum(VALUE_SCOPES),
      owner: z.string(),
      name: z.string(),
      /** JSON; absent where it is secret, and where the variable was unset. */
      json: z.string().optional(),
      isUnset: z.boolean().default(false),
      secret: z.boolean(),
      request: z.object({ id: z.string(), name: z.string() }),
      time: z.number(),
    }),
  ),
});
type StoredValue = z.output<typeof stored>['values'][number];

export class ScriptValues {
  readonly #local: string;
  readonly #file: LocalJson;
  readonly #secrets: SecretsFile;
  readonly #onChange: () => void;
  readonly #values = new Map<string, ScriptValue>();
  /** Owners whose secrets are in the file. */
  #secretOwners: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | null = null;
  /** Settles when the last writing has ended. */
  #writing: Promise<void> = Promise.resolve();
  #error: string | null = null;

  private constructor(workspace: string, onChange: () => void) {
    this.#local = join(workspace, LOCAL_FOLDER);
    this.#file = new LocalJson(workspace, 'values.json');
    this.#secrets = new SecretsFile(this.#local);
    this.#onChange = onChange;
  }

  /** Reads the values of a workspace. Never rejects: a file that cannot be used is moved aside. */
  static async open(workspace: string, onChange: () => void): Promise<ScriptValues> {
    const values = new ScriptValues(workspace, onChange);
    await values.#read();
    return values;
  }

  /** The reason why only memory has the latest values; null when the file has them, or is about to. */
  get error(): string | null {
    return this.#error ?? this.#file.error;
  }

  all(): readonly ScriptValue[] {
    return [...this.#values.values()];
  }

  get(key: ValueKey): ScriptValue | undefined {
    return this.#values.get(keyText(key));
  }

  set(values: readonly ScriptValue[]): void {
    if (values.length === 0) return;
    for (const value of values) {
      // The latest is the last.
      this.#values.delete(keyText(value));
      this.#values.set(keyText(value), value);
    }
    for (const key of [...this.#values.keys()].slice(0, Math.max(0, this.#values.size - MAX_VALUES)))
      this.#values.delete(key);
    this.#changed();
  }

  /** Returns the number of values that were removed. */
  remove(isRemoved: (value: ScriptValue) => boolean): number {
    const removed = this.all().filter(isRemoved);
    for (const value of removed) this.#values.delete(keyText(value));
    if (removed.length > 0) this.#changed();
    return removed.length;
  }

  /** Writes what has changed. Never rejects: `error` tells. */
  flush(): Promise<void> {
    if (this.#timer === null) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #changed(): void {
    this.#onChange();
    this.#schedule(DELAY_MS);
  }

  #schedule(delay: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delay).unref();
  }

  async #write(): Promise<void> {
    const values = this.all();
    try {
      await this.#writeSecrets(values.filter(({ secret }) => secret));
      this.#error = null;
      await this.#file.write({ version: VERSION, values: values.map(toStored) });
    } catch (error) {
      this.#error = messageOf(error);
    }
    if (this.error !== null) this.#schedule(RETRY_MS);
  }

  async #writeSecrets(values: readonly ScriptValue[]): Promise<void> {
    const byOwner = Map.groupBy(values, secretOwner);
    const owners = new Set([...this.#secretOwners, ...byOwner.keys()]);
    if (owners.size === 0) return;
    await withLock(this.#local, async () => {
      for (const owner of owners)
        await this.#secrets.storeValues(owner, (byOwner.get(owner) ?? []).map(asSecret));
    });
    this.#secretOwners = new Set(byOwner.keys());
  }

  async #read(): Promise<void> {
    const { values = [] } = (await this.#file.readAs(stored)) ?? {};
    for (const value of values) {
      const json = value.secret ? await this.#secretJson(value) : value.json;
      const parsed = fromStored(value, json);
      if (parsed !== null) this.#values.set(keyText(parsed), parsed);
    }
    this.#secretOwners = new Set(values.filter(({ secret }) => secret).map(secretOwner));
  }

  /** Resolves with undefined when the file of secrets does not have it, or cannot be read. */
  async #secretJson(value: StoredValue): Promise<string | undefined> {
    const found = await this.#secrets
      .withValues(secretOwner(value), [asSecret({ name: value.name, value: undefined })])
      .catch(() => []);
    return found[0]?.value;
  }
}

function keyText({ scope, owner, name }: ValueKey): string {
  return JSON.stringify([scope, owner, name]);
}

/** Returns the owner by which the file of secrets has the secret values of a scope; it is not the id of an object. */
function secretOwner({ scope, owner }: ValueKey): string {
  return `${SCRIPT_OWNER}${scope}:${owner}`;
}

function asSecret({ name, value }: Pick<ScriptValue, 'name' | 'value'>): Variable {
  const json = value === undefined ? '' : JSON.stringify(value);
  return variable.parse({ name, value: json, secret: true });
}

function toStored({ value, ...about }: ScriptValue): z.input<typeof stored>['values'][number] {
  if (value === undefined) return { ...about, isUnset: true };
  return about.secret ? about : { ...about, json: JSON.stringify(value) };
}

function fromStored(given: StoredValue, json: string | undefined): ScriptValue | null {
  const { scope, owner, name, secret, request, time } = given;
  const about = { scope, owner, name, secret, request, time };
  if (given.isUnset) return { ...about, value: undefined };
  try {
    return { ...about, value: JSON.parse(json ?? '') as unknown };
  } catch {
    return null;
  }
}
