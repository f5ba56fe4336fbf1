// A run of a collection in a channel: a row for each request, a pause between requests, and the comparison with the
// last run of the same selection.
import { messageOf } from '../../base/errors.ts';
import { RunHistory, type PastRun } from '../../runs/history/run-history.ts';
import type { Reporter, RequestRun, RunTotals } from '../../runs/runner/events.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { runCollection } from '../../runs/runner/run.ts';
import { hasFailed, isSuccess } from '../../runs/runner/totals.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { Channel } from '../channels/channel.ts';
import { scriptTracker } from './script-tracker.ts';
import type { ScriptValues } from './script-values.ts';
import { secretVariables } from './script-variables.ts';
import { SecretMask } from './secret-mask.ts';

export interface RunRow {
  /** Counted from 0. */
  readonly index: number;
  readonly iteration: number;
  readonly request: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly method: string;
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  readonly timeMs: number;
  readonly size: number;
  readonly hasFailed: boolean;
  readonly skipped: boolean;
  readonly error: string | null;
  readonly tests: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly error: string | null;
  }[];
  readonly scriptErrors: readonly string[];
}

/** Rows that are kept of a run; later ones are only counted. */
const MAX_ROWS = 200_000;

const runs = new WeakMap<Channel, LiveRun>();

/** Runs the collection in the background; the channel tells how far it is. */
export function startRun(
  channel: Channel,
  workspace: Workspace,
  options: LiveRunOptions,
  about: RunAbout,
): void {
  const run = new LiveRun(channel, workspace, options);
  runs.set(channel, run);
  void run.start(options, about);
}

type LiveRunOptions = Omit<RunOptions, 'reporters' | 'signal' | 'finish'>;

interface RunAbout {
  /** See `PastRun`. */
  readonly selection: string | undefined;
  /** Takes the values that scripts set; null to forget them with the run. */
  readonly values: Pick<ScriptValues, 'set'> | null;
  /** Called when the run is in the history. */
  readonly onEnd: () => void;
  /** Runs it; by default the collection. `mask` hides the secrets that are known at the time. */
  readonly execute?: (options: RunOptions, mask: () => SecretMask) => Promise<RunTotals>;
}

/** Returns the run of a channel; undefined for another kind of channel. */
export function runOf(channel: Channel): LiveRun | undefined {
  return runs.get(channel);
}

export class LiveRun {
  readonly #channel: Channel;
  readonly #workspace: Workspace;
  #mask: SecretMask;
  readonly #rows: RunRow[] = [];
  #count = 0;
  /** Settled while the run is not paused. */
  #going: PromiseWithResolvers<undefined> | null = null;

  constructor(channel: Channel, workspace: Workspace, options: LiveRunOptions) {
    this.#channel = channel;
    this.#workspace = workspace;
    this.#mask = new SecretMask(options);
  }

