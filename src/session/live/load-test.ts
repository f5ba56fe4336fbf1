// A load test in a channel: the figures of each second, and the result with its thresholds and the comparison with the last
// load test of the same.
import { isDeepStrictEqual } from 'node:util';
import type { Jobs } from '../../services/jobs/index.ts';
import type { LoadTestState } from '../../services/jobs/load-tests.ts';
import { comparedFigures, differingOptions, figuresOf } from '../../services/perf/comparison.ts';
import type { LoadTestResult } from '../../services/perf/result.ts';
import { thresholdResults, type Threshold } from '../../services/perf/thresholds.ts';
import type { Channel } from '../channels/channel.ts';
import type { HistoryEntry } from '../history/entries.ts';
import type { ClientHistory } from '../history/index.ts';
import type { LoadTestSummary } from '../history/load-test-files.ts';
import { SecretMask } from './secret-mask.ts';

type Options = Parameters<Jobs['loadTests']['start']>[0];

interface LoadTestAbout {
  readonly dataset: string | null;
  readonly thresholds: readonly Threshold[];
  readonly history: ClientHistory;
}

/** Starts the test. Throws a UserError while another one runs. */
export function startLoadTest(
  channel: Channel,
  { loadTests }: Jobs,
  options: Options,
  about: LoadTestAbout,
): void {
  const { id } = loadTests.start(options, (state) => followed(channel, state, options, about));
  channel.add('start', { loadTest: id, users: options.users, durationMs: options.durationMs });
  channel.signal.addEventListener('abort', () => loadTests.stop(id), { once: true });
}

function followed(
  channel: Channel,
  { state, latest, result, error }: LoadTestState,
  options: Options,
  about: LoadTestAbout,
): void {
  if (state === 'running') channel.add('second', { ...latest });
  else if (result === null) channel.end({ outcome: 'failed', reason: error });
  else void ended(channel, new SecretMask(options).values(result) as LoadTestResult, options, about);
}

/** Ends the channel, and adds the test to the history. Never rejects. */
async function ended(
  channel: Channel,
  result: LoadTestResult,
  options: Options,
  { dataset, thresholds, history }: LoadTestAbout,
): Promise<void> {
  const outcome = channel.signal.aborted ? 'stopped' : 'ended';
  const results = thresholdResults(thresholds, result);
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
  const { only, environment, users, durationMs, profile, thinkTimeMs, rate } = options;
  return {
    only,
    environment: environment?.name ?? null,
    dataset,
    profile,
    users,
    durationMs,
    thinkTimeMs,
    rate,
  };
}

/** Options that have to be equal in load tests of the same. */
const SAME = ['only', 'profile', 'dataset'];

/**
 * Compares a load test with the last one of the same requests, profile and data; where there is none, with the last one
 * of the collection. Those that were stopped have no part in it. Returns null without one.
 */
function comparedWith(past: readonly LoadTestSummary[], now: LoadTestSummary): object | null {
  const ofCollection = past.filter(
    ({ collection, outcome }) => collection === now.collection && outcome === 'ended',
  );
  const isSame = ({ options }: LoadTestSummary): boolean =>
    SAME.every((name) => isDeepStrictEqual(options[name], now.options[name]));
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
