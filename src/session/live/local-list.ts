// A list in a JSON file of the machine-local folder of a workspace, such as the certificates that are trusted.
import { z } from 'zod';
import { LocalJson } from './local-json.ts';

export class LocalList<T> {
  readonly #file: LocalJson;
  readonly #schema: z.ZodType<{ readonly version: 1; readonly entries: readonly T[] }>;
  #loading: Promise<void> | null = null;
  #entries: readonly T[] = [];

  /** `workspace`: its folder. */
  constructor(workspace: string, name: string, entry: z.ZodType<T>) {
    this.#file = new LocalJson(workspace, name);
    this.#schema = z.object({ version: z.literal(1), entries: z.array(entry).readonly() });
  }

  /** The reason why the file is not as it should be; null when it is. */
  get error(): string | null {
    return this.#file.error;
  }

  /** Reads the file on first use. Never rejects: one that cannot be read is moved aside, and the list is empty. */
  async all(): Promise<readonly T[]> {
    await (this.#loading ??= this.#load());
    return this.#entries;
  }

  /** Replaces the entries and writes them. Never rejects: `error` tells. */
  async change(changed: (entries: readonly T[]) => readonly T[]): Promise<void> {
    await this.all();
    this.#entries = changed(this.#entries);
    await this.#file.write({ version: 1, entries: this.#entries });
  }

  async #load(): Promise<void> {
    const value = await this.#file.read();
    if (value === undefined) return;
    const { data } = this.#schema.safeParse(value);
    if (data === undefined) await this.#file.moveAside('it has another format');
    else this.#entries = data.entries;
  }
}