  /** Waits before the next request, or goes on. */
  pause(isPaused: boolean): void {
    if (isPaused === (this.#going !== null) || this.#channel.state === 'ended') return;
    this.#going?.resolve(undefined);
    this.#going = isPaused ? Promise.withResolvers() : null;
    this.#channel.add(isPaused ? 'paused' : 'resumed', {});
  }

  /** Returns rows from an offset on, and the number of all that match. */
  rows(
    offset: number,
    limit: number,
    onlyFailed: boolean,
  ): { readonly total: number; readonly rows: readonly RunRow[] } {
    const rows = onlyFailed ? this.#rows.filter((row) => row.hasFailed) : this.#rows;
    return { total: rows.length, rows: rows.slice(offset, offset + limit) };
  }

  /** Resolves when the channel has ended; never rejects. */
  async start(
    options: LiveRunOptions,
    { selection, values, onEnd, execute = runCollection }: RunAbout,
  ): Promise<void> {
    const history = new RunHistory(this.#workspace);
    const finish = new AbortController();
    this.#channel.finishesFirst(() => {
      finish.abort();
      this.pause(false);
    });
    this.#channel.signal.addEventListener('abort', () => this.pause(false), { once: true });
    try {
      const past = await history.list(() => undefined);
      const before = past.find((each) => isSame(each, options, selection)) ?? null;
      const full: RunOptions = {
        ...options,
        reporters: [
          this.#followScripts(options, values),
          this.#reporter,
          history.reporter(this.#channel.id, {
            selection,
            shown: <T>(value: T) => this.#mask.values(value) as T,
          }),
        ],
        interruptsScripts: true,
        finish: finish.signal,
        signal: this.#channel.signal,
      };
      const totals = await execute(full, () => this.#mask);
      const success = isSuccess(totals);
      this.#channel.end({ outcome: 'ended', success, totals, before: before && this.#compared(before) });
    } catch (error) {
      this.#channel.end({ outcome: 'failed', reason: this.#mask.text(messageOf(error)) });
    }
    onEnd();
  }

  readonly #reporter: Reporter = {
    start: ({ iterations, requests, collection, environment }) =>
      this.#channel.add('start', { iterations, requests, collection: collection.name, environment }),
    request: async (run) => {
      const row = this.#row(run);
      if (this.#rows.length < MAX_ROWS) this.#rows.push(row);
      this.#channel.add('request', { row }, 300);
      // Reporters are awaited, so that this holds the next request.
      await this.#going?.promise;
    },
  };

  /** Masks secrets that scripts set from then on, and leaves the values where that is asked for. */
  #followScripts(options: LiveRunOptions, values: RunAbout['values']): Reporter {
    const secrets: Variable[] = [];
    const step = scriptTracker({
      sources: options,
      isStored: true,
      mask: () => this.#mask,
      onSet: ({ set }) => {
        values?.set(set);
        const unmasked = secretVariables(set).filter(({ value }) => this.#mask.text(value) === value);
        if (unmasked.length === 0) return;
        secrets.push(...unmasked);
        this.#mask = new SecretMask({ ...options, globals: [...options.globals, ...secrets] });
      },
    });
    return { step };
  }

  #row(run: RequestRun): RunRow {
    const { iteration, id, name, folders, method, url, response, skipped, error, tests, scriptErrors } = run;
    return {
      index: this.#count++,
      iteration,
      request: id,
      name,
      folders,
      method,
      url: this.#mask.text(url),
      status: response?.status ?? 0,
      timeMs: response?.timeMs ?? 0,
      size: response?.size ?? 0,
      hasFailed: hasFailed(run),
      skipped,
      error: error === null ? null : this.#mask.text(error),
      tests: tests.map((test) => ({
        name: this.#mask.text(test.name),
        passed: test.passed,
        error: test.error === null ? null : this.#mask.text(test.error.message),
      })),
      scriptErrors: scriptErrors.map(({ where, message }) => this.#mask.text(`${where}: ${message}`)),
    };
  }

  /** Compares the failures with those of an earlier run. */
  #compared({ id, startedAt, totals, failures, moreFailures }: PastRun): object {
    const before = new Set(failures.map(keyOf));
    const failed = this.#rows.filter((row) => row.hasFailed);
    const now = new Set(failed.map(keyOf));
    return {
      run: id,
      startedAt,
      totals,
      newlyFailed: failed.filter((row) => !before.has(keyOf(row))).map(({ index }) => index),
      failedBefore: failed.filter((row) => before.has(keyOf(row))).map(({ index }) => index),
      fixed: [...before].filter((key) => !now.has(key)).length,
      /** False when the earlier run has failed too often for all of it to be known. */
      isWhole: moreFailures === 0,
    };
  }
}

function keyOf({
  iteration,
  folders,
  name,
}: {
  readonly iteration: number;
  readonly folders: readonly string[];
  readonly name: string;
}): string {
  return JSON.stringify([iteration, ...folders, name]);
}

function isSame(
  past: PastRun,
  { collection, environment }: Pick<RunOptions, 'collection' | 'environment'>,
  selection: string | undefined,
): boolean {
  return (
    past.collection.id === collection.id &&
    past.environment === (environment?.name ?? null) &&
    past.selection === selection
  );
}
