// The state that sends of the UI share: cookies, tokens, script values and the history, which the workspace keeps for this
// machine, and the folder of large responses.
import { join } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { CookieStore } from '../../requests/http/cookies.ts';
import type { BodyFiles } from '../../requests/http/body-file.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import type { ClientHistory } from '../history/index.ts';
import { PreviewPages } from '../preview-pages.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts';
import { JoinedEvents } from './joined-events.ts';
import { LocalJson } from './local-json.ts';
import type { ScriptValues } from './script-values.ts';
import { MachineTrust } from './machine-trust.ts';
import { OpenTabs } from './open-tabs.ts';
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
  readonly #workspace: string;
  readonly #events: JoinedEvents;
  #opening: Promise<Credentials> | null = null;
  #openingValues: Promise<ScriptValues> | null = null;
  #openingHistory: Promise<ClientHistory> | null = null;
  /** Sends that have not ended. */
  readonly #running = new Set<Promise<void>>();
  /** Sends that are on their way to the history. */
  readonly #recording = new Set<Promise<void>>();
  /** The objects that previews depend on. */
  readonly previews = new SourceCache();
  readonly sends = new Turns(MAX_SENDS);
  readonly machine: MachineTrust;
  readonly pages = new PreviewPages();
  readonly openTabs: OpenTabs;
  #folder: string | null = null;

  /** `workspace`: its folder. `emit`: tells the windows. */
  constructor(workspace: string, emit: (event: WorkspaceEvent) => void) {
    this.#workspace = workspace;
    this.#events = new JoinedEvents(emit);
    this.#cookieFile = new LocalJson(workspace, 'cookies.json');
    this.#tokenFile = new LocalJson(workspace, 'tokens.json');
    this.machine = new MachineTrust(workspace);
    this.openTabs = new OpenTabs(workspace);
  }

  /** Reads cookies and tokens on first use. Never rejects: what cannot be read is empty. */
  credentials(): Promise<Credentials> {
    return (this.#opening ??= this.#read());
  }

  /** Reads the values that scripts have set on first use. Never rejects. */
  scriptValues(): Promise<ScriptValues> {
    return (this.#openingValues ??= this.#openValues());
  }

  /** Opens the history on first use. Never rejects. */
  history(): Promise<ClientHistory> {
    return (this.#openingHistory ??= this.#openHistory());
  }

  /** Resolves with the history, with all that has ended in it. */
  async settledHistory(): Promise<ClientHistory> {
    await Promise.all(this.#recording);
    const history = await this.history();
    await history.settled();
    return history;
  }

  /** Notes a send that goes on: closing waits for it. */
  runs(work: Promise<void>): void {
    follow(this.#running, work);
  }

  /** Notes what is being recorded: readers of the history wait for it. */
  records(work: Promise<void>): void {
    follow(this.#recording, work);
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
        const path = join(this.temporaryFolder(), crypto.randomUUID());
        made(path);
        return path;
      },
    };
  }

  /** Returns a folder for files that last as long as the app. */
  temporaryFolder(): string {
    return (this.#folder ??= makeTemporaryFolder());
  }

  async close(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#opening !== null) await this.save();
    if (this.#openingHistory !== null) await this.settledHistory();
    await (await this.#openingValues)?.close();
    this.#events.close();
    if (this.#folder !== null) removeTemporaryFolder(this.#folder);
    this.#folder = null;
  }

  async #openHistory(): Promise<ClientHistory> {
    const { ClientHistory: Opened } = await import('../history/index.ts');
    return new Opened({ folder: this.#workspace, emit: (event) => this.#events.add(event) });
  }

  async #openValues(): Promise<ScriptValues> {
    const { ScriptValues: Opened } = await import('./script-values.ts');
    return Opened.open(this.#workspace, () => this.#events.add({ type: 'scriptValues' }));
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

function follow(all: Set<Promise<void>>, work: Promise<void>): void {
  const followed = work.catch(() => undefined).finally(() => all.delete(followed));
  all.add(followed);
}
