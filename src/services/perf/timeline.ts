// The timeline of a load test: merges the reports of its shares into seconds and totals.
import { Measurement, type RequestMeasurement } from './measurements.ts';
import type { Second } from './options.ts';
import type { ShareReport } from './share-messages.ts';

const SECOND_MS = 1000;

/** The latest state of one share. */
interface ShareState {
  reports: number;
  last: Omit<ShareReport, 'requests'> | null;
  hasEnded: boolean;
}

export class Timeline {
  readonly requests: readonly RequestMeasurement[];
  readonly seconds: Second[] = [];
  /** The measurements of each stage that has begun. */
  readonly stages: Measurement[] = [];
  readonly #shares: readonly ShareState[];
  readonly #onSecond: (second: Second) => void;
  readonly #current = new Measurement();
  readonly #hosts = new Map<string, number>();
  #startTime = 0;
  #secondAt = 0;
  /** True when something was reported since the last second. */
  #hasNews = false;

  /** The measurements of the whole test are added to `requests`. */
  constructor(requests: readonly RequestMeasurement[], shares: number, onSecond: (second: Second) => void) {
    this.requests = requests;
    this.#shares = Array.from({ length: shares }, () => ({ reports: 0, last: null, hasEnded: false }));
    this.#onSecond = onSecond;
  }

  get iterations(): number {
    return this.#sum(({ iterations }) => iterations);
  }

  get notStarted(): number {
    return this.#sum(({ notStarted }) => notStarted);
  }

  /** Starts the clock. */
  start(): void {
    this.#startTime = this.#secondAt = performance.now();
  }

  /** Adds a report. A second has passed when all shares have reported once more. */
  add(share: number, { requests, ...state }: ShareReport): void {
    const reporting = this.#shares[share]!;
    const stage = (this.stages[state.stage] ??= new Measurement());
    for (const [index, measured] of requests.entries()) {
      if (measured.isEmpty) continue;
      this.requests[index]!.merge(measured);
      this.#current.merge(measured.all);
      stage.merge(measured.all);
    }
    for (const [host, count] of state.hosts) this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + count);
    this.#hasNews = true;
    reporting.last = state;
    if (!state.isSecond) return;
    reporting.reports += 1;
    const others = this.#shares.filter(({ hasEnded }) => !hasEnded).map(({ reports }) => reports);
    if (Math.min(...others) > this.seconds.length) this.#endSecond();
  }

  /** Notes that a share reports nothing more. The last second is that of the last share. */
  ended(share: number): void {
    this.#shares[share]!.hasEnded = true;
    if (this.#hasNews && this.#shares.every(({ hasEnded }) => hasEnded)) this.#endSecond();
  }

  #endSecond(): void {
    const now = performance.now();
    const { requests, errors, errorKinds, latency, receivedBytes } = this.#current.summary();
    const seconds = (now - this.#secondAt) / SECOND_MS;
    this.#secondAt = now;
    this.#hasNews = false;
    this.#current.reset();
    const second: Second = {
      at: (now - this.#startTime) / SECOND_MS,
      seconds,
      users: this.#sum(({ users }) => users),
      requests,
      requestsPerSecond: seconds === 0 ? 0 : requests / seconds,
      errors,
      errorKinds,
      averageMs: latency.average,
      p50Ms: latency.p50,
      p95Ms: latency.p95,
      p99Ms: latency.p99,
      receivedBytes,
      hosts: Object.fromEntries(this.#hosts),
    };
    this.#hosts.clear();
    this.seconds.push(second);
    this.#onSecond(second);
  }

  #sum(figure: (state: NonNullable<ShareState['last']>) => number): number {
    return this.#shares.reduce((sum, { last }) => sum + (last === null ? 0 : figure(last)), 0);
  }
}
