// Finds requests that are slower or larger than necessary.
import type { Flow } from '../../../../flow/flow.ts';
import { endpointOf } from '../../flow-facts.ts';
import { ExchangeFindings } from './exchange-findings.ts';
import { NPlusOneCalls, RedirectChains, RepeatedRequests } from './request-series.ts';
import { SeriesLog } from './series-log.ts';
import { seriesRequest, textKeys, type SeriesRequest } from './series-request.ts';
import type { PerformanceFinding } from './top-findings.ts';
import { collectFlows, type SectionAnalysis } from '../contract.ts';

export interface TrafficPerformance {
  /** The slowest requests of all, also where none is slow. */
  readonly slowest: readonly PerformanceFinding[];
  readonly slow: readonly PerformanceFinding[];
  readonly large: readonly PerformanceFinding[];
  readonly uncompressed: readonly PerformanceFinding[];
  readonly uncached: readonly PerformanceFinding[];
  /** The same request more than once. */
  readonly duplicates: readonly PerformanceFinding[];
  /** N+1 queries: one call to an endpoint for each of many ids. */
  readonly nPlusOne: readonly PerformanceFinding[];
  readonly redirects: readonly PerformanceFinding[];
}

export const analyzePerformance: SectionAnalysis = async (flows, { limit }) =>
  (await collectFlows(new PerformanceCollector(), flows)).result(limit);

export class PerformanceCollector {
  readonly #exchanges = new ExchangeFindings();
  readonly #repeated = new RepeatedRequests();
  readonly #nPlusOne = new NPlusOneCalls();
  readonly #redirects = new RedirectChains();

  /** Adds a finished flow; ignores others. `endpoint`: its endpoint, when that is already known. */
  add(flow: Flow, endpoint?: string): void {
    if (flow.request === null || !flow.finished) return;
    const request = { id: flow.id, url: flow.url };
    this.#exchanges.add(flow, request);
    this.#addToSeries(seriesRequest(flow, request, endpoint ?? endpointOf(flow), textKeys));
  }

  /** Adds what a part of the traffic has; the URLs of its findings are empty. */
  merge({ exchanges, series }: PerformancePart): void {
    this.#exchanges.merge(exchanges);
    for (const request of series) this.#addToSeries(request);
  }

  /** Returns the findings: the slowest and largest first, of other kinds the earliest. */
  result(limit: number): TrafficPerformance {
    return {
      ...this.#exchanges.result(limit),
      uncached: this.#repeated.uncached(limit),
      duplicates: this.#repeated.duplicates(limit),
      nPlusOne: this.#nPlusOne.result(limit),
      redirects: this.#redirects.result(limit),
    };
  }

  #addToSeries(request: SeriesRequest): void {
    this.#repeated.add(request);
    this.#nPlusOne.add(request);
    this.#redirects.add(request);
  }
}

/** A part of the traffic, in little memory. */
export class PerformancePart {
  readonly exchanges = new ExchangeFindings();
  readonly series = new SeriesLog();

  /** Adds a finished flow; ignores others. */
  add(flow: Flow, endpoint: string): void {
    if (flow.request === null || !flow.finished) return;
    this.exchanges.add(flow, { id: flow.id, url: '' });
    this.series.add(flow, endpoint);
  }
}
