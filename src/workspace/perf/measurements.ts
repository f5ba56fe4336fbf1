// The measurements of a load test: latencies in HDR histograms, counts, and errors by reason; for each request, for the
// current second, and in total.
import { build, type Histogram } from 'hdr-histogram-js';

/** The result of one request. */
export interface Sample {
  /** Milliseconds: until the response was complete, or its failure was known. */
  readonly ms: number;
  /** 0 when there is no response. */
  readonly status: number;
  /** The size of the body as received. */
  readonly bytes: number;
  /** The reason why the request failed; null when it did not. */
  readonly error: string | null;
}

/** Latencies in milliseconds. */
export interface Latency {
  readonly average: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface Summary {
  readonly requests: number;
  readonly errors: number;
  readonly receivedBytes: number;
  readonly latency: Latency;
}

export interface RequestSummary extends Summary {
  readonly name: string;
  readonly folders: readonly string[];
  readonly method: string;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of failures by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Latencies are counted in microseconds, to three significant digits, up to a day. */
const MICROSECONDS = 1000;
const MAX_MICROSECONDS = 86_400_000_000;
/** Further reasons of failures are counted together. */
const MAX_REASONS = 50;
const OTHER_REASONS = 'other reasons';

/** Samples of one kind. */
export class Measurement {
  readonly #histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: MAX_MICROSECONDS,
    numberOfSignificantValueDigits: 3,
  });
  #errors = 0;
  #bytes = 0;
  #sumMs = 0;

  add(ms: number, bytes: number, isError: boolean): void {
    const value = Math.round(ms * MICROSECONDS);
    this.#histogram.recordValue(value < 1 ? 1 : value > MAX_MICROSECONDS ? MAX_MICROSECONDS : value);
    this.#sumMs += ms;
    this.#bytes += bytes;
    if (isError) this.#errors += 1;
  }

  /** Adds all samples of another one. */
  merge(other: Measurement): void {
    this.#histogram.add(other.#histogram);
    this.#errors += other.#errors;
    this.#bytes += other.#bytes;
    this.#sumMs += other.#sumMs;
  }

  reset(): void {
    this.#histogram.reset();
    this.#errors = 0;
    this.#bytes = 0;
    this.#sumMs = 0;
  }

  summary(): Summary {
    const histogram = this.#histogram;
    const requests = histogram.totalCount;
    const at = (percentile: number): number =>
      requests === 0 ? 0 : histogram.getValueAtPercentile(percentile) / MICROSECONDS;
    return {
      requests,
      errors: this.#errors,
      receivedBytes: this.#bytes,
      latency: {
        average: requests === 0 ? 0 : this.#sumMs / requests,
        min: requests === 0 ? 0 : histogram.minNonZeroValue / MICROSECONDS,
        p50: at(50),
        p90: at(90),
        p95: at(95),
        p99: at(99),
        max: requests === 0 ? 0 : histogram.maxValue / MICROSECONDS,
      },
    };
  }
}

/** Samples of one request of the collection. */
export class RequestMeasurement {
  readonly all = new Measurement();
  readonly #about: Pick<RequestSummary, 'name' | 'folders' | 'method'>;
  readonly #statuses = new Map<number, number>();
  readonly #reasons = new Map<string, number>();

  constructor(about: Pick<RequestSummary, 'name' | 'folders' | 'method'>) {
    this.#about = about;
  }

  add({ ms, status, bytes, error }: Sample): void {
    this.all.add(ms, bytes, error !== null);
    if (status > 0) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (error === null) return;
    const reason = this.#reasons.has(error) || this.#reasons.size < MAX_REASONS ? error : OTHER_REASONS;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  summary(): RequestSummary {
    const { name, folders, method } = this.#about;
    return {
      name,
      folders,
      method,
      ...this.all.summary(),
      statuses: Object.fromEntries(this.#statuses),
      reasons: Object.fromEntries(this.#reasons),
    };
  }
}
