// The contract of a setup: the contents of a context before a script runs. Its source is evaluated once, and every
// clean context starts from a snapshot of the resulting memory.
import type { JobHost } from './job-host.ts';

export interface Setup {
  readonly id: string;
  /**
   * A JavaScript expression: a function of `(kernel, host)` that defines globals and returns hooks, all of them
   * optional: `begin(options)` before the script runs, `call(name, input)` to call one of its functions with the
   * input text, `end(value)` for the result as JSON, `failed()` after an error. `kernel` is described in `kernel.ts`;
   * `host` contains `hostFunctions`.
   */
  readonly source: string;
  readonly hostFunctions: Readonly<Record<string, HostFunction>>;
  /** The store of the setup's snapshot, for setups that take long to evaluate. */
  readonly store?: SnapshotStore;
}

/** A store of snapshots. Reading and writing may fail; the snapshot is then created but not stored. */
export interface SnapshotStore {
  /** Returns a text that changes whenever the sources of the setup do. */
  readonly fingerprint: () => Promise<string>;
  readonly read: (key: string) => Promise<Buffer>;
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** A synchronous function for the source of the setup. Text with arbitrary characters is passed as JSON. */
export type HostFunction = (values: HostArguments, job: JobHost) => HostResult;

/** The result of a host function; bytes become an ArrayBuffer. */
export type HostResult = string | Uint8Array | undefined;

/** The arguments of a host function. Both methods throw a HostError for an argument of another type. */
export interface HostArguments {
  readonly text: (index: number) => string;
  /** Returns a copy of an ArrayBuffer. */
  readonly bytes: (index: number) => Uint8Array;
}

export function defineSetup(setup: Setup): Setup {
  return setup;
}
