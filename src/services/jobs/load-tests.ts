// Load tests that run in this process.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { messageOf, UserError } from '../../base/errors.ts';
import type { LoadTestTotals } from '../perf/measurements.ts';
import type { LoadTestResult } from '../perf/result.ts';
import type { ThresholdResult } from '../perf/thresholds.ts';
import type { LoadTestOptions, Second } from '../perf/options.ts';

/** The number of ended tests that are remembered. */
const MAX_ENDED = 20;

export interface LoadTestState {
  readonly id: string;
  readonly collection: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly state: 'running' | 'ended' | 'failed';
  /** The latest second; null before the first. */
  readonly latest: Second | null;
  /** Returns the totals so far; null before the first second, and after the end. */
  readonly totals: (() => LoadTestTotals) | null;
  /** The totals; null before the end. */
  readonly result: LoadTestResult | null;
  /** Its conditions with their values; empty before the end. */
  readonly thresholds: readonly ThresholdResult[];
  /** The reason why the test has failed; null when it has not. */
  readonly error: string | null;
}

interface Entry {
  state: LoadTestState;
  readonly stop: AbortController;
  done: Promise<void>;
}

export class LoadTests {
  readonly #entries = new Map<string, Entry>();

  /** Starts a test; one runs at a time, since two would measure each other. `onChange`: called each second and at the end. */
  start(
    options: Omit<LoadTestOptions, 'signal' | 'onSecond'>,
    onChange: (state: LoadTestState) => void = () => undefined,
  ): LoadTestState {
    const running = this.list().find(({ state }) => state === 'running');
    if (running !== undefined)
      throw new UserError(
        'CONFLICT',
        `a load test of ${running.collection} is running: wait until it has ended, since two would measure each other`,
      );
    const id = randomUUID();
    const entry: Entry = {
      stop: new AbortController(),
      done: Promise.resolve(),
      state: {
        id,
        collection: options.collection.name,
        startedAt: Date.now(),
        state: 'running',
        latest: null,
        totals: null,
        result: null,
        thresholds: [],
        error: null,
      },
    };
    this.#entries.set(id, entry);
    this.#forgetOld();
    entry.done = this.#run(entry, options, onChange);
    return entry.state;
  }

  /** Returns the tests, the latest last. */
  list(): readonly LoadTestState[] {
    return [...this.#entries.values()].map(({ state }) => state);
  }

  /** Resolves when a test has ended, or when nobody waits for it any more. */
  async untilEnded(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const aborted = once(signal, 'abort');
    await Promise.race([this.#entries.get(id)?.done, aborted]);
  }

  /** Ends a test early, with the totals so far; has no effect on one that has ended. */
  stop(id: string): void {
    this.#entries.get(id)?.stop.abort(new Error('it was stopped'));
  }

  /** Ends the running test, and waits for it. */
  async close(): Promise<void> {
    for (const { stop } of this.#entries.values()) stop.abort(new Error('the process ends'));
    await Promise.all([...this.#entries.values()].map(({ done }) => done));
  }

  async #run(
    entry: Entry,
    options: Omit<LoadTestOptions, 'signal' | 'onSecond'>,
    onChange: (state: LoadTestState) => void,
  ): Promise<void> {
    try {
      const [{ runLoadTest }, { thresholdResults }] = await Promise.all([
        import('../perf/index.ts'),
        import('../perf/thresholds.ts'),
      ]);
      const result = await runLoadTest({
        ...options,
        signal: entry.stop.signal,
        onSecond: (latest, totals) => {
          entry.state = { ...entry.state, latest, totals };
          onChange(entry.state);
        },
      });
      const thresholds = thresholdResults(options.thresholds, result);
      entry.state = { ...entry.state, state: 'ended', result, thresholds, totals: null };
    } catch (error) {
      entry.state = { ...entry.state, state: 'failed', totals: null, error: messageOf(error) };
    }
    onChange(entry.state);
  }

  #forgetOld(): void {
    const ended = [...this.#entries].filter(([, { state }]) => state.state !== 'running');
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.#entries.delete(id);
  }
}
