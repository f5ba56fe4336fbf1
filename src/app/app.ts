// The app: one long-running process that holds the engine, the traffic list, the debugging tools and the settings, and
// keeps what users decide. Faces ask it through methods; it is one for a data folder.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf, SettingError } from '../base/errors.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { DesktopNotices } from '../system/notify/index.ts';
import { isTrusted } from '../system/trust/index.ts';
import { PausedQueue } from '../tools/paused/index.ts';
import { ScriptLog } from '../tools/script-log.ts';
import { ToolSet } from '../tools/tool-set.ts';
import { ChangeSignal } from './change-signal.ts';
import { engineConfig } from './engine/config.ts';
import { startEngine, type Engine, type Notice } from './engine/index.ts';
import type { AppContext, UiLocation, SettingsChanged } from './methods/context.ts';
import { readRecording } from './recordings.ts';
import { engineSettings } from './settings/engine-settings.ts';
import type { Settings } from './settings/schema.ts';
import { changedSettings } from './settings/settings.ts';
import { defaultStored, parseStored, storedJson, type StoredSettings } from './settings/stored.ts';
import { claimInstance, type Instance } from './state/instance.ts';
import { SavedFile, withoutVersion } from './state/saved-file.ts';
import { TrafficList } from './traffic-list.ts';

export interface AppOptions {
  /** Data folder. */
  readonly home: string;
  /** For this start, in place of that of the settings; 0 for any free one, null for none. */
  readonly port: number | null;
  /** Becomes the chosen workspace: an absolute path; null leaves it. */
  readonly workspaceFolder: string | null;
  /** Makes what answers requests addressed to the proxy itself. */
  readonly local: (app: App) => LocalHandler;
  /** Told of what the engine notices. */
  readonly notice: (notice: Notice) => void;
  /** Told what the user is to know, such as a file that was moved aside: whole sentences. */
  readonly say: (text: string) => void;
}

/**
 * Rejects with an Error that names what could not be had: the data folder, which another app holds, the port, the
 * certificate. State that cannot be read is no reason: it is moved aside, and `say` told.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const instance = await claimInstance(options.home);
  let app: App | null = null;
  try {
    const settingsFile = new SavedFile(join(options.home, 'settings.json'));
    const stored = await loadState(settingsFile, parseStored, options);
    app = await App.start(options, instance, settingsFile, stored ?? defaultStored());
    await instance.listensOn(app.engine.port);
    if (options.workspaceFolder !== null) await app.chooseWorkspace(options.workspaceFolder);
    return app;
  } catch (error) {
    await app?.close();
    await instance.release();
    throw error;
  }
}

async function loadState<T>(
  file: SavedFile,
  read: (value: unknown) => T,
  { say }: AppOptions,
): Promise<T | null> {
  const { value, notice } = await file.load(read);
  if (notice !== null) say(notice);
  return value;
}

interface Parts {
  readonly options: AppOptions;
  readonly instance: Instance;
  readonly settingsFile: SavedFile;
  readonly toolsFile: SavedFile;
  readonly tools: ToolSet;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
}

export class App implements AppContext {
  readonly engine: Engine;
  readonly traffic: TrafficList;
  /** For those who follow what is no traffic. */
  readonly changes = { settings: new ChangeSignal(), tools: new ChangeSignal(), paused: new ChangeSignal() };
  readonly #parts: Parts;
  #stored: StoredSettings;
  /** That the proxy is asked to listen on: of the settings, or of this start. */
  #port: number;
  /** Changes of state take their turn. */
  #turn: Promise<unknown> = Promise.resolve();
  #showListeners: readonly ((place: UiLocation) => void)[] = [];

  private constructor(parts: Parts, stored: StoredSettings, engine: Engine, port: number) {
    this.#parts = parts;
    this.#stored = stored;
    this.#port = port;
    this.engine = engine;
    this.traffic = new TrafficList(engine.flows);
    parts.tools.onChange(this.changes.tools.notify);
    parts.paused.onChange(this.changes.paused.notify);
  }

  /** Use `startApp`. */
  static async start(
    options: AppOptions,
    instance: Instance,
    settingsFile: SavedFile,
    stored: StoredSettings,
  ): Promise<App> {
    const paused = new PausedQueue();
    const scriptLog = new ScriptLog();
    const notices = new DesktopNotices();
    let app: App | null = null;
    const tools = new ToolSet({
      paused,
      scriptLog,
      notify({ channel, title, text }) {
        if (channel === 'desktop') notices.show(title, text);
        else options.say(`${title}: ${text}`);
      },
      color: (flow, color) => app?.traffic.annotate(flow, { color }),
      readRecording,
      maxBodyBytes: () => (app === null ? stored.settings : app.settings).maxCapturedBodyBytes,
    });
    const toolsFile = new SavedFile(join(options.home, 'tools.json'));
    await loadState(toolsFile, (state) => tools.load({ version: 1, ...withoutVersion(state) }), options);
    const port = options.port ?? stored.settings.port;
    const parts: Parts = { options, instance, settingsFile, toolsFile, tools, paused, scriptLog };
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

  get settings(): Settings {
    return this.#stored.settings;
  }

  /** Absolute; null for the default. */
  get workspaceFolder(): string | null {
    return this.#stored.workspaceFolder;
  }

  setRecording(on: boolean): void {
    this.engine.flows.recording = on;
    this.changes.settings.notify();
  }

  readonly certificateTrusted = (): Promise<boolean> => {
    const { certPath, certPem } = this.engine.ca;
    return isTrusted(certPath, certPem);
  };

  find(id: number): Flow | undefined {
    return this.traffic.find(id) ?? this.engine.flows.find(id);
  }

  detail(flow: Flow): Promise<FlowDetail> {
    return flowDetail(flow, this.engine.protos);
  }

  show(location: UiLocation): void {
    for (const listener of this.#showListeners) listener(location);
  }

  /** Calls `listener` for each place that is to be shown until the function returned is called. */
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
      // That of this start holds until another is given; where any would do, the one that was found stays.
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

  /** Rejects with an Error that says why it could not be saved. */
  chooseWorkspace(folder: string | null): Promise<void> {
    return this.#serialize(async () => {
      const stored = { ...this.#stored, workspaceFolder: folder };
      await this.#parts.settingsFile.save(storedJson(stored));
      this.#stored = stored;
    });
  }

  /** Lets what is being saved be saved, stops listening and cuts what is open. */
  async close(): Promise<void> {
    const { tools, paused, instance } = this.#parts;
    await this.#turn;
    paused.close();
    await this.engine.close();
    this.traffic.close();
    await tools.close();
    await instance.release();
  }

  /** The engine's list begins anew; the traffic list does not. */
  async #afterRestart(): Promise<void> {
    this.engine.flows.clear();
    await this.#parts.instance.listensOn(this.engine.port).catch((error: unknown) => {
      this.#parts.options.say(`Commands will not find the app: ${messageOf(error)}`);
    });
  }

  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Until the app runs, a setting can be changed in its file only. */
function withFilePath(error: unknown, { path }: SavedFile): unknown {
  if (!(error instanceof SettingError)) return error;
  return new Error(`${error.message} (the setting ${error.field} in ${path})`, { cause: error });
}
