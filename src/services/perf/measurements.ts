// The measurements of a load test: latencies in HDR histograms, counts, and errors by reason. They are kept for each
// request, for the current second, and in total.
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';
import {
  ERROR_KINDS,
  ErrorSamples,
  type ErrorCounts,
  type ErrorKind,
  type ErrorSample,
} from './error-samples.ts';
import { INCOMPLETE } from '../../requests/http/pending-request.ts';
import { latencyOf, type Latency } from './latencies.ts';
import type { Step } from '../../runs/runner/steps.ts';

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
  /** Returns the beginning of the response; called for some of those that failed. */
  readonly excerpt?: () => Pick<ErrorSample, 'head' | 'body'>;
}

export interface Summary {
  readonly requests: number;
  readonly errors: number;
  readonly errorKinds: ErrorCounts;
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
  /** Some of those that failed: the first ones of each reason. */
  readonly samples: readonly ErrorSample[];
}

/** The figures of a stage so far: of the responses that came while it lasted. */
export interface StageSummary extends Summary {
  /** Counted from 1. */
  readonly stage: number;
  /** Milliseconds that it has lasted; 0 for one that has not begun. */
  readonly durationMs: number;
  readonly requestsPerSecond: number;
}

/** The figures of a test so far. */
export interface LoadTestTotals extends Summary {
  readonly durationMs: number;
  readonly requestsPerSecond: number;
  readonly iterations: number;
  /** Iterations of the open model that no user was free for until now. */
  readonly notStarted: number;
  readonly perRequest: readonly RequestSummary[];
  /** Empty for a profile without stages. */
  readonly perStage: readonly StageSummary[];
}

/** The content of a measurement, in a form that other threads can read. */
interface MeasurementData {
  readonly histogram: string;
  readonly unmeasured: number;
  readonly errors: ErrorCounts;
  readonly bytes: number;
  readonly sumMs: number;
}

/** The data of a request's measurement. */
export interface MeasuredData {
  readonly all: MeasurementData;
  readonly statuses: ReadonlyMap<number, number>;
  readonly reasons: ReadonlyMap<string, number>;
  readonly samples: readonly ErrorSample[];
}

/** Latencies are counted in microseconds, to three significant digits, up to a day. */
const MICROSECONDS = 1000;
const MAX_MICROSECONDS = 86_400_000_000;
/** Further reasons of failures are counted together. */
const MAX_REASONS = 50;
const OTHER_REASONS = 'other reasons';

const NO_ERRORS: ErrorCounts = { status: 0, test: 0, none: 0 };

/** Returns the kind of the failure; null for a success. */
export function errorKind({ status, error }: Pick<Sample, 'status' | 'error'>): ErrorKind | null {
  if (error === null) return null;
  if (status === 0) return 'none';
  return error === statusError(status) ? 'status' : 'test';
}

/** Returns the error of a status of 400 and more. */
export function statusError(status: number): string | null {
  return status >= 400 ? `status ${status}` : null;
}

/**
 * Returns true when the time of a sample is a latency: of a response, or of one that did not come in time. A refused
 * connection takes no time, and says nothing about the server.
 */
function isLatency({ status, error }: Sample): boolean {
  return status > 0 || error === null || error.includes(INCOMPLETE);
}

