// The options of a session: its settings, where it saves its state, and what the program around it provides.
import type { ToolsState } from '../tools/rules/tools-file.ts';
import type { Assistants, ClientStarter, Desktop, UiLocation } from './methods/context.ts';
import type { PageStore, PageValues } from './page-state.ts';
import type { Settings } from './settings/schema.ts';

export interface SessionOptions {
  readonly settings: Settings;
  readonly pages: PageValues;
  /** Port that the settings or this start ask for; 0 for any free port. */
  readonly port: number;
  /** The data folder. */
  readonly home: string;
  /** Absolute path of the workspace; null for the one in the data folder. */
  readonly workspaceFolder: string | null;
  /** Absolute path of the folder for captured traffic; null keeps it in memory. */
  readonly trafficFolder: string | null;
  readonly store: SessionStore;
  readonly host: SessionHost;
}

/** The storage for a session's state. Each function rejects with an Error when it cannot save. */
export interface SessionStore extends PageStore {
  saveSettings(settings: Settings): Promise<void>;
  saveTools(tools: ToolsState): Promise<void>;
  /** Keeps the absolute path of the workspace for the next start. */
  saveWorkspace(folder: string, settings: Settings): Promise<void>;
}

/** A store that saves nothing. */
export const NOT_SAVED: SessionStore = {
  saveSettings: () => Promise.resolve(),
  saveTools: () => Promise.resolve(),
  saveWorkspace: () => Promise.resolve(),
  savePreferences: () => Promise.resolve(),
  saveDrafts: () => Promise.resolve(),
};

/** Services that the program around a session provides. */
export interface SessionHost {
  /** Opens a page of the app that shows `location`; resolves with false when it cannot. */
  readonly openPage?: ((location: UiLocation) => Promise<boolean>) | undefined;
  /** Shows folders, and asks for newer versions. */
  readonly desktop?: Desktop | undefined;
  /** Starts browsers and terminals whose traffic goes through the proxy. */
  readonly clients?: ClientStarter | undefined;
  /** Knows the assistants that use this session. */
  readonly assistants?: Assistants | undefined;
  /** Sends the traffic of the system through the proxy. */
  readonly systemProxy?: SystemProxyControl | undefined;
  /** Called with messages for the user in whole sentences. */
  readonly say?: ((text: string) => void) | undefined;
  /** Called when the proxy listens on a new port. */
  readonly listensOn?: ((port: number) => Promise<void>) | undefined;
}

/** The proxy settings of the operating system. Each function rejects with a UserError. */
export interface SystemProxyControl {
  on(port: number): Promise<void>;
  off(): Promise<void>;
  /** True when the system sends its traffic to `port`. It may be some seconds old. */
  pointsTo(port: number): Promise<boolean>;
}
