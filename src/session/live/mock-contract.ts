// The options of a mock server of a window, its changes while it runs, and what it tells.
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { Jobs } from '../../services/jobs/index.ts';
import type { Mock } from '../../services/mock/index.ts';
import type { PassOn } from '../../services/mock/pass-on.ts';
import type { MockRoute } from '../../services/mock/routes.ts';
import type { DelayRange, FailingShare, MockServerOptions } from '../../services/mock/server.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import type { ClientFiles } from '../client-files/index.ts';
import type { MockSubject } from './mock-sources.ts';

export interface MockHost {
  readonly engine: { readonly flows: FlowStore };
  readonly workspace: { open(): Promise<Workspace>; readonly jobs: Jobs };
  /** Follows the files of the workspace from then on. */
  clientFiles(): Promise<ClientFiles>;
  onWorkspace(listener: (event: WorkspaceEvent) => void): () => void;
}

/** A mock server that has ended, for the history. */
export interface EndedMock {
  readonly name: string;
  readonly environment: string | null;
  readonly url: string;
  readonly calls: number;
  readonly unmatched: number;
}

export interface MockRequest extends MockSubject {
  readonly port?: number | undefined;
  readonly delay: DelayRange;
  readonly tls: MockServerOptions['tls'];
  readonly passOn?: PassOn | null;
  /** True to send the callbacks of the description. */
  readonly callbacks?: boolean;
  readonly failing?: FailingShare;
  /** True to keep what the server behind responds as examples of the collection, or of the description without one. */
  readonly keeps?: boolean;
}

/** Changes of a mock server while it runs. */
export interface MockChange {
  readonly delay?: DelayRange;
  readonly stateful?: boolean | undefined;
  readonly validate?: boolean | undefined;
  readonly onlyLog?: boolean | undefined;
  readonly failing?: FailingShare;
  readonly dynamic?: boolean | undefined;
}

/** The routes of a mock server that runs, with its calls. */
export interface RunningRoutes {
  readonly routes: readonly MockRoute[];
  /** Calls by the id of their example. */
  readonly counts: ReadonlyMap<string, number>;
  readonly calls: number;
  /** Calls that no example fits. */
  readonly unmatched: number;
}

export interface FreshMock {
  readonly mock: Mock;
  readonly mask: (text: string) => string;
}
