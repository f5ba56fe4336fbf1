// The load tests of this window, made of the events of their channels.
import type { ChannelEvent } from '../../../api/channels.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { windowName } from '../../../state/window.ts';
import { ChannelJobs, type Job } from '../jobs/channel-jobs.ts';
import type { loadParams } from './setup.ts';
import type { Stage } from './setup-parts.ts';

export interface ErrorKinds {
  readonly status: number;
  readonly test: number;
  readonly none: number;
}

export interface Threshold {
  readonly text: string;
  readonly passed: boolean;
  readonly value: number;
  /** The second from which on it has failed; null when it has not, and for tests of an earlier version. */
  readonly failedAt?: number | null;
}

/** The figures of about one second. Tests of an earlier version have some of them only. */
export interface Second {
  /** Seconds since the start. */
  readonly at: number;
  readonly users: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly errors: number;
  readonly errorKinds?: ErrorKinds;
  readonly p50Ms?: number;
  readonly p95Ms: number;
  readonly p99Ms?: number;
  readonly hosts: Readonly<Record<string, number>>;
}

export interface Sample {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly ms: number;
  readonly status: number;
  readonly kind: keyof ErrorKinds;
  readonly reason: string;
  readonly head: string;
  readonly body: string | null;
}

interface Latency {
  readonly average: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface RequestTotals {
  readonly name: string;
  readonly folders: readonly string[];
  readonly method: string;
  readonly requests: number;
  readonly errors: number;
  readonly latency: Latency;
  readonly statuses: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly samples?: readonly Sample[];
}

export interface StageTotals {
  /** Counted from 1. */
  readonly stage: number;
  readonly durationMs: number;
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly errors: number;
  readonly latency: Latency;
}

export interface Totals {
  readonly requests: number;
  readonly errors: number;
  readonly errorKinds?: ErrorKinds;
  readonly receivedBytes: number;
  readonly latency: Latency;
  readonly durationMs: number;
  readonly requestsPerSecond: number;
  readonly iterations: number;
  readonly notStarted: number;
  readonly perRequest: readonly RequestTotals[];
  /** Tests of an earlier version have none. */
  readonly perStage?: readonly StageTotals[];
}

export interface Result extends Totals {
  readonly collection: string;
  readonly environment: string | null;
  readonly users: number;
  readonly rate: number | null;
  readonly startedAt: number;
  readonly stopped: string | null;
  /** The condition that has ended it. Tests of an earlier version have none. */
  readonly broken?: { readonly text: string; readonly at: number } | null;
  readonly seconds: readonly Second[];
}

/** The options of a test, as it was started. */
export interface LoadAbout {
  readonly name: string;
  readonly collection: string;
  readonly environment: string | null;
  readonly dataset: string | null;
  readonly only: readonly string[];
  readonly weights: Readonly<Record<string, number>>;
  readonly dataPerUser: boolean;
  readonly profile: string;
  readonly stages: readonly Stage[];
  readonly users: number;
  readonly rate: number | null;
  readonly durationMs: number;
  readonly further: FurtherOptions;
}

/** Options that the page shows in the command alone; tests of an earlier version have some of them. */
export interface FurtherOptions {
  readonly thinkTimeMs?: number;
  readonly maxThinkTimeMs?: number;
  readonly threads?: number;
  readonly timeoutMs?: number;
  readonly insecure?: boolean;
  readonly abortAfterSeconds?: number;
}

export interface LoadState extends LoadAbout {
  readonly seconds: readonly Second[];
  readonly thresholds: readonly Threshold[];
  /** Null before the end. */
  readonly result: Result | null;
  readonly verdict: 'passed' | 'failed' | null;
  /** The id of the test before that it is compared with. */
  readonly before: string | null;
}

export type Load = Job<LoadState>;

type Optional = 'stages' | 'weights' | 'dataPerUser';
type StartEvent = ChannelEvent &
  FurtherOptions &
  Omit<LoadAbout, Optional | 'further'> &
  Partial<Pick<LoadAbout, Optional>>;
type LoadEvent = ChannelEvent &
  (
    | { readonly type: 'start' }
    | ({ readonly type: 'second'; readonly thresholds: readonly Threshold[] } & Second)
    | {
        readonly type: 'end';
        readonly result?: Result;
        readonly thresholds?: readonly Threshold[];
        readonly verdict?: LoadState['verdict'];
        readonly before?: { readonly id: string } | null;
      }
  );

export const loads = new ChannelJobs<LoadState>({ kind: 'load test', begin, after });

function begin(start: ChannelEvent): LoadState | null {
  if (!isLoadStart(start)) return null;
  const { name, collection, environment, dataset, only, profile, users, rate, durationMs } = start;
  const { stages = [], weights = {}, dataPerUser = false } = start;
  const about = { name, collection, environment, dataset, only, weights, dataPerUser, profile, stages };
  return {
    ...about,
    users,
    rate,
    durationMs,
    further: furtherOf(start),
    seconds: [],
    thresholds: [],
    result: null,
    verdict: null,
    before: null,
  };
}

export function furtherOf({
  thinkTimeMs = 0,
  maxThinkTimeMs = thinkTimeMs,
  threads = 1,
  timeoutMs,
  insecure = false,
  abortAfterSeconds,
}: FurtherOptions): FurtherOptions {
  return {
    ...{ thinkTimeMs, maxThinkTimeMs, threads, insecure },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(abortAfterSeconds !== undefined && { abortAfterSeconds }),
  };
}

function isLoadStart(event: ChannelEvent): event is StartEvent {
  return event.type === 'start' && 'loadTest' in event;
}

/** Returns the state after events that arrived together. */
function after(state: LoadState, events: readonly ChannelEvent[]): LoadState {
  const known = events as readonly LoadEvent[];
  const seconds = known.filter((event) => event.type === 'second');
  const end = known.find((event) => event.type === 'end');
  const thresholds = seconds.at(-1)?.thresholds ?? state.thresholds;
  const running = { ...state, seconds: [...state.seconds, ...seconds], thresholds };
  if (end === undefined) return running;
  return {
    ...running,
    // The result has all seconds, also those that the page has missed.
    seconds: end.result?.seconds ?? running.seconds,
    thresholds: end.thresholds ?? thresholds,
    result: end.result ?? null,
    verdict: end.verdict ?? null,
    before: end.before?.id ?? null,
  };
}

/** Starts a load test. Resolves with its channel; rejects with an ApiError that names the field. */
export async function startLoad(params: NonNullable<ReturnType<typeof loadParams>>): Promise<string> {
  const { channel } = await rpc('client.load_test', { window: windowName, tab: '', ...params });
  return channel;
}

export function stopLoad(channel: string): void {
  void attempt('The load test cannot be stopped', () => rpc('client.cancel', { channel }));
}
