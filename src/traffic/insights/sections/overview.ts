// Finds what is slow, what fails, and what has changed: the first look of somebody who looks for a fault.
import type { Flow } from '../../../flow/flow.ts';
import { Durations } from '../durations.ts';
import { endpointOf, isError, isTimedByTool, MAX_KINDS, siteOf } from '../flow-facts.ts';
import { collectFlows, type SectionAnalysis } from './contract.ts';
import { EndpointCollector, type EndpointFigures } from './endpoints.ts';

export interface Overview {
  /** Endpoints whose 95th percentile is the highest, the slowest first. */
  readonly slow: readonly EndpointFigures[];
  /** Endpoints with errors, those with most first. */
  readonly failing: readonly EndpointFigures[];
  readonly changed: readonly EndpointChange[];
}

/** An endpoint whose newest calls differ from those before. */
export interface EndpointChange extends Pick<EndpointFigures, 'method' | 'host' | 'path' | 'lastId'> {
  readonly change: 'fails now' | 'works again' | 'slower' | 'faster';
  /** The figures of both, such as `3 of the newest 3 calls failed, before that 0 of 12`. */
  readonly text: string;
}

/** The number of newest calls that are compared with those before. */
const NEWEST = 20;
/** A change of durations needs a factor and a difference in milliseconds: small numbers vary. */
const FACTOR = 2;
const MIN_DIFFERENCE_MS = 50;
const MIN_CALLS = 3;

export const analyzeOverview: SectionAnalysis = async (flows, { limit }) =>
  (await collectFlows(new OverviewCollector(), flows)).result(limit);

export class OverviewCollector {
  readonly #endpoints = new EndpointCollector();
  readonly #histories = new Map<string, History>();

  add(flow: Flow): void {
    if (flow.request === null) return;
    const key = endpointOf(flow);
    this.#endpoints.add(flow, key);
    let history = this.#histories.get(key);
    if (history === undefined) {
      if (this.#histories.size >= MAX_KINDS) return;
      this.#histories.set(key, (history = new History(flow, key)));
    }
    history.add(flow);
  }

  result(limit: number): Overview {
    return {
      slow: this.#endpoints.result(limit, 0, 'time'),
      failing: this.#endpoints.result(limit, 0, 'errors').filter(({ errors }) => errors > 0),
      changed: [...this.#histories.values()]
        .flatMap((history) => history.changes())
        .sort((one, other) => other.lastId - one.lastId)
        .slice(0, limit),
    };
  }
}

interface Call {
  readonly isError: boolean;
  /** Null for one that a tool has delayed, or that has not ended. */
  readonly ms: number | null;
}

/** The calls of an endpoint: the newest ones, and sums of those before. */
class History {
  readonly #endpoint: Pick<EndpointFigures, 'method' | 'host' | 'path'>;
  readonly #newest: Call[] = [];
  readonly #before = new Calls();
  #lastId = 0;

  constructor(flow: Flow, key: string) {
    const { method } = flow;
    const host = siteOf(flow);
    this.#endpoint = { method, host, path: key.slice(method.length + 1 + host.length) };
  }

  add(flow: Flow): void {
    this.#lastId = flow.id;
    const ms = flow.durationMs === undefined || isTimedByTool(flow) ? null : flow.durationMs;
    this.#newest.push({ isError: isError(flow), ms });
    if (this.#newest.length > NEWEST) this.#before.add(this.#newest.shift()!);
  }

  changes(): readonly EndpointChange[] {
    const [before, now] = this.#halves();
    if (before.count === 0) return [];
    const about = { ...this.#endpoint, lastId: this.#lastId };
    const failure = failureChange(before, now);
    const duration = durationChange(before, now);
    return [failure, duration].flatMap((change) => (change === null ? [] : [{ ...about, ...change }]));
  }

  /** Splits the newest calls in two while there are few before. */
  #halves(): readonly [before: Calls, now: Calls] {
    const half = Math.floor(this.#newest.length / 2);
    const older = this.#before.count < NEWEST ? this.#newest.slice(0, half) : [];
    const before = new Calls();
    const now = new Calls();
    before.merge(this.#before);
    for (const call of older) before.add(call);
    for (const call of this.#newest.slice(older.length)) now.add(call);
    return [before, now];
  }
}

class Calls {
  count = 0;
  errors = 0;
  readonly times = new Durations();

  add({ isError: failed, ms }: Call): void {
    this.count += 1;
    if (failed) this.errors += 1;
    if (ms !== null) this.times.add(ms);
  }

  merge({ count, errors, times }: Calls): void {
    this.count += count;
    this.errors += errors;
    this.times.addAll(times);
  }
}

type Change = Pick<EndpointChange, 'change' | 'text'>;

function failureChange(before: Calls, now: Calls): Change | null {
  const fails = now.errors > 0 && before.errors === 0;
  const works = now.errors === 0 && before.errors === before.count;
  if (!fails && !works) return null;
  const calls = now.count === 1 ? 'call' : `${now.count} calls`;
  const newest =
    now.count === 1
      ? `the newest ${calls} ${fails ? 'failed' : 'did not fail'}`
      : `${now.errors} of the newest ${calls} failed`;
  const text = `${newest}, before that ${before.errors} of ${before.count}`;
  return { change: fails ? 'fails now' : 'works again', text };
}

function durationChange(before: Calls, now: Calls): Change | null {
  if (Math.min(before.count, now.count) < MIN_CALLS) return null;
  const [was, is] = [before.times.percentile(0.5), now.times.percentile(0.5)];
  if (was === null || is === null || Math.abs(is - was) < MIN_DIFFERENCE_MS) return null;
  const change = is >= was * FACTOR ? 'slower' : was >= is * FACTOR ? 'faster' : null;
  if (change === null) return null;
  return { change, text: `a median of ${Math.round(is)} ms, before that ${Math.round(was)} ms` };
}
