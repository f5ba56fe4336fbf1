// The app: one long-running process with the engine, the traffic list, the debugging tools and the settings, which it
// saves. The RPC server, the MCP server and the pages use it through methods. One app runs per data folder.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf, SettingError } from '../base/errors.ts';
import { fresh } from '../base/fresh-value.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { appIcons } from '../system/app-icons/index.ts';
import type { BypassingApp } from '../system/bypass/index.ts';
import { bypassScanner } from '../system/bypass/scanner.ts';
import { SystemProxy } from '../system/system-proxy/index.ts';
import { isTrusted } from '../system/trust/index.ts';
import type { PausedQueue } from '../tools/paused/index.ts';
import type { ScriptLog } from '../tools/script-log.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { ScanAhead } from '../traffic/insights/scan/scan-ahead.ts';
import { ChangeSignal } from '../session/change-signal.ts';
import { engineConfig } from '../session/engine/config.ts';
import { startEngine, type Engine } from '../session/engine/index.ts';
import type { Host } from './host.ts';
import type {
  AppContext,
  Assistants,
  ClientStarter,
  UiLocation,
  SettingsChanged,
} from '../session/methods/context.ts';
import { engineSettings } from '../session/engine/config.ts';
import type { Settings } from '../session/settings/schema.ts';
import { changedSettings } from '../session/settings/settings.ts';
import { defaultStored, parseStored, storedJson, type StoredSettings } from './state/stored-settings.ts';
import { claimInstance, type Instance } from './state/instance.ts';
import { SavedFile } from './state/saved-file.ts';
import { loadState, restoreTools, withFilePath } from './state/restore.ts';
import { createTools, type ToolParts } from '../session/tools.ts';
import { TrafficList } from '../traffic/traffic-list.ts';
import { appWorkspace } from '../session/workspace.ts';

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
    const settingsFile = new SavedFile(join(options.home, 'settings.json'));
    const stored = await loadState(settingsFile, parseStored, options.say);
    app = await App.start(options, instance, settingsFile, stored ?? defaultStored());
    await instance.listensOn(app.engine.port);
    if (options.workspaceFolder !== null) await app.chooseWorkspace(options.workspaceFolder);
    await app.startSystemProxy();
    return app;
  } catch (error) {
    await app?.close();
    await instance.release();
    throw error;
  }
}

interface Parts extends ToolParts {
  readonly options: AppOptions;
  readonly instance: Instance;
  readonly settingsFile: SavedFile;
}

