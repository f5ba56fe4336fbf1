// The state that sends of the UI share: cookies and tokens, which the workspace keeps for this machine, and the folder of
// large responses.
import { join } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { CookieStore } from '../../requests/http/cookies.ts';
import type { BodyFiles } from '../../requests/http/body-file.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts';
import { LocalJson } from './local-json.ts';
import { MachineTrust } from './machine-trust.ts';
import { SourceCache } from './source-cache.ts';
import { Turns } from './turns.ts';

/** Sends at a time; others wait. */
const MAX_SENDS = 20;
/** Bytes of a response body that stay in memory. */
const IN_MEMORY = 4 * 1024 * 1024;

/** Cookies and tokens of the requests of a workspace. */
export interface Credentials {
  readonly cookies: CookieStore;
  readonly authCache: Map<string, unknown>;
}

export class ClientState {
  readonly #cookieFile: LocalJson;
  readonly #tokenFile: LocalJson;
  #opening: Promise<Credentials> | null = null;
  /** The objects that previews depend on. */
  readonly previews = new SourceCache();
  readonly sends = new Turns(MAX_SENDS);
  readonly machine: MachineTrust;
  #folder: string | null = null;

  /** `workspace`: its folder. */
  constructor(workspace: string) {
    this.#cookieFile = new LocalJson(workspace, 'cookies.json');
    this.#tokenFile = new LocalJson(workspace, 'tokens.json');
    this.machine = new MachineTrust(workspace);
  }

  /** Reads cookies and tokens on first use. Never rejects: what cannot be read is empty. */
  credentials(): Promise<Credentials> {
    return (this.#opening ??= this.#read());
  }

  /** Writes what has changed. Resolves with the reason why it cannot be written; null when it is. */
  async save(): Promise<string | null> {
    const { keptTokens } = await import('../../requests/auth/oauth2/kept-tokens.ts');
    const { cookies, authCache } = await this.credentials();
    await Promise.all([
      cookies.isUsed && this.#cookieFile.write(await cookies.toJSON()),
      this.#tokenFile.write(keptTokens({ cache: authCache })),
    ]);
    return this.#cookieFile.error ?? this.#tokenFile.error;
  }

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

  async close(): Promise<void> {
    if (this.#opening !== null) await this.save();
    if (this.#folder !== null) removeTemporaryFolder(this.#folder);
    this.#folder = null;
  }

  async #read(): Promise<Credentials> {
    const [jar, tokens] = await Promise.all([this.#cookieFile.read(), this.#tokenFile.read()]);
    const authCache = new Map<string, unknown>();
    const { restoreTokens } = await import('../../requests/auth/oauth2/kept-tokens.ts');
    restoreTokens(tokens, { cache: authCache });
    const cookies = await CookieStore.from(isObject(jar) ? jar : undefined).catch(() => new CookieStore());
    return { cookies, authCache };
  }
}
