// The parts of the app that methods use. Types only: help and the MCP server list methods without loading an engine.
import type { FlowDetail } from '../../flow/detail.ts';
import type { Flow } from '../../flow/flow.ts';
import type { BypassingApp } from '../../system/bypass/index.ts';
import type { PausedQueue } from '../../tools/paused/index.ts';
import type { ScriptLog } from '../../tools/script-log.ts';
import type { ToolSet } from '../../tools/tool-set.ts';
import type { Channels } from '../channels/index.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import type { ClientFiles } from '../client-files/index.ts';
import type { Engine } from '../engine/index.ts';
import type { ClientState } from '../live/client-state.ts';
import type { PageState } from '../page-state.ts';
import type { Settings } from '../settings/schema.ts';
import type { TrafficFiles } from '../traffic-files/index.ts';
import type { TrafficList } from '../../traffic/traffic-list.ts';
import type { WorkspaceOwner } from './workspace-context.ts';

export interface AppContext extends WorkspaceOwner {
  readonly engine: Engine;
  /** Work that goes on for windows of the UI, such as sends and open connections. */
  readonly channels: Channels;
  /** Cookies and tokens of the sends. */
  readonly clientState: ClientState;
  readonly traffic: TrafficList;
  /** The traffic on the disk; null where it is only in memory. */
  readonly trafficFiles: TrafficFiles | null;
  readonly tools: ToolSet;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
  /** The settings as they are stored, secrets included. */
  readonly settings: Settings;
  /** Preferences and drafts of the web UI. */
  readonly pages: PageState;
  /** The files of the workspace for the windows of the API client; they are followed from the first call on. */
  clientFiles(): Promise<ClientFiles>;
  /**
   * Opens another workspace, by its absolute path, for all windows and the next start. What goes on for the windows ends;
   * drafts stay in the folder of the former one. Rejects with an Error when the choice cannot be saved.
   */
  openWorkspace(folder: string): Promise<void>;
  /** Calls `listener` with what happens to the workspace. Returns a function that unsubscribes it. */
  onWorkspace(listener: (event: WorkspaceEvent) => void): () => void;
  setRecording(on: boolean): void;
  /** Sends the traffic of the system through the proxy, or restores its settings. Rejects with a UserError. */
  setSystemProxy(on: boolean): Promise<void>;
  /** True when the system sends its traffic to the proxy. It may be some seconds old. */
  readonly capturesSystem: () => Promise<boolean>;
  /** Apps that bypass the proxy. They may be some seconds old. */
  readonly bypassingApps: () => Promise<readonly BypassingApp[]>;
  /**
   * Shows a location of the app in the open pages, or else in a new one. Resolves with false when none could be opened.
   */
  show(location: UiLocation): Promise<boolean>;
  /** Path of the data folder. */
  readonly home: string;
  /** The computer around the app; null where the app does not reach it. */
  readonly desktop: Desktop | null;
  /** Starts programs beside the app; null where nothing can be started. */
  readonly clients: ClientStarter | null;
  /** The assistants that use this app; null where it is not known how they are started. */
  readonly assistants: Assistants | null;
  /** True when the operating system trusts the root certificate. */
  readonly certificateTrusted: () => Promise<boolean>;
  /** Returns the flow with this id, captured or imported; undefined when no list has it. */
  find(id: number): Flow | undefined;
  detail(flow: Flow): Promise<FlowDetail>;
  /** Applies a change of settings and saves it. When it rejects, nothing has changed; the Error may have a `field`. */
  changeSettings(change: unknown): Promise<SettingsChanged>;
  /** Runs a change of tools or their rules and saves the result. When either fails, nothing has changed. */
  changeTools<T>(change: (tools: ToolSet) => T | Promise<T>): Promise<T>;
}

/** The parts that exist without an engine, in the viewer. */
export type ViewContext = Pick<AppContext, 'traffic' | 'find' | 'detail'> & {
  readonly settings?: Pick<Settings, 'allowedSecrets' | 'modelPrices'>;
};

/** A location of the app. The keys beside `target` depend on it. */
export type UiLocation = { readonly target: string } & Readonly<Record<string, string>>;

/** A program that the app can start so that its traffic goes through the app. */
export type ClientTarget = 'chromium' | 'firefox' | 'terminal';

export interface StartableClient {
  readonly target: ClientTarget;
  /** Its name, such as `Google Chrome`. */
  readonly program: string;
}

export interface ClientStarter {
  /** Returns the installed ones. */
  available(): readonly StartableClient[];
  /** Starts one; resolves with its name. Rejects with a UserError. */
  start(target: ClientTarget): Promise<string>;
}

/** The desktop and the network of this computer, which the app uses when the user asks for it. */
export interface Desktop {
  /** Shows a folder in the file manager; resolves with false where nothing can be shown. */
  openFolder(path: string): Promise<boolean>;
  /** Asks the registry for the newest version. Rejects with a UserError. */
  newestVersion(): Promise<NewestVersion>;
}

export interface NewestVersion {
  readonly version: string;
  /** True when it is newer than this one. */
  readonly isNewer: boolean;
}

/** The assistants that work with the app over the Model Context Protocol. */
export interface Assistants {
  /** Returns the programs that are known, with how each is connected. */
  programs(): readonly AssistantProgram[];
  /** Resolves with what assistants have called, newest first. */
  calls(limit: number): Promise<readonly AssistantCall[]>;
  /** Takes back the change of a call. Rejects with a UserError. */
  undo(id: string): Promise<void>;
}

export interface AssistantProgram {
  readonly id: string;
  readonly title: string;
  /** The path of its configuration; relative to a project when `isOfProject`. */
  readonly file: string;
  readonly isOfProject: boolean;
  /** The part of the configuration that connects it, and the command that merges it into the file. */
  readonly config: string;
  readonly command: string;
}

export interface AssistantCall {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The name and version of the assistant, as it says itself. */
  readonly client: string;
  readonly tool: string;
  /** The parameters as JSON, without secrets, cut when long. */
  readonly params: string;
  readonly outcome: 'ok' | 'error' | 'cancelled';
  /** The error; empty without. */
  readonly error: string;
  readonly durationMs: number;
  /** State of its change: `possible` to take back, `done`, or `none` where there is nothing to take back. */
  readonly undo: 'possible' | 'done' | 'none';
}

export interface SettingsChanged {
  /** Keys of the settings in the change. */
  readonly applied: readonly string[];
  /** True when the proxy listens again on new ports; its list of flows is empty then. */
  readonly restarted: boolean;
  /** Port on which the proxy listens. */
  readonly port: number;
}
