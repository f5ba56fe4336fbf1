// The program around the app: the folder for the app's data, and services that the app uses.
import type { ProxySettings } from '../system/system-proxy/contract.ts';
import type { Notice } from '../session/engine/index.ts';
import type { Assistants, ClientStarter, Desktop, UiLocation } from '../session/methods/context.ts';

export interface Host {
  /** Path of the data folder. */
  readonly home: string;
  /**
   * Port for this start, in place of the one in the settings; 0 for any free port, null for the one in the settings.
   */
  readonly port: number | null;
  /** Absolute path of the workspace to choose; null leaves the choice as it is. */
  readonly workspaceFolder: string | null;
  /** Called with each notice of the engine. */
  readonly notice: (notice: Notice) => void;
  /** Called with messages for the user in whole sentences, such as that a file was moved aside. */
  readonly say: (text: string) => void;
  /** Opens a page of the app that shows `location`; resolves with false when it cannot. */
  readonly openPage?: (location: UiLocation) => Promise<boolean>;
  /** Shows folders, and asks for newer versions. */
  readonly desktop?: Desktop;
  /** Starts browsers and terminals whose traffic goes through the app. */
  readonly clients?: ClientStarter;
  /** Knows the assistants that use this app. */
  readonly assistants?: Assistants;
  /** Starts a process that restores the settings of the system if this one is killed; `port` is the proxy's. */
  readonly startGuard?: (port: number) => void;
  /** Returns the proxy settings of the system; by default those of this one. */
  readonly proxySettings?: () => Promise<ProxySettings>;
}