export class App implements AppContext {
  readonly engine: Engine;
  readonly traffic: TrafficList;
  readonly workspace = appWorkspace({
    folder: () => this.workspaceFolder ?? join(this.#parts.options.home, 'Workspace'),
    engine: () => this.engine,
    modelPrices: () => this.settings.modelPrices,
    find: (id) => this.find(id),
  });
  /** Signals for listeners that follow settings, tools or paused messages; the traffic list has its own. */
  readonly changes = { settings: new ChangeSignal(), tools: new ChangeSignal(), paused: new ChangeSignal() };
  readonly #parts: Parts;
  readonly #systemProxy: SystemProxy;
  readonly #bypass = bypassScanner();
  readonly #scanAhead: ScanAhead;
  /** Asking macOS and Windows starts a program. */
  readonly #trusted = fresh(2000, (pem: string) => isTrusted({ path: this.engine.ca.certPath, pem }));
  #stored: StoredSettings;
  /** Port that the settings or this start ask for; 0 for any free port. */
  #port: number;
  /** Settles when the last change of state has ended; changes run one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #showListeners: readonly ((place: UiLocation) => void)[] = [];

  private constructor(parts: Parts, stored: StoredSettings, engine: Engine, port: number) {
    this.#parts = parts;
    this.#systemProxy = systemProxyOf(parts.options);
    this.#stored = stored;
    this.#port = port;
    this.engine = engine;
    this.traffic = new TrafficList(engine.flows);
    this.#scanAhead = new ScanAhead(this.traffic);
    parts.tools.onChange(this.changes.tools.notify);
    parts.paused.onChange(this.changes.paused.notify);
  }

  /** Called by `startApp` only. */
  static async start(
    options: AppOptions,
    instance: Instance,
    settingsFile: SavedFile,
    stored: StoredSettings,
  ): Promise<App> {
    let app: App | null = null;
    const toolParts = createTools({ options, initial: stored.settings, app: () => app });
    const { tools } = toolParts;
    await restoreTools(toolParts, options.say);
    const port = options.port ?? stored.settings.port;
    const parts: Parts = { options, instance, settingsFile, ...toolParts };
    try {
      await startEngine({
        config: engineConfig({ ...engineSettings(stored.settings), port }),
        home: options.home,
        notice: options.notice,
        hooks: tools.hooks,
        activeTools: () => tools.activeTools,
        local: (engine) => {
          app = new App(parts, stored, engine, port);
          return options.local(app);
        },
      });
    } catch (error) {
      await tools.close();
      throw withFilePath(error, settingsFile);
    }
    return app!;
  }

  get tools(): ToolSet {
    return this.#parts.tools;
  }

  get paused(): PausedQueue {
    return this.#parts.paused;
  }

  get scriptLog(): ScriptLog {
    return this.#parts.scriptLog;
  }

  get clients(): ClientStarter | null {
    return this.#parts.options.clients ?? null;
  }

  get assistants(): Assistants | null {
    return this.#parts.options.assistants ?? null;
  }

  get settings(): Settings {
    return this.#stored.settings;
  }

  /** Absolute path; null for the default workspace. */
  get workspaceFolder(): string | null {
    return this.#stored.workspaceFolder;
  }

  setRecording(on: boolean): void {
    this.engine.flows.recording = on;
    this.changes.settings.notify();
  }

  /** Returns the icon of an app by its name; null without one. Never rejects. */
  readonly appIcon = appIcons();

  readonly certificateTrusted = (): Promise<boolean> => this.#trusted.get(this.engine.ca.certPem);

  async setSystemProxy(on: boolean): Promise<void> {
    await (on ? this.#systemProxy.on(this.engine.port) : this.#systemProxy.off());
    this.changes.settings.notify();
  }

  readonly bypassingApps = (): Promise<readonly BypassingApp[]> => this.#bypass.apps(this.engine.port);

  readonly capturesSystem = (): Promise<boolean> => this.#systemProxy.pointsTo(this.engine.port);

  /** Called by `startApp` only: restores what a killed app left, and switches the system on where that is set. */
  async startSystemProxy(): Promise<void> {
    const { autoEnableMacOSProxy } = this.settings;
    await this.#orSay(
      autoEnableMacOSProxy ? this.#systemProxy.on(this.engine.port) : this.#systemProxy.off(),
    );
  }

  find(id: number): Flow | undefined {
    return this.traffic.find(id) ?? this.engine.flows.find(id);
  }

  detail(flow: Flow): Promise<FlowDetail> {
    return flowDetail(flow, this.engine.protos);
  }

  async show(location: UiLocation): Promise<boolean> {
    if (this.#showListeners.length === 0) return this.#parts.options.openPage?.(location) ?? false;
    for (const listener of this.#showListeners) listener(location);
    return true;
  }

  /** Calls `listener` with each place to show. Returns a function that unsubscribes it. */
  onShow(listener: (place: UiLocation) => void): () => void {
    this.#showListeners = [...this.#showListeners, listener];
    return () => {
      this.#showListeners = this.#showListeners.filter((other) => other !== listener);
    };
  }

  changeSettings(change: unknown): Promise<SettingsChanged> {
    return this.#serialize(async () => {
      const previous = this.#stored.settings;
      const settings = changedSettings(previous, change);
      const keys = Object.keys(change as object);
      // The port of this start stays in use until a change names another; with 0 the free port that was found stays.
      const requestedPort = keys.includes('port') ? settings.port : this.#port;
      const port = requestedPort === this.#port ? this.engine.port : requestedPort;
      const config = engineConfig({ ...engineSettings(settings), port });
      const { listen } = engineConfig({ ...engineSettings(previous), port: this.engine.port });
      const restarted = !isDeepStrictEqual(config.listen, listen);
      const stored = { ...this.#stored, settings };
      const save = (): Promise<void> => this.#parts.settingsFile.save(storedJson(stored));
      await this.engine.change(config, save).catch((error: unknown) => {
        throw error instanceof SettingError ? new SettingError(error.message, { field: error.field }) : error;
      });
      this.#stored = stored;
      this.#port = requestedPort;
      if (restarted) await this.#afterRestart();
      this.changes.settings.notify();
      return { applied: keys, restarted, port: this.engine.port };
    });
  }

  changeTools<T>(change: (tools: ToolSet) => T | Promise<T>): Promise<T> {
    return this.#serialize(async () => {
      const { tools, toolsFile } = this.#parts;
      const previous = tools.state();
      const result = await change(tools);
      await toolsFile.save(tools.state()).catch((error: unknown) => {
        tools.load(previous);
        throw error;
      });
      return result;
    });
  }

  /** Saves the choice of workspace. Rejects with an Error when it cannot be saved. */
  chooseWorkspace(folder: string | null): Promise<void> {
    return this.#serialize(async () => {
      const stored = { ...this.#stored, workspaceFolder: folder };
      await this.#parts.settingsFile.save(storedJson(stored));
      this.#stored = stored;
    });
  }

  /** Waits for pending saves, stops listening and closes open connections. */
  async close(): Promise<void> {
    const { tools, paused, instance } = this.#parts;
    await this.#turn;
    await this.#orSay(this.#systemProxy.off());
    paused.close();
    await this.workspace.jobs.close();
    await this.engine.close();
    this.traffic.close();
    await this.#scanAhead.close();
    await tools.close();
    await this.#bypass.close();
    await instance.release();
  }

  /** Empties the engine's list of flows; the traffic list stays. */
  async #afterRestart(): Promise<void> {
    this.engine.flows.clear();
    if (await this.#systemProxy.isSwitched()) await this.#orSay(this.#systemProxy.on(this.engine.port));
    await this.#parts.instance.listensOn(this.engine.port).catch((error: unknown) => {
      this.#parts.options.say(`Commands will not find the app: ${messageOf(error)}`);
    });
  }

  /** The app works without the system's settings. */
  #orSay(switched: Promise<void>): Promise<void> {
    return switched.catch((error: unknown) => this.#parts.options.say(`system proxy: ${messageOf(error)}`));
  }

  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function systemProxyOf({ home, startGuard, proxySettings, say }: AppOptions): SystemProxy {
  return new SystemProxy({
    home,
    startGuard: (port) => startGuard?.(port),
    say: (text) => say(`system proxy: ${text}`),
    ...(proxySettings === undefined ? {} : { settings: proxySettings }),
  });
}
