// A JSON file in the machine-local folder of a workspace, such as the cookies of its requests.
import { readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { messageOf, systemCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { replaceFile } from '../../base/replace-file.ts';

export class LocalJson {
  readonly #workspace: string;
  readonly #name: string;
  #text: string | null = null;
  #writing: Promise<void> = Promise.resolve();
  #error: string | null = null;

  /** `workspace`: its folder. */
  constructor(workspace: string, name: string) {
    this.#workspace = workspace;
    this.#name = name;
  }

  /** The reason why the file is not as it should be; null when it is. */
  get error(): string | null {
    return this.#error;
  }

  /**
   * Resolves with the value of the file; undefined where there is none, or it cannot be read. One that is damaged is
   * moved aside, because the next change would replace it. Never rejects.
   */
  async read(): Promise<unknown> {
    const path = await this.#path();
    try {
      this.#text = await readFile(path, 'utf8');
      return parseJson(this.#text);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') await this.moveAside(messageOf(error));
      return undefined;
    }
  }

  /** As `read`; a value of another form, such as that of a later version, is moved aside too. */
  async readAs<T extends z.ZodType>(schema: T): Promise<z.output<T> | undefined> {
    const value = await this.read();
    const parsed = value === undefined ? undefined : schema.safeParse(value);
    if (parsed?.success === false)
      await this.moveAside('it has another form, perhaps that of a later version');
    return parsed?.data;
  }

  /** Moves a file aside that cannot be used. Never rejects. */
  async moveAside(reason: string): Promise<void> {
    const path = await this.#path();
    this.#error = `${this.#name} cannot be read: ${reason}`;
    this.#text = null;
    await rename(path, `${path}.broken`).catch(() => undefined);
  }

  /** Writes a value, only this user may read it. Never rejects: `error` tells. */
  write(value: unknown): Promise<void> {
    const text = `${JSON.stringify(value, null, 1)}\n`;
    if (text === this.#text) return this.#writing;
    this.#text = text;
    this.#writing = this.#writing.then(async () => {
      try {
        const { createLocalFolder } = await import('../../collections/storage/secrets-file.ts');
        const { refuseLink } = await import('../../collections/storage/safe-path.ts');
        const path = await this.#path();
        await createLocalFolder(dirname(path));
        refuseLink(path);
        await replaceFile(path, text);
        this.#error = null;
      } catch (error) {
        this.#error = messageOf(error);
        this.#text = null;
      }
    });
    return this.#writing;
  }

  async #path(): Promise<string> {
    // Loaded on demand, because the proxy starts without it.
    const { LOCAL_FOLDER } = await import('../../collections/storage/workspace.ts');
    return join(this.#workspace, LOCAL_FOLDER, this.#name);
  }
}
