// The app: a session that saves its settings and rules in the data folder, and switches the proxy of the system. One app
// runs per data folder. The RPC server, the MCP server and the pages use it through methods.
import { parsedDrafts } from '../session/saved-drafts.ts';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { startCapture } from '../session/capture.ts';
import { engineConfig, engineSettings } from '../session/engine/config.ts';
import type { PageValues } from '../session/page-state.ts';
import { parsedPreferences } from '../session/preferences.ts';
import { Session } from '../session/session.ts';
import type { SessionOptions } from '../session/session-options.ts';
import { SessionTools } from '../session/tools.ts';
import { SystemProxy } from '../system/system-proxy/index.ts';
import type { Host } from './host.ts';
import { claimInstance, type Instance } from './state/instance.ts';
import { loadState, restoreTools, withFilePath } from './state/restore.ts';
import { SavedFile, withoutVersion } from './state/saved-file.ts';
import { defaultStored, parseStored, storedJson, type StoredSettings } from './state/stored-settings.ts';

export interface AppOptions extends Host {
  /** Creates the handler of requests that are addressed to the proxy itself. */
  readonly local: (app: App) => LocalHandler;
}

/**
 * Starts the app. Rejects with an Error that names what is not available: the data folder, which another app uses, the
 * port, or the certificate. State files that cannot be read do not make it fail: they are moved aside and reported
 * through `say`.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const instance = await claimInstance(options.home);
  let app: App | null = null;
  try {
    const state = await AppState.load(options);
    app = await startWith(state, options, instance);
    await app.openOutputs().catch((error: unknown) => {
      throw withFilePath(error, state.files.settings);
    });
    await instance.listensOn(app.engine.port);
    if (options.workspaceFolder !== null) await state.store.saveSettings(app.settings);
    await app.startSystemProxy();
    return app;
  } catch (error) {
    await app?.close();
    await instance.release();
    throw error;
  }
}

/** The state that the app keeps in its data folder. */
class AppState {
  readonly files: StateFiles;
  /** As it is when the app starts, with the workspace that this start chooses. */
  readonly stored: StoredSettings;
  readonly pages: PageValues;

  private constructor(files: StateFiles, stored: StoredSettings, pages: PageValues) {
    this.files = files;
    this.stored = stored;
    this.pages = pages;
  }

  static async load({ home, say, workspaceFolder }: AppOptions): Promise<AppState> {
    const saved = (name: string): SavedFile => new SavedFile(join(home, name));
    const files = {
      settings: saved('settings.json'),
      tools: saved('tools.json'),
      preferences: saved('preferences.json'),
      drafts: saved('drafts.json'),
    };
    const loaded = (await loadState(files.settings, parseStored, say)) ?? defaultStored();
    const stored = workspaceFolder === null ? loaded : { ...loaded, workspaceFolder };
    const preferences = await loadState(
      files.preferences,
      (value) => parsedPreferences(withoutVersion(value)),
      say,
    );
    const drafts = await loadState(
      files.drafts,
      (value) => parsedDrafts(withoutVersion(value)['drafts']),
      say,
    );
    return new AppState(files, stored, { preferences: preferences ?? {}, drafts: drafts ?? {} });
  }

  get store(): SessionOptions['store'] {
    const { files } = this;
    let { workspaceFolder } = this.stored;
    return {
      saveSettings: (settings) => files.settings.save(storedJson({ settings, workspaceFolder })),
      saveWorkspace: async (folder, settings) => {
        await files.settings.save(storedJson({ settings, workspaceFolder: folder }));
        workspaceFolder = folder;
      },
      saveTools: (tools) => files.tools.save(tools),
      savePreferences: (preferences) => files.preferences.save({ version: 1, preferences }),
      saveDrafts: (drafts) => files.drafts.save({ version: 1, drafts }),
    };
  }
}

type StateFiles = Readonly<Record<'settings' | 'tools' | 'preferences' | 'drafts', SavedFile>>;

async function startWith(state: AppState, options: AppOptions, instance: Instance): Promise<App> {
  const { settings, workspaceFolder } = state.stored;
  const { home, notice, say } = options;
  const port = options.port ?? settings.port;
  const tools = new SessionTools({ say });
  const loaded = await tools.load();
  await restoreTools(loaded.tools, state.files.tools, say);
  let app: App | null = null;
  await startCapture({
    config: engineConfig({ ...engineSettings(settings), port }),
    home,
    notice,
    tools,
    local: (capture) => {
      const parts = { instance, options, systemProxy: systemProxyOf(options) };
      const host = { ...options, ...hostOf(parts) };
      app = new App(parts, capture, loaded, {
        settings,
        pages: state.pages,
        port,
        home,
        workspaceFolder,
        trafficFolder: join(home, 'traffic'),
        store: state.store,
        host,
      });
      return options.local(app);
    },
  }).catch(async (error: unknown) => {
    await tools.close();
    throw withFilePath(error, state.files.settings);
  });
  return app!;
}

interface AppParts {
  readonly instance: Instance;
  readonly options: AppOptions;
  readonly systemProxy: SystemProxy;
}

function hostOf({ instance, options, systemProxy }: AppParts): SessionOptions['host'] {
  return {
    systemProxy,
    async listensOn(port) {
      if (await systemProxy.isSwitched()) await orSay(systemProxy.on(port), options);
      await instance.listensOn(port).catch((error: unknown) => {
        options.say(`Commands will not find the app: ${messageOf(error)}`);
      });
    },
  };
}

export class App extends Session {
  readonly #parts: AppParts;

  /** Called by `startApp` only. */
  constructor(parts: AppParts, ...session: ConstructorParameters<typeof Session>) {
    super(...session);
    this.#parts = parts;
  }

  /** Called by `startApp` only: restores what a killed app left, and switches the system on where that is set. */
  async startSystemProxy(): Promise<void> {
    const { systemProxy, options } = this.#parts;
    const { autoEnableMacOSProxy } = this.settings;
    await orSay(autoEnableMacOSProxy ? systemProxy.on(this.engine.port) : systemProxy.off(), options);
  }

  override async close(): Promise<void> {
    const { systemProxy, options, instance } = this.#parts;
    await orSay(systemProxy.off(), options);
    await super.close();
    await instance.release();
  }
}

/** The app works without the system's settings. */
function orSay(switched: Promise<void>, { say }: Pick<AppOptions, 'say'>): Promise<void> {
  return switched.catch((error: unknown) => say(`system proxy: ${messageOf(error)}`));
}

function systemProxyOf({ home, startGuard, proxySettings, say }: AppOptions): SystemProxy {
  return new SystemProxy({
    home,
    startGuard: (port) => startGuard?.(port),
    say: (text) => say(`system proxy: ${text}`),
    ...(proxySettings === undefined ? {} : { settings: proxySettings }),
  });
}
