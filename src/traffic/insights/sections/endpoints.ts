// The endpoints that were called, with their number of calls, errors and response times.
import type { Flow } from '../../../flow/flow.ts';
import { templatedPath } from '../../endpoint.ts';
import { Durations } from '../durations.ts';
import { endpointOf, isError, isTimedByTool, MAX_KINDS, siteOf } from '../flow-facts.ts';
import { utf8 } from '../../utf8.ts';
import { collectFlows, type SectionAnalysis } from './contract.ts';

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
}

interface Calls extends Pick<EndpointFigures, 'method' | 'host' | 'path'> {
  readonly times: Durations;
  calls: number;
  errors: number;
  bytes: number;
  lastId: number;
}

export const analyzeEndpoints: SectionAnalysis = async (flows, limit) => ({
  endpoints: (await collectFlows(new EndpointCollector(), flows)).result(limit),
});

export class EndpointCollector {
  readonly #endpoints = new Map<string, Calls>();

  /** Adds a flow; `key`: its endpoint, when that is already known. */
  add(flow: Flow, key?: string): void {
    if (flow.request === null) return;
    const endpoint = this.#endpointFor(flow, key ?? endpointOf(flow));
    if (endpoint === null) return;
    endpoint.calls += 1;
    if (isError(flow)) endpoint.errors += 1;
    if (flow.durationMs !== undefined && !isTimedByTool(flow)) endpoint.times.add(flow.durationMs);
    endpoint.bytes += flow.response?.size ?? 0;
    endpoint.lastId = flow.id;
  }

  /** Returns the figures, most calls first. */
  result(limit: number): readonly EndpointFigures[] {
    return [...this.#endpoints.values()]
      .sort((a, b) => b.calls - a.calls || b.errors - a.errors)
      .slice(0, limit)
      .map(({ times, ...figures }) => ({
        ...figures,
        p50: times.percentile(0.5),
        p95: times.percentile(0.95),
      }));
  }

  /** Returns null when there are too many endpoints. */
  #endpointFor(flow: Flow, key: string): Calls | null {
    const known = this.#endpoints.get(key);
    if (known !== undefined) return known;
    if (this.#endpoints.size >= MAX_KINDS) return null;
    const endpoint: Calls = {
      method: flow.method,
      host: siteOf(flow),
      path: templatedPath(utf8(flow.path)),
      times: new Durations(),
      calls: 0,
      errors: 0,
      bytes: 0,
      lastId: 0,
    };
    this.#endpoints.set(key, endpoint);
    return endpoint;
  }
}
