// What a run is told.
import type { Collection } from '../model/collection.ts';
import type { Environment } from '../model/environment.ts';
import type { Variable } from '../model/values.ts';
import type { Reporter } from './events.ts';

export interface RunOptions {
  readonly collection: Collection;
  /** Names or ids of folders and requests that alone are run; none: all of the collection. */
  readonly only: readonly string[];
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
  /** One iteration a row; further iterations have the last one. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Null: one for each row of data, or one. */
  readonly iterations: number | null;
  /** Milliseconds between requests. */
  readonly delayMs: number;
  /** Whether the run ends at the first error or failing test. */
  readonly bail: boolean;
  /** For every request in place of its own; null: its own. */
  readonly timeoutMs: number | null;
  /** For every script, in milliseconds of its own work; null: as usual. */
  readonly scriptTimeoutMs: number | null;
  /** Whether no certificate is verified. */
  readonly insecure: boolean;
  /** Iterations at a time, each with variables and cookies of its own. */
  readonly parallel: number;
  readonly reporters: readonly Reporter[];
  /** Folders in which files of bodies may lie. */
  readonly fileRoots: readonly string[];
  /** Where proxies are named. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Asks who sits in front of the terminal to open a page, where somebody does. */
  readonly showPage?: ((url: string) => void) | undefined;
  /** Ends the run in order. */
  readonly signal?: AbortSignal | undefined;
}
