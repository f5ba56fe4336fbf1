// Finds requests that are slower or larger than necessary.
import type { Flow } from '../../../../flow/flow.ts';
import { endpointOf, isTimedByTool } from '../../flow-facts.ts';
import { TopFindings, type PerformanceFinding } from './top-findings.ts';
import { NPlusOneCalls, RedirectChains, RepeatedRequests } from './request-series.ts';
import { collectFlows, type SectionAnalysis } from '../contract.ts';

export interface TrafficPerformance {
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

const SLOW_MS = 1000;
const LARGE_BYTES = 1024 * 1024;
const WORTH_COMPRESSING = 2048;

export const analyzePerformance: SectionAnalysis = async (flows, { limit }) =>
  (await collectFlows(new PerformanceCollector(), flows)).result(limit);

export class PerformanceCollector {
  readonly #slow = new TopFindings();
  readonly #large = new TopFindings();
  readonly #uncompressed = new TopFindings();
  readonly #repeated = new RepeatedRequests();
  readonly #nPlusOne = new NPlusOneCalls();
  readonly #redirects = new RedirectChains();

  /** Adds a finished flow; ignores others. `endpoint`: its endpoint, when that is already known. */
  add(flow: Flow, endpoint?: string): void {
    if (flow.request === null || !flow.finished) return;
    this.#addSlow(flow);
    this.#addLarge(flow);
    this.#addUncompressed(flow);
    // Read once, because each access composes the URL again.
    const { url } = flow;
    this.#repeated.add(flow, url);
    this.#nPlusOne.add(flow, url, endpoint ?? endpointOf(flow));
    this.#redirects.add(flow, url);
  }

  /** Returns the findings: the slowest and largest first, of other kinds the earliest. */
  result(limit: number): TrafficPerformance {
    return {
      slow: this.#slow.result(limit),
      large: this.#large.result(limit),
      uncompressed: this.#uncompressed.result(limit),
      uncached: this.#repeated.uncached(limit),
      duplicates: this.#repeated.duplicates(limit),
      nPlusOne: this.#nPlusOne.result(limit),
      redirects: this.#redirects.result(limit),
    };
  }

  #addSlow(flow: Flow): void {
    const { durationMs = 0, webSocket, serverSentEvents } = flow;
    if (durationMs <= SLOW_MS || webSocket !== null || serverSentEvents !== null) return;
    if (isTimedByTool(flow)) return;
    const { firstByte, sent } = flow.timestamps;
    const wait =
      firstByte > 0 && sent > 0 ? `, of which ${Math.round(firstByte - sent)} ms until the first byte` : '';
    this.#slow.add(flow, `The request took ${Math.round(durationMs)} ms${wait}.`, durationMs);
  }

  #addLarge(flow: Flow): void {
    const size = flow.response?.size ?? 0;
    if (size > LARGE_BYTES) this.#large.add(flow, `The response body has ${size} bytes.`, size);
  }

  #addUncompressed(flow: Flow): void {
    const { request, response } = flow;
    const size = response?.body.size ?? 0;
    if (size < WORTH_COMPRESSING || flow.serverSentEvents !== null) return;
    const isText = TEXT.test(response?.header('content-type') ?? '');
    if (!isText || response?.header('content-encoding') !== undefined) return;
    const isAccepted = /\b(?:gzip|br|zstd|deflate)\b/i.test(request?.header('accept-encoding') ?? '');
    const reason = isAccepted
      ? 'although the client accepts compression'
      : 'since the client does not accept compression';
    this.#uncompressed.add(flow, `${size} bytes of text were sent uncompressed, ${reason}.`);
  }
}

const TEXT =
  /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)|application\/javascript|image\/svg\+xml)/i;
