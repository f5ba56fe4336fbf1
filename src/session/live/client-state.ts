// The state that sends of the UI share while the app runs: cookies, tokens, and the folder of large responses.
import { join } from 'node:path';
import { CookieStore } from '../../requests/http/cookies.ts';
import type { BodyFiles } from '../../requests/http/body-file.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts';
import { SourceCache } from './source-cache.ts';
import { Turns } from './turns.ts';

/** Sends at a time; others wait. */
const MAX_SENDS = 20;
/** Bytes of a response body that stay in memory. */
const IN_MEMORY = 4 * 1024 * 1024;

export class ClientState {
  readonly cookies = new CookieStore();
  readonly authCache = new Map<string, unknown>();
  /** The objects that previews depend on. */
  readonly previews = new SourceCache();
  readonly sends = new Turns(MAX_SENDS);
  #folder: string | null = null;

  /** Returns where a send puts large bodies; `made` receives the path of each. */
  bodyFiles(made: (path: string) => void): BodyFiles {
    return {
      inMemory: IN_MEMORY,
      newPath: () => {
        this.#folder ??= makeTemporaryFolder();
        const path = join(this.#folder, crypto.randomUUID());
        made(path);
        return path;
      },
    };
  }

  close(): void {
    if (this.#folder !== null) removeTemporaryFolder(this.#folder);
    this.#folder = null;
  }
}
