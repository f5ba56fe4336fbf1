// A run as the window has it: its rows, what they add up to, and which lines the list shows. Rows are added in place,
// because there can be a hundred thousand; `version` tells that something has changed.
import type { PlannedStep, RunEnd, RunEvent, RunRow, RunStart } from './run-events.ts';

export type RowFilter = 'all' | 'failed' | 'new';

export type RunLine =
  | { readonly type: 'iteration'; readonly iteration: number; readonly done: number }
  | { readonly type: 'row'; readonly row: RunRow }
  | { readonly type: 'planned'; readonly step: PlannedStep; readonly isSending: boolean };

export interface RunCounts {
  readonly passedTests: number;
  readonly failedTests: number;
  /** Requests without a response, and scripts that ended with an error. */
  readonly errors: number;
  readonly failed: number;
  readonly newlyFailed: number;
  readonly receivedBytes: number;
}

/** Percentiles are of at least this share of the times, turned around. */
const FRESH = 1.02;

const NONE: RunCounts = {
  passedTests: 0,
  failedTests: 0,
  errors: 0,
  failed: 0,
  newlyFailed: 0,
  receivedBytes: 0,
};

export class RunModel {
  /** Null until the app has opened it. */
  channel: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly rows: RunRow[] = [];
  /** Indexes of rows by iteration, in the order in which they ended. */
  readonly iterations = new Map<number, number[]>();
  start: RunStart | null = null;
  end: RunEnd | null = null;
  endedAt: number | null = null;
  isPaused = false;
  /** Rows that the app has forgotten before the window took them. */
  dropped = 0;
  counts: RunCounts = NONE;
  version = 0;
  #times = new Float64Array(256);
  #timeCount = 0;
  #sorted = new Float64Array(0);

  constructor(channel: string | null, startedAt: number) {
    this.channel = channel;
    this.startedAt = startedAt;
  }

  get isGoing(): boolean {
    return this.end === null;
  }

  /** The number of requests that have ended. */
  get done(): number {
    return (this.rows.at(-1)?.index ?? -1) + 1;
  }

  /** Returns the row with an index; undefined for one that was forgotten. */
  rowAt(index: number): RunRow | undefined {
    return this.rows[index - (this.rows[0]?.index ?? 0)];
  }

  take(events: readonly RunEvent[]): void {
    for (const event of events) this.#take(event);
    this.version += 1;
  }

  /** Ends it without an end of the app. */
  endWith(end: RunEnd, time: number): void {
    if (this.end !== null) return;
    this.end = end;
    this.endedAt = time;
    this.version += 1;
  }

  /** Returns response times at shares such as 0.95; empty without any. */
  percentiles(shares: readonly number[]): readonly number[] {
    if (this.#timeCount === 0) return [];
    const sorted = this.#sortedTimes();
    return shares.map((share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!);
  }

  /** Sorting takes a while: in a long run only after some more have come. */
  #sortedTimes(): Float64Array {
    const isFresh =
      this.#sorted.length * FRESH >= this.#timeCount &&
      (this.isGoing || this.#sorted.length === this.#timeCount);
    if (!isFresh) this.#sorted = this.#times.slice(0, this.#timeCount).sort();
    return this.#sorted;
  }

  /** Returns what the list shows, by iteration. */
  lines(filter: RowFilter): readonly RunLine[] {
    const lines: RunLine[] = [];
    const planned = filter === 'all' ? this.#planned() : null;
    const hasHeads = (this.start?.iterations ?? 1) > 1 || this.iterations.size > 1;
    for (const iteration of [...this.iterations.keys()].sort((one, other) => one - other)) {
      const own = this.iterations.get(iteration)!;
      const shown = filter === 'all' ? own : own.filter((index) => isShown(this.rows[index]!, filter));
      if (shown.length === 0) continue;
      if (hasHeads) lines.push({ type: 'iteration', iteration, done: own.length });
      for (const index of shown) lines.push({ type: 'row', row: this.rows[index]! });
    }
    if (planned !== null) {
      if (planned.isNext && hasHeads)
        lines.push({ type: 'iteration', iteration: planned.iteration, done: 0 });
      for (const [at, step] of planned.steps.entries())
        lines.push({ type: 'planned', step, isSending: at === 0 && !this.isPaused });
    }
    return lines;
  }

  /** Returns what is still to come in the iteration that goes on, where one goes on at a time. */
  #planned(): {
    readonly iteration: number;
    readonly isNext: boolean;
    readonly steps: readonly PlannedStep[];
  } | null {
    const { start, rows } = this;
    if (start === null || !this.isGoing || start.parallel > 1 || start.steps.length === 0) return null;
    const last = rows.at(-1);
    if (last === undefined) return { iteration: 0, isNext: true, steps: start.steps };
    const at = start.steps.findLastIndex(({ request }) => request === last.request);
    const rest = start.steps.slice(at + 1);
    if (rest.length > 0) return { iteration: last.iteration, isNext: false, steps: rest };
    const next = last.iteration + 1;
    return next >= start.iterations ? null : { iteration: next, isNext: true, steps: start.steps };
  }

  #take(event: RunEvent): void {
    if (event.type === 'start') this.start = event;
    if (event.type === 'request') this.#add(event.row);
    if (event.type === 'paused' || event.type === 'resumed') this.isPaused = event.type === 'paused';
    if (event.type === 'end') {
      this.end = event;
      this.endedAt = event.time;
      this.isPaused = false;
    }
  }

  #add(row: RunRow): void {
    const own = this.iterations.get(row.iteration);
    if (own === undefined) this.iterations.set(row.iteration, [this.rows.length]);
    else own.push(this.rows.length);
    this.rows.push(row);
    if (row.status > 0 || row.timeMs > 0) this.#addTime(row.timeMs);
    const failedTests = row.tests.filter(({ passed }) => !passed).length;
    const { counts } = this;
    this.counts = {
      passedTests: counts.passedTests + row.tests.length - failedTests,
      failedTests: counts.failedTests + failedTests,
      errors: counts.errors + row.scriptErrors.length + (row.error === null ? 0 : 1),
      failed: counts.failed + (row.hasFailed ? 1 : 0),
      newlyFailed: counts.newlyFailed + (isNewlyFailed(row) ? 1 : 0),
      receivedBytes: counts.receivedBytes + row.size,
    };
  }

  #addTime(ms: number): void {
    if (this.#timeCount === this.#times.length) {
      const longer = new Float64Array(this.#times.length * 2);
      longer.set(this.#times);
      this.#times = longer;
    }
    this.#times[this.#timeCount] = ms;
    this.#timeCount += 1;
  }
}

/** Returns true for a request that has failed, and did not in the run before. */
export function isNewlyFailed({ hasFailed, before }: RunRow): boolean {
  return hasFailed && before?.hasFailed === false;
}

function isShown(row: RunRow, filter: RowFilter): boolean {
  return filter === 'new' ? isNewlyFailed(row) : row.hasFailed;
}
