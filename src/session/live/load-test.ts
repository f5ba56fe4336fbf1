// A load test in a channel: the figures of each second, and the result with its thresholds and the comparison with the last
// load test of the same.
import type { Jobs } from '../../services/jobs/index.ts';
import type { LoadTestState } from '../../services/jobs/load-tests.ts';
import { comparedFigures, differingOptions, figuresOf, isSameTest } from '../../services/perf/comparison.ts';
import type { LoadTestTotals } from '../../services/perf/measurements.ts';
import type { LoadTestResult } from '../../services/perf/result.ts';
import { thresholdResults, type ThresholdResult } from '../../services/perf/thresholds.ts';
import type { Channel } from '../channels/channel.ts';
import type { HistoryEntry } from '../history/entries.ts';
import type { ClientHistory } from '../history/index.ts';
import type { LoadTestSummary } from '../history/load-test-files.ts';
import { SecretMask } from './secret-mask.ts';

type Options = Parameters<Jobs['loadTests']['start']>[0];

interface LoadTestAbout {
  readonly dataset: string | null;
  readonly history: ClientHistory;
}

/** A threshold with the second of the test from which on it has failed; null when it has not. */
interface TimedThreshold extends ThresholdResult {
  readonly failedAt: number | null;
}

interface RunningTest {
  readonly collection: { readonly id: string; readonly name: string };
  /** Returns the figures so far; null before there are any. */
  readonly totals: () => LoadTestTotals | null;
}

const running = new WeakMap<Channel, RunningTest>();

/** Returns the test of a channel, also after its end; undefined for a channel of another kind. */
export function runningLoadTest(channel: Channel): RunningTest | undefined {
  return running.get(channel);
}

/** Starts the test. Throws a UserError while another one runs. */
export function startLoadTest(
  channel: Channel,
  { loadTests }: Jobs,
  options: Options,
  about: LoadTestAbout,
): void {
  const mask = new SecretMask(options);
  const failedAt = new Map<string, number>();
  let latest: LoadTestState | null = null;
  running.set(channel, {
    collection: options.collection,
    totals: () => {
      const totals = latest?.result ?? latest?.totals?.() ?? null;
      return totals === null ? null : (mask.values(totals) as LoadTestTotals);
    },
  });
  const { id } = loadTests.start(options, (state) => {
    latest = state;
    const { result, error } = state;
    if (state.state === 'running') channel.add('second', secondOf(state, options, failedAt), SECOND_BYTES);
    else if (result === null) channel.end({ outcome: 'failed', reason: error });
    else void ended(channel, { result: mask.values(result) as LoadTestResult, failedAt }, options, about);
  });
  channel.add('start', {
    loadTest: id,
    name: options.collection.name,
    collection: options.collection.id,
    threads: options.threads,
    thresholds: options.thresholds.map(({ text }) => text),
    ...comparedOptions(options, about.dataset),
  });
  channel.signal.addEventListener('abort', () => loadTests.stop(id), { once: true });
}

/** Bytes that the event of a second takes, about. */
const SECOND_BYTES = 500;

/** Returns the figures of a second with the state of the thresholds; notes those that fail from now on. */
function secondOf(
  { latest, totals }: LoadTestState,
  { thresholds }: Options,
  failedAt: Map<string, number>,
): Readonly<Record<string, unknown>> {
  const results = totals === null ? [] : thresholdResults(thresholds, totals());
  return { ...latest, thresholds: timed(results, failedAt, latest?.at ?? 0) };
}

/** Notes when thresholds began to fail; one that holds again has not failed. */
function timed(
  results: readonly ThresholdResult[],
  failedAt: Map<string, number>,
  at: number,
): readonly TimedThreshold[] {
  return results.map((result) => {
    if (result.passed) failedAt.delete(result.text);
    else if (!failedAt.has(result.text)) failedAt.set(result.text, at);
    return { ...result, failedAt: failedAt.get(result.text) ?? null };
  });
}

/** Ends the channel, and adds the test to the history. Never rejects. */
async function ended(
  channel: Channel,
  { result, failedAt }: { readonly result: LoadTestResult; readonly failedAt: Map<string, number> },
  options: Options,
  { dataset, history }: LoadTestAbout,
): Promise<void> {
  const outcome = channel.signal.aborted || result.broken !== null ? 'stopped' : 'ended';
  const results = timed(thresholdResults(options.thresholds, result), failedAt, result.durationMs / 1000);
  const verdict = results.length === 0 ? null : results.every(({ passed }) => passed) ? 'passed' : 'failed';
  const summary: LoadTestSummary = {
    ...entryOf(channel, result, outcome),
    collection: options.collection.id,
    options: comparedOptions(options, dataset),
    figures: figuresOf(result),
  };
  const past = await history.loadTests.list(() => undefined).catch(() => []);
  const before = comparedWith(past, summary);
  channel.end({ outcome, result, thresholds: results, verdict, before });
  history.loadTested(summary, { result, thresholds: results, verdict, before });
}

function entryOf(channel: Channel, result: LoadTestResult, outcome: 'stopped' | 'ended'): HistoryEntry {
  return {
    id: channel.id,
    kind: 'loadTest',
    time: channel.startedAt,
    name: result.collection,
    request: null,
    environment: result.environment,
    method: '',
    url: '',
    status: 0,
    size: result.receivedBytes,
    ms: result.durationMs,
    outcome,
    reason: null,
    tests: { passed: 0, failed: 0 },
    requests: { total: result.requests, failed: result.errors },
  };
}

function comparedOptions(options: Options, dataset: string | null): LoadTestSummary['options'] {
  const { only, environment, users, durationMs, profile, stages, thinkTimeMs, maxThinkTimeMs, rate } =
    options;
  const { weights, dataPerUser, threads, timeoutMs, insecure, abortAfterSeconds } = options;
  return {
    only,
    environment: environment?.name ?? null,
    dataset,
    profile,
    ...(stages.length > 0 && { stages }),
    users,
    durationMs,
    thinkTimeMs,
    ...(maxThinkTimeMs !== thinkTimeMs && { maxThinkTimeMs }),
    rate,
    ...(Object.keys(weights).length > 0 && { weights }),
    ...(dataPerUser && { dataPerUser }),
    ...(threads > 1 && { threads }),
    ...(timeoutMs !== null && { timeoutMs }),
    ...(insecure && { insecure }),
    ...(abortAfterSeconds !== null && { abortAfterSeconds }),
  };
}

/**
 * Compares a load test with the last one of the same requests, profile and data; where there is none, with the last one
 * of the collection. Those that were stopped have no part in it. Returns null without one.
 */
function comparedWith(past: readonly LoadTestSummary[], now: LoadTestSummary): object | null {
  const ofCollection = past.filter(
    ({ collection, outcome }) => collection === now.collection && outcome === 'ended',
  );
  const isSame = ({ options }: LoadTestSummary): boolean => isSameTest(options, now.options);
  const before = ofCollection.find(isSame) ?? ofCollection[0];
  if (before === undefined) return null;
  return {
    id: before.id,
    time: before.time,
    isSame: isSame(before),
    differs: differingOptions(before.options, now.options),
    figures: comparedFigures(before.figures, now.figures),
  };
}
