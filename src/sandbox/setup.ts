// The contract of a setup: what stands in a context before a script runs. Its source is evaluated once, and the memory
// that results is what every clean context starts from.
import type { JobHost } from './job-host.ts';

export interface Setup {
  readonly id: string;
  /**
   * A JavaScript expression: a function of `(kernel, host)` that leaves globals and returns hooks, all of them optional:
   * `begin(options)` before the script runs, `call(name, input)` to call one of its functions with the text that came,
   * `end(value)` for the result as JSON, `failed()` after an error. `kernel` is described in `kernel.ts`; `host` holds `hostFunctions`.
   */
  readonly source: string;
  readonly hostFunctions: Readonly<Record<string, HostFunction>>;
  /** Where its image is kept, when it takes long to make. */
  readonly store?: SnapshotStore;
}

/** Both may fail: the image is made then, and not kept. */
export interface SnapshotStore {
  /** Text that is another one whenever what the setup is made of is. */
  readonly fingerprint: () => Promise<string>;
  readonly read: (key: string) => Promise<Buffer>;
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** Called by the setup's source, at once. Text that may hold anything comes and goes as JSON. */
export type HostFunction = (values: HostArguments, job: JobHost) => HostResult;

/** Bytes become an ArrayBuffer. */
export type HostResult = string | Uint8Array | undefined;

/** Both throw a `HostFault` when the argument is something else. */
export interface HostArguments {
  readonly text: (index: number) => string;
  /** A copy of what an ArrayBuffer holds. */
  readonly bytes: (index: number) => Uint8Array;
}

export function defineSetup(setup: Setup): Setup {
  return setup;
}