/** Samples of one kind. */
export class Measurement {
  readonly #histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: MAX_MICROSECONDS,
    numberOfSignificantValueDigits: 3,
  });
  /** Attempts without a latency. */
  #unmeasured = 0;
  #errors: Record<ErrorKind, number> = { ...NO_ERRORS };
  #bytes = 0;
  #sumMs = 0;

  /** `error`: the kind of the failure; null for a success. `ms`: the latency; null for none. */
  add(ms: number | null, bytes: number, error: ErrorKind | null): void {
    this.#bytes += bytes;
    if (error !== null) this.#errors[error] += 1;
    if (ms === null) this.#unmeasured += 1;
    else this.#addLatency(ms);
  }

  #addLatency(ms: number): void {
    const value = Math.round(ms * MICROSECONDS);
    this.#histogram.recordValue(value < 1 ? 1 : value > MAX_MICROSECONDS ? MAX_MICROSECONDS : value);
    this.#sumMs += ms;
  }

  get isEmpty(): boolean {
    return this.#histogram.totalCount + this.#unmeasured === 0;
  }

  data(): MeasurementData {
    const histogram = encodeIntoCompressedBase64(this.#histogram);
    const unmeasured = this.#unmeasured;
    return { histogram, unmeasured, errors: { ...this.#errors }, bytes: this.#bytes, sumMs: this.#sumMs };
  }

  addData({ histogram, unmeasured, errors, bytes, sumMs }: MeasurementData): void {
    this.#unmeasured += unmeasured;
    this.#histogram.add(decodeFromCompressedBase64(histogram));
    this.#addErrors(errors);
    this.#bytes += bytes;
    this.#sumMs += sumMs;
  }

  /** Adds all samples of another one. */
  merge(other: Measurement): void {
    this.#unmeasured += other.#unmeasured;
    this.#histogram.add(other.#histogram);
    this.#addErrors(other.#errors);
    this.#bytes += other.#bytes;
    this.#sumMs += other.#sumMs;
  }

  reset(): void {
    this.#histogram.reset();
    this.#unmeasured = 0;
    this.#errors = { ...NO_ERRORS };
    this.#bytes = 0;
    this.#sumMs = 0;
  }

  summary(): Summary {
    const histogram = this.#histogram;
    const responses = histogram.totalCount;
    const latency = latencyOf({
      responses,
      sumMs: this.#sumMs,
      minMs: histogram.minNonZeroValue / MICROSECONDS,
      maxMs: histogram.maxValue / MICROSECONDS,
      percentile: (percent) => histogram.getValueAtPercentile(percent) / MICROSECONDS,
    });
    const errorKinds = { ...this.#errors };
    const errors = errorKinds.status + errorKinds.test + errorKinds.none;
    return {
      requests: responses + this.#unmeasured,
      errors,
      errorKinds,
      receivedBytes: this.#bytes,
      latency,
    };
  }

  #addErrors(errors: ErrorCounts): void {
    for (const kind of ERROR_KINDS) this.#errors[kind] += errors[kind];
  }
}

/** Samples of one request of the collection. */
export class RequestMeasurement {
  readonly all = new Measurement();
  readonly #about: Pick<RequestSummary, 'name' | 'folders' | 'method'>;
  readonly #statuses = new Map<number, number>();
  readonly #reasons = new Map<string, number>();
  readonly #samples = new ErrorSamples();

  constructor(about: Pick<RequestSummary, 'name' | 'folders' | 'method'>) {
    this.#about = about;
  }

  add(sample: Sample): void {
    const { ms, status, bytes, error } = sample;
    const kind = errorKind(sample);
    this.all.add(isLatency(sample) ? ms : null, bytes, kind);
    if (status > 0) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (error === null || kind === null) return;
    this.#addReason(error, 1);
    if (!this.#samples.hasRoom(error)) return;
    const excerpt = sample.excerpt?.() ?? { head: '', body: null };
    this.#samples.add({ time: Date.now(), ms, status, kind, reason: error, ...excerpt });
  }

  get isEmpty(): boolean {
    return this.all.isEmpty;
  }

  /** Returns what it holds; it must not change until that was passed on. */
  data(): MeasuredData {
    return {
      all: this.all.data(),
      statuses: this.#statuses,
      reasons: this.#reasons,
      samples: this.#samples.all,
    };
  }

  addData({ all, statuses, reasons, samples }: MeasuredData): void {
    this.all.addData(all);
    this.#samples.merge(samples);
    this.#addCounts(statuses, reasons);
  }

  /** Adds all samples of another one. */
  merge(other: RequestMeasurement): void {
    this.all.merge(other.all);
    this.#samples.merge(other.#samples.all);
    this.#addCounts(other.#statuses, other.#reasons);
  }

  reset(): void {
    if (this.isEmpty) return;
    this.all.reset();
    this.#statuses.clear();
    this.#reasons.clear();
    this.#samples.reset();
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
      samples: this.#samples.all,
    };
  }

  #addCounts(statuses: ReadonlyMap<number, number>, reasons: ReadonlyMap<string, number>): void {
    for (const [status, count] of statuses)
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count);
    for (const [reason, count] of reasons) this.#addReason(reason, count);
  }

  #addReason(error: string, count: number): void {
    const reason = this.#reasons.has(error) || this.#reasons.size < MAX_REASONS ? error : OTHER_REASONS;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + count);
  }
}

/** Returns an empty measurement for each request. */
export function measurementsOf(steps: readonly Step[]): readonly RequestMeasurement[] {
  return steps.map(
    ({ request: { name, method }, folders }) => new RequestMeasurement({ name, folders, method }),
  );
}
