// A file that a rule names: read when it is first needed, and again when it has changed.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileErrorMessage, systemCode } from '../base/errors.ts';

export interface WatchedFileOptions<T> {
  /** Reads the file; rejects with an Error that has the reason when it cannot be used. */
  readonly load: (path: string) => Promise<T>;
  /** Returns further files whose change counts as one of this file. */
  readonly alsoWatched?: (content: T) => readonly string[];
  /** Called with the reason why the file cannot be used, once for each reason. */
  readonly onError: (reason: string) => void;
  /** Milliseconds between two checks of the file. */
  readonly intervalMs: number;
}

export class WatchedFile<T> {
  readonly #path: string;
  readonly #options: WatchedFileOptions<T>;
  #checkedAt = -Infinity;
  #checking: Promise<T | null> | null = null;
  /** Identifies the content that was read last, usable or not; empty before, and after an error of the system. */
  #version = '';
  #content: T | null = null;
  #lastError: string | null = null;

  constructor(path: string, options: WatchedFileOptions<T>) {
    this.#path = path;
    this.#options = options;
  }

  /** Returns the current content, or the last usable one; null before there is any. Never rejects. */
  current(): T | null | Promise<T | null> {
    if (this.#checking !== null) return this.#checking;
    if (performance.now() - this.#checkedAt < this.#options.intervalMs) return this.#content;
    this.#checking = this.#check().finally(() => {
      this.#checking = null;
      this.#checkedAt = performance.now();
    });
    return this.#checking;
  }

  async #check(): Promise<T | null> {
    try {
      const version = await this.#currentVersion();
      if (version === this.#version) return this.#content;
      this.#version = version;
      this.#content = await this.#options.load(this.#path);
      this.#lastError = null;
      // The content names the files whose versions count from now on.
      if (this.#options.alsoWatched !== undefined) this.#version = await this.#currentVersion();
    } catch (error) {
      // Broken content is not read again until it changes; a missing file may appear at any time.
      if (systemCode(error) !== '') this.#version = '';
      this.#report(fileErrorMessage(error));
    }
    return this.#content;
  }

  async #currentVersion(): Promise<string> {
    const version = versionOf(await stat(this.#path));
    const { alsoWatched } = this.#options;
    if (alsoWatched === undefined || this.#content === null) return version;
    const others = alsoWatched(this.#content).map(async (path) => {
      const stats = await stat(path).catch(() => null);
      return stats === null ? 'none' : versionOf(stats);
    });
    return [version, ...(await Promise.all(others))].join();
  }

  #report(reason: string): void {
    if (reason === this.#lastError) return;
    this.#lastError = reason;
    this.#options.onError(
      this.#content === null ? reason : `${reason}; the content read before stays in use`,
    );
  }
}

function versionOf({ mtimeMs, size, ino }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}
