// A session: the capture, with the settings, the workspace and the methods that work on them. The app saves settings
// and rules in files; the library saves nothing. Both call the same methods.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SettingError, UserError } from '../base/errors.ts';
import { fresh } from '../base/fresh-value.ts';
import { flowDetail, type FlowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { appIcons } from '../system/app-icons/index.ts';
import type { BypassingApp } from '../system/bypass/index.ts';
import { bypassScanner } from '../system/bypass/scanner.ts';
import { isTrusted } from '../system/trust/index.ts';
import type { McpPipe } from '../proxy/pipe/index.ts';
import type { PausedQueue } from '../tools/paused/index.ts';
import type { ScriptLog } from '../tools/script-log.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { ScanAhead } from '../traffic/insights/list/scan-ahead.ts';
import type { TrafficList } from '../traffic/traffic-list.ts';
import type { Capture } from './capture.ts';
import type { WorkspaceEvent } from './client-files/events.ts';
import type { ClientFiles } from './client-files/index.ts';
import { ChangeSignal } from './change-signal.ts';
import { Channels } from './channels/index.ts';
import { engineConfig, engineSettings } from './engine/config.ts';
import type { Engine } from './engine/index.ts';
import type {
  AppContext,
  Assistants,
  ClientStarter,
  Desktop,
  SettingsChanged,
  UiLocation,
} from './methods/context.ts';
import type { ClientState } from './live/client-state.ts';
import type { WorkspaceContext } from './methods/workspace-context.ts';
import { OpenWorkspace } from './open-workspace.ts';
import { Outputs } from './outputs/index.ts';
import { TrafficFiles } from './traffic-files/index.ts';
import { PageState } from './page-state.ts';
import type { SessionOptions, SessionStore, SessionHost } from './session-options.ts';
import type { Settings } from './settings/schema.ts';
import { changedSettings } from './settings/settings.ts';
import type { LoadedTools } from './tools.ts';

export class Session implements AppContext {
  readonly engine: Engine;
  readonly home: string;
  readonly traffic: TrafficList;
  readonly trafficFiles: TrafficFiles | null;
  readonly tools: ToolSet;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
  readonly pages: PageState;
  readonly channels = new Channels();
  /** Signals for listeners that follow settings, preferences, drafts, tools or paused messages; the traffic list has its own. */
  readonly changes;
  readonly #capture: Capture;
  readonly #store: SessionStore;
  readonly #host: SessionHost;
  readonly #outputs: Outputs;
  readonly #bypass = bypassScanner();
  readonly #scanAhead: ScanAhead;
  readonly #workspaceParts;
  #opened: OpenWorkspace;
  /** Asking macOS and Windows starts a program. */
  readonly #trusted = fresh(2000, (pem: string) => isTrusted({ path: this.engine.ca.certPath, pem }));
  #settings: Settings;
  #port: number;
  /** Settles when the last change of state has ended; changes run one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #workspaceListeners: readonly ((event: WorkspaceEvent) => void)[] = [];
  #showListeners: readonly ((location: UiLocation) => void)[] = [];

  constructor(capture: Capture, { tools, paused, scriptLog }: LoadedTools, options: SessionOptions) {
    this.engine = capture.engine;
    const { settings, trafficFolder } = options;
    this.trafficFiles =
      trafficFolder === null
        ? null
        : new TrafficFiles(
            {
              folder: trafficFolder,
              captures: capture.engine.captures,
              settings,
              say: (text) => options.host.say?.(text),
            },
            (list) => capture.listTraffic(list),
          );
    this.traffic = this.trafficFiles?.list ?? capture.listTraffic();
    this.tools = tools;
    this.paused = paused;
    this.scriptLog = scriptLog;
    this.#capture = capture;
    this.pages = new PageState(options.pages, options.store);
    this.changes = {
      settings: new ChangeSignal(),
      ...this.pages.changes,
      ...capture.tools.changes,
    };
    this.home = options.home;
    this.#store = options.store;
    this.#host = options.host;
    this.#outputs = new Outputs(capture, (text) => options.host.say?.(text));
    this.#settings = options.settings;
    this.#port = options.port;
    this.#workspaceParts = {
      engine: capture.engine,
      modelPrices: () => this.settings.modelPrices,
      find: (id: number) => this.find(id),
    };
    this.#opened = this.#newWorkspace(options.workspaceFolder ?? join(options.home, 'Workspace'));
    this.#scanAhead = new ScanAhead(this.traffic);
  }

  get desktop(): Desktop | null {
    return this.#host.desktop ?? null;
  }

  get clients(): ClientStarter | null {
    return this.#host.clients ?? null;
  }

  get assistants(): Assistants | null {
    return this.#host.assistants ?? null;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get workspace(): WorkspaceContext {
    return this.#opened.context;
  }

  get clientState(): ClientState {
    return this.#opened.state;
  }

  clientFiles(): Promise<ClientFiles> {
    return this.#opened.files.open();
  }

  onWorkspace(listener: (event: WorkspaceEvent) => void): () => void {
    this.#workspaceListeners = [...this.#workspaceListeners, listener];
    return () => {
      this.#workspaceListeners = this.#workspaceListeners.filter((other) => other !== listener);
    };
  }

  openWorkspace(folder: string): Promise<void> {
    return this.#serialize(async () => {
      if (folder === this.#opened.folder) return;
      await this.#store.saveWorkspace(folder, this.#settings);
      await this.channels.closeAll('another workspace was opened');
      const before = this.#opened;
      this.#opened = this.#newWorkspace(folder);
      await before.close();
      this.#emitWorkspace({ type: 'opened', folder, before: before.folder });
    });
  }

  setRecording(on: boolean): void {
    this.engine.flows.recording = on;
    this.changes.settings.notify();
  }

  /** Returns the icon of an app by its name; null without one. Never rejects. */
  readonly appIcon = appIcons();

  readonly certificateTrusted = (): Promise<boolean> => this.#trusted.get(this.engine.ca.certPem);

  async setSystemProxy(on: boolean): Promise<void> {
    const { systemProxy } = this.#host;
    if (systemProxy === undefined)
      throw new UserError(
        'UNSUPPORTED',
        'only the app switches the proxy of the system: start it with "proxyctl app"',
      );
    await (on ? systemProxy.on(this.engine.port) : systemProxy.off());
    this.changes.settings.notify();
  }

  readonly bypassingApps = (): Promise<readonly BypassingApp[]> => this.#bypass.apps(this.engine.port);

  readonly capturesSystem = async (): Promise<boolean> =>
    (await this.#host.systemProxy?.pointsTo(this.engine.port)) ?? false;

  find(id: number): Flow | undefined {
    return this.#capture.find(id);
  }

  /** Opens a pipe whose bytes another process passes on; `about` is what that has to know. */
  async openPipe(
    name: string,
    process: string | null,
  ): Promise<{
    readonly pipe: McpPipe;
    readonly about: { readonly port: number; readonly certificate: string };
  }> {
    const pipe = await this.#capture.openPipe(name, process);
    return { pipe, about: { port: this.engine.port, certificate: this.engine.ca.certPath } };
  }

  detail(flow: Flow): Promise<FlowDetail> {
    return flowDetail(flow, this.engine.protos);
  }

  async show(location: UiLocation): Promise<boolean> {
    if (this.#showListeners.length === 0) return (await this.#host.openPage?.(location)) ?? false;
    for (const listener of this.#showListeners) listener(location);
    return true;
  }

  /** Calls `listener` with each location to show. Returns a function that unsubscribes it. */
  onShow(listener: (location: UiLocation) => void): () => void {
    this.#showListeners = [...this.#showListeners, listener];
    return () => {
      this.#showListeners = this.#showListeners.filter((other) => other !== listener);
    };
  }

  /** Opens the files that the settings name. Rejects with a SettingError when one cannot be opened. */
  async openOutputs(): Promise<void> {
    await (await this.#outputs.prepare(this.#settings)).commit();
  }

  changeSettings(change: unknown): Promise<SettingsChanged> {
    return this.#serialize(async () => {
      const previous = this.#settings;
      const settings = changedSettings(previous, change);
      const keys = Object.keys(change as object);
      // The current port stays in use until a change names another; with 0, that is the free port that was found.
      const requestedPort = keys.includes('port') ? settings.port : this.#port;
      const port = requestedPort === this.#port ? this.engine.port : requestedPort;
      const config = engineConfig({ ...engineSettings(settings), port });
      const { listen } = engineConfig({ ...engineSettings(previous), port: this.engine.port });
      const restarted = !isDeepStrictEqual(config.listen, listen);
      const save = (): Promise<void> => this.#store.saveSettings(settings);
      const outputs = await this.#outputs.prepare(settings);
      await this.engine.change(config, save).catch(async (error: unknown) => {
        await outputs.undo();
        throw error instanceof SettingError ? new SettingError(error.message, { field: error.field }) : error;
      });
      await outputs.commit();
      this.trafficFiles?.change(settings);
      this.#settings = settings;
      this.#port = requestedPort;
      if (restarted) await this.#afterRestart();
      this.changes.settings.notify();
      return { applied: keys, restarted, port: this.engine.port };
    });
  }

  changeTools<T>(change: (tools: ToolSet) => T | Promise<T>): Promise<T> {
    return this.#serialize(async () => {
      const previous = this.tools.state();
      const result = await change(this.tools);
      await this.#store.saveTools(this.tools.state()).catch((error: unknown) => {
        this.tools.load(previous);
        throw error;
      });
      return result;
    });
  }

  /** Waits for pending changes, stops listening and closes open connections. */
  async close(): Promise<void> {
    await this.#turn;
    await this.pages.settled();
    await this.channels.closeAll('the app ends');
    await this.#opened.close();
    await this.#capture.close();
    await this.#outputs.close();
    await this.#scanAhead.close();
    await this.trafficFiles?.close();
    await this.#bypass.close();
  }

  #newWorkspace(folder: string): OpenWorkspace {
    return new OpenWorkspace(folder, this.#workspaceParts, this.#emitWorkspace);
  }

  readonly #emitWorkspace = (event: WorkspaceEvent): void => {
    for (const listener of this.#workspaceListeners) listener(event);
  };

  /** Empties the engine's list of flows; the traffic list stays. */
  async #afterRestart(): Promise<void> {
    this.engine.flows.clear();
    await this.#host.listensOn?.(this.engine.port);
  }

  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
