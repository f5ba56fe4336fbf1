// The folder of a rolling recording: new files, those that a killed process left, and the oldest ones, which go.
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { nextName, PART, readName, type AutosaveName } from './names.ts';
import { recover } from './recover.ts';

/** A file that is being written. */
export interface OpenPart {
  readonly path: string;
  readonly file: FileHandle;
}

export class AutosaveFolder {
  readonly #folder: string;
  readonly #extension: string;
  readonly #maxFiles: number;

  constructor(folder: string, extension: string, maxFiles: number) {
    this.#folder = folder;
    this.#extension = extension;
    this.#maxFiles = maxFiles;
  }

  /**
   * Makes the folder where it is missing, and completes what killed processes have left in it; `say` takes what cannot
   * be. Rejects with the reason when no file can be written there.
   */
  async prepare(say: (text: string) => void): Promise<void> {
    // Only this user may read the folder, because traffic holds secrets.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const { name, extension, isPart, isOfRunning } of await this.#files())
      if (isPart && !isOfRunning)
        await recover(join(this.#folder, name), extension).catch((error: unknown) =>
          say(`${name}, which was left incomplete, cannot be completed: ${messageOf(error)}`),
        );
    const { path, file } = await this.create();
    await file.close();
    await rm(path);
  }

  /** Creates the next file, under a name that says that it is incomplete. */
  async create(): Promise<OpenPart> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, nextName(this.#extension, await this.#files()) + PART);
    return { path, file: await open(path, 'ax', 0o600) };
  }

  /** Gives a complete file its name, and removes the oldest files beyond the most that are kept. */
  async publish(path: string): Promise<void> {
    await rename(path, path.slice(0, -PART.length));
    const complete = (await this.#files()).filter(({ isPart }) => !isPart);
    const old = complete.slice(0, Math.max(0, complete.length - this.#maxFiles));
    for (const { name } of old) await rm(join(this.#folder, name), { force: true });
  }

  /** Our files, the oldest first. */
  async #files(): Promise<readonly AutosaveName[]> {
    const names = await readdir(this.#folder);
    return names.sort().flatMap((name) => readName(name) ?? []);
  }
}

/** True while the file has its name: the folder may have been removed. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
