// A run of a collection in a channel: a row for each request, a pause between requests, and the comparison with the
// last run of the same selection.
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { earlierRun, type EarlierRun } from '../../runs/history/earlier-run.ts';
import { RunHistory } from '../../runs/history/run-history.ts';
import { isSameRun } from '../../runs/history/same-run.ts';
import type { Reporter, RequestRun, RunStart, RunTotals } from '../../runs/runner/events.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { runCollection } from '../../runs/runner/run.ts';
import { isSuccess, Totals } from '../../runs/runner/totals.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { Channel } from '../channels/channel.ts';
import { labelsOf, pickedCount, plannedSteps } from './run-plan.ts';
import { RunRecords, type KeptBodies } from './run-records.ts';
import type { ReportName } from './report-names.ts';
import { makeReport, type MadeReport } from './run-report.ts';
import { rowOf, type RunRow } from './run-row.ts';
import { scriptTracker } from './script-tracker.ts';
import type { ScriptValues } from './script-values.ts';
import { secretVariables } from './script-variables.ts';
import { timeLimit } from './time-limit.ts';
import { SecretMask } from './secret-mask.ts';

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
  const run = new LiveRun(channel, workspace, options, about);
  runs.set(channel, run);
  channel.onClose(() => run.close());
  void run.start();
}

type LiveRunOptions = Omit<RunOptions, 'reporters' | 'signal' | 'finish'>;

export interface RunAbout {
  /** See `PastRun`. */
  readonly selection: string | undefined;
  /** The run whose failed requests are sent again; absent for a run of its own. */
  readonly repeats?: string | undefined;
  readonly keepBodies: KeptBodies;
  /** Milliseconds of the whole run; absent or 0 for no limit. */
  readonly totalTimeoutMs?: number;
  /** The folder of records and reports, until the channel is closed. */
  readonly folder: string;
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

/** The progress of a run. */
export interface RunProgress {
  readonly collection: { readonly id: string; readonly name: string };
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly isPaused: boolean;
}

export class LiveRun {
  readonly #channel: Channel;
  readonly #options: LiveRunOptions;
  readonly #about: RunAbout;
  readonly #history: RunHistory;
  readonly #records: RunRecords;
  readonly #reports = new Map<ReportName, MadeReport>();
  readonly #rows: RunRow[] = [];
  #mask: SecretMask;
  #count = 0;
  #failed = 0;
  #start: RunStart | null = null;
  #totals = new Totals();
  #end: RunTotals | null = null;
  #past: EarlierRun | null = null;
  /** Settled while the run is not paused. */
  #going: PromiseWithResolvers<undefined> | null = null;

  constructor(channel: Channel, workspace: Workspace, options: LiveRunOptions, about: RunAbout) {
    this.#channel = channel;
    this.#options = options;
    this.#about = about;
    this.#history = new RunHistory(workspace);
    this.#records = new RunRecords(join(about.folder, channel.id), about.keepBodies);
    this.#mask = new SecretMask(options);
  }

