// The endpoints that were called, with their number of calls, errors and response times.
import type { Flow } from '../../../flow/flow.ts';
import { Durations } from '../durations.ts';
import { endpointOf, isError, isTimedByTool, MAX_KINDS, siteOf } from '../flow-facts.ts';
import { variedNames } from '../varied-names.ts';
import { collectFlows, type EndpointOrder, type SectionAnalysis } from './contract.ts';

export interface EndpointFigures {
  readonly method: string;
  readonly host: string;
  /** Templated, such as `/users/{userId}`. */
  readonly path: string;
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds; null while no call is finished. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Total bytes of response bodies. */
  readonly bytes: number;
  /** The flow of the latest call. */
  readonly lastId: number;
  /** Calls in each of equal steps of time, from the first request of all to the last; absent unless asked for. */
  readonly overTime?: readonly number[];
}

interface Calls extends Pick<EndpointFigures, 'method' | 'host' | 'path'> {
  readonly times: Durations;
  calls: number;
  errors: number;
  bytes: number;
  lastId: number;
  /** When each was sent, where that is kept. */
  readonly starts: number[];
}

export const analyzeEndpoints: SectionAnalysis = async (flows, { limit, steps = 0, sort }) => ({
  endpoints: (await collectFlows(new EndpointCollector(steps > 0), flows)).result(limit, steps, sort),
});

export class EndpointCollector {
  readonly #endpoints = new Map<string, Calls>();
  readonly #keepsStarts: boolean;
  /** When the first request of all started, and the last; those included that are not listed. */
  #from = Infinity;
  #to = -Infinity;

  /** `keepsStarts`: whether calls can be counted in steps of time, for 8 bytes a call. */
  constructor(keepsStarts = false) {
    this.#keepsStarts = keepsStarts;
  }

  /** Adds a flow; `key`: its endpoint, when that is already known. */
  add(flow: Flow, key?: string): void {
    this.#from = Math.min(this.#from, flow.startedAt);
    this.#to = Math.max(this.#to, flow.startedAt);
    if (flow.request === null) return;
    const endpoint = this.#endpointFor(flow, key ?? endpointOf(flow));
    if (endpoint === null) return;
    endpoint.calls += 1;
    if (isError(flow)) endpoint.errors += 1;
    if (flow.durationMs !== undefined && !isTimedByTool(flow)) endpoint.times.add(flow.durationMs);
    endpoint.bytes += flow.response?.size ?? 0;
    endpoint.lastId = flow.id;
    if (this.#keepsStarts) endpoint.starts.push(flow.startedAt);
  }

  /** Adds what another one has, whose flows come after those of this one. */
  merge(other: EndpointCollector): void {
    this.#from = Math.min(this.#from, other.#from);
    this.#to = Math.max(this.#to, other.#to);
    for (const [key, calls] of other.#endpoints) {
      const known = this.#endpoints.get(key);
      if (known !== undefined) addCalls(known, calls);
      else if (this.#endpoints.size < MAX_KINDS) this.#endpoints.set(key, copyOf(calls, key));
    }
  }

  /** The number of endpoints, those included that differ only in parameters. */
  get size(): number {
    return this.#endpoints.size;
  }

  /** The names of endpoints whose varying segments are placeholders, where they differ from those that were added. */
  get names(): ReadonlyMap<string, string> {
    return variedNames(this.#endpoints.keys());
  }

  /** Returns the figures in an order, with the calls in so many steps of time. */
  result(limit: number, steps = 0, order: EndpointOrder = 'calls'): readonly EndpointFigures[] {
    const rank = RANKS[order];
    return this.#merged()
      .map((calls) => ({ calls, rank: rank(calls) }))
      .sort((a, b) => b.rank - a.rank || b.calls.calls - a.calls.calls || b.calls.errors - a.calls.errors)
      .slice(0, limit)
      .map(({ calls }) => calls)
      .map(({ times, starts, ...figures }) => ({
        ...figures,
        p50: times.percentile(0.5),
        p95: times.percentile(0.95),
        ...(steps > 0 && { overTime: this.#inSteps(starts, steps) }),
      }));
  }

  #inSteps(starts: readonly number[], steps: number): readonly number[] {
    const counts = Array.from({ length: steps }, () => 0);
    const stepMs = (this.#to - this.#from + 1) / steps;
    // A rounding error may put the last one past the end.
    for (const at of starts) counts[Math.min(steps - 1, Math.floor((at - this.#from) / stepMs))]! += 1;
    return counts;
  }

  /** Returns the endpoints whose varying segments are placeholders. */
  #merged(): Calls[] {
    const { names } = this;
    const merged = new Map<string, Calls>();
    for (const [key, calls] of this.#endpoints) {
      const name = names.get(key) ?? key;
      const known = merged.get(name);
      if (known === undefined) merged.set(name, copyOf(calls, name));
      else addCalls(known, calls);
    }
    return [...merged.values()];
  }

  /** Returns null when there are too many endpoints. */
  #endpointFor(flow: Flow, key: string): Calls | null {
    const known = this.#endpoints.get(key);
    if (known !== undefined) return known;
    if (this.#endpoints.size >= MAX_KINDS) return null;
    const endpoint: Calls = {
      method: flow.method,
      host: siteOf(flow),
      path: key.slice(flow.method.length + 1 + siteOf(flow).length),
      times: new Durations(),
      calls: 0,
      errors: 0,
      bytes: 0,
      lastId: 0,
      starts: [],
    };
    this.#endpoints.set(key, endpoint);
    return endpoint;
  }
}

const RANKS: Readonly<Record<EndpointOrder, (calls: Calls) => number>> = {
  calls: ({ calls }) => calls,
  time: ({ times }) => times.percentile(0.95) ?? 0,
  errors: ({ errors }) => errors,
  bytes: ({ bytes }) => bytes,
};

function copyOf(calls: Calls, name: string): Calls {
  const copy = {
    ...calls,
    path: name.slice(calls.method.length + 1 + calls.host.length),
    times: new Durations(),
    starts: [...calls.starts],
  };
  copy.times.addAll(calls.times);
  return copy;
}

function addCalls(sum: Calls, { calls, errors, bytes, lastId, times, starts }: Calls): void {
  sum.calls += calls;
  sum.errors += errors;
  sum.bytes += bytes;
  sum.lastId = Math.max(sum.lastId, lastId);
  sum.times.addAll(times);
  for (const at of starts) sum.starts.push(at);
}
