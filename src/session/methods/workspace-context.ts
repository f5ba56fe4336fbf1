// The context of workspace operations. Types only. In the app, its own engine is the proxy. The assistant server
// works on the folder without the app, and reaches a running proxy by its Control API.
import type { Jobs } from '../../services/jobs/index.ts';
import type { ModelPrices } from '../../collections/model/model-price.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';

/** The owner of a workspace: the app, or the assistant server. */
export interface WorkspaceOwner {
  readonly workspace: WorkspaceContext;
}

export interface WorkspaceContext {
  /** Opens the workspace for one call, because its files and the choice of the folder may have changed before. */
  open(): Promise<Workspace>;
  /** Resolves with the running proxy. Rejects with a UserError that says how to start one where there is none. */
  proxy(): Promise<ReachableProxy>;
  /** Mock servers and load tests, which end with the process. */
  readonly jobs: Jobs;
  /** The prices of language models in the settings. */
  readonly modelPrices: ModelPrices;
  /**
   * Returns the absolute path of a file that may be read or written; relative paths start in the workspace. Throws a
   * UserError with the reason for other files.
   */
  allowedPath(path: string, use: 'read' | 'write'): string;
  /** True when results show the values of secret variables and authorization. */
  readonly showsSecrets: boolean;
  /**
   * Returns `given` with the values that further masks of the caller stand for, taken from the same places of `old`.
   * `field` names the parameter in errors.
   */
  unmasked(given: unknown, old: unknown, field: string): unknown;
}

export interface ReachableProxy {
  readonly port: number;
  /** The root certificate, with which the proxy signs those of decrypted hosts. */
  readonly caPem: string;
  /** Resolves with a HAR file of the captured request with this id. Rejects with a UserError when there is none. */
  har(id: number): Promise<string>;
}