  get progress(): RunProgress {
    const { id, name } = this.#options.collection;
    const { iterations = 0, requests = 0 } = this.#start ?? {};
    return {
      collection: { id, name },
      done: this.#count,
      total: this.#options.picked === undefined ? iterations * requests : pickedCount(this.#options.picked),
      failed: this.#failed,
      isPaused: this.#going !== null,
    };
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

  /** Resolves with a request and its messages. Rejects with a UserError when it is not kept. */
  async record(index: number): Promise<RequestRun> {
    const found = await this.#records.read(index);
    if (found !== null) return found;
    const { error } = this.#records;
    const reason = error === null ? 'it was not sent' : `it could not be kept: ${error}`;
    throw new UserError('NOT_FOUND', `there is no request ${index} of this run: ${reason}`, {
      field: 'index',
    });
  }

  /** Makes a report of what has ended so far. */
  async report(name: ReportName, signal: AbortSignal): Promise<MadeReport> {
    if (this.#start === null) throw new UserError('UNAVAILABLE', 'the run has not begun: try again soon');
    const totals = this.#end ?? this.#totals.result(this.#start.iterations, 'it is still running');
    const made = await makeReport(
      { start: this.#start, totals, records: this.#records },
      name,
      this.#about.folder,
      signal,
    );
    const before = this.#reports.get(name);
    this.#reports.set(name, made);
    if (before !== undefined) await rm(before.path, { force: true });
    return made;
  }

  /** Returns the report that was made last. */
  madeReport(name: ReportName): MadeReport | undefined {
    return this.#reports.get(name);
  }

  /** Resolves when the channel has ended; never rejects. */
  async start(): Promise<void> {
    const { selection, repeats, values, onEnd, execute = runCollection, totalTimeoutMs = 0 } = this.#about;
    const finish = new AbortController();
    const limit = timeLimit(totalTimeoutMs, () => this.pause(false));
    this.#channel.finishesFirst(() => {
      finish.abort();
      this.pause(false);
    });
    this.#channel.signal.addEventListener('abort', () => this.pause(false), { once: true });
    try {
      this.#past = await this.#earlier();
      const options: RunOptions = {
        ...this.#options,
        reporters: [
          this.#followScripts(values),
          this.#reporter,
          this.#history.reporter(this.#channel.id, {
            selection,
            repeats,
            shown: <T>(value: T) => this.#mask.values(value) as T,
          }),
        ],
        interruptsScripts: true,
        finish: finish.signal,
        signal: AbortSignal.any([this.#channel.signal, limit.signal]),
      };
      this.#end = await execute(options, () => this.#mask);
      this.#channel.end({
        outcome: 'ended',
        success: isSuccess(this.#end),
        totals: this.#end,
        before: this.#compared(),
        notKept: this.#records.error,
      });
    } catch (error) {
      this.#channel.end({ outcome: 'failed', reason: this.#mask.text(messageOf(error)) });
    }
    limit.end();
    onEnd();
  }

  /** Deletes records and reports. */
  async close(): Promise<void> {
    await this.#records.close();
    for (const { path } of this.#reports.values()) await rm(path, { force: true }).catch(() => undefined);
  }

  async #earlier(): Promise<EarlierRun | null> {
    const { selection, repeats } = this.#about;
    const past = await this.#history.list(() => undefined);
    const found = past.find((each) =>
      repeats === undefined
        ? each.repeats === undefined && isSameRun(each, this.#options, selection)
        : each.id === repeats,
    );
    return earlierRun(this.#history, found);
  }

  readonly #reporter: Reporter = {
    start: (run) => {
      this.#start = run;
      this.#totals = new Totals();
      const { iterations, requests, collection, environment, startedAt } = run;
      const past = this.#past?.run;
      this.#channel.add('start', {
        iterations,
        requests,
        total: this.progress.total,
        collection: collection.name,
        environment,
        startedAt,
        steps: plannedSteps(this.#options),
        labels: labelsOf(this.#options, this.#mask),
        parallel: this.#options.parallel,
        repeats: this.#about.repeats ?? null,
        before: past === undefined ? null : { run: past.id, startedAt: past.startedAt, totals: past.totals },
      });
    },
    request: async (run) => {
      const row = rowOf(run, this.#count, this.#past?.take(run) ?? null, this.#mask);
      this.#count += 1;
      if (row.hasFailed) this.#failed += 1;
      this.#totals.add(run);
      if (this.#rows.length < MAX_ROWS) {
        this.#rows.push(row);
        await this.#records.add(run, this.#mask);
      }
      this.#channel.add('request', { row }, 300);
      // Reporters are awaited, so that this holds the next request.
      await this.#going?.promise;
    },
  };

  /** Masks secrets that scripts set from then on, and leaves the values where that is asked for. */
  #followScripts(values: RunAbout['values']): Reporter {
    const secrets: Variable[] = [];
    const options = this.#options;
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

  /** Compares the failures with those of the earlier run. */
  #compared(): object | null {
    if (this.#past === null) return null;
    const { run, isWhole } = this.#past;
    const failed = this.#rows.filter((row) => row.hasFailed);
    return {
      run: run.id,
      startedAt: run.startedAt,
      totals: run.totals,
      newlyFailed: failed.filter(({ before }) => before?.hasFailed === false).map(({ index }) => index),
      failedBefore: failed.filter(({ before }) => before?.hasFailed === true).map(({ index }) => index),
      fixed: this.#rows.filter((row) => !row.hasFailed && row.before?.hasFailed === true).length,
      isWhole,
    };
  }
}
