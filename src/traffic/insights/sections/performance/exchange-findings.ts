// Findings of single exchanges: slow, large or uncompressed ones.
import { durationText } from '../../../../base/duration-text.ts';
import type { Flow } from '../../../../flow/flow.ts';
import { isTimedByTool } from '../../flow-facts.ts';
import { TopFindings, type PerformanceFinding, type RequestRef } from './top-findings.ts';

const SLOW_MS = 1000;
/** Of traffic without a slow one, those of which most can be gained. */
const MAX_SLOWEST = 10;
const LARGE_BYTES = 1024 * 1024;
const WORTH_COMPRESSING = 2048;

/** A wait that is not known. */
const UNKNOWN = Number.NaN;

export class ExchangeFindings {
  readonly #slow = new TopFindings(slowDetail);
  readonly #slowest = new TopFindings(slowDetail, MAX_SLOWEST);
  readonly #large = new TopFindings((size) => `The response body has ${size} bytes.`);
  readonly #uncompressed = new TopFindings((_, size) => uncompressedDetail(size));

  /** Adds a finished flow. `request` is what findings say of it. */
  add(flow: Flow, request: RequestRef): void {
    this.#addSlow(flow, request);
    const size = flow.response?.size ?? 0;
    if (size > LARGE_BYTES) this.#large.add(request, size);
    this.#addUncompressed(flow, request);
  }

  /** Adds what another one has, whose requests come after those of this one. */
  merge(other: ExchangeFindings): void {
    this.#slow.merge(other.#slow);
    this.#slowest.merge(other.#slowest);
    this.#large.merge(other.#large);
    this.#uncompressed.merge(other.#uncompressed);
  }

  result(
    limit: number,
  ): Record<'slowest' | 'slow' | 'large' | 'uncompressed', readonly PerformanceFinding[]> {
    return {
      slowest: this.#slowest.result(limit),
      slow: this.#slow.result(limit),
      large: this.#large.result(limit),
      uncompressed: this.#uncompressed.result(limit),
    };
  }

  #addSlow(flow: Flow, request: RequestRef): void {
    const { durationMs = 0, webSocket, serverSentEvents } = flow;
    if (durationMs <= 0 || webSocket !== null || serverSentEvents !== null) return;
    if (isTimedByTool(flow)) return;
    const { firstByte, sent } = flow.timestamps;
    const waitMs = firstByte > 0 && sent > 0 ? firstByte - sent : UNKNOWN;
    this.#slowest.add(request, durationMs, waitMs);
    if (durationMs > SLOW_MS) this.#slow.add(request, durationMs, waitMs);
  }

  #addUncompressed(flow: Flow, ref: RequestRef): void {
    const { request, response } = flow;
    const size = response?.body.size ?? 0;
    if (size < WORTH_COMPRESSING || flow.serverSentEvents !== null) return;
    const isText = TEXT.test(response?.header('content-type') ?? '');
    if (!isText || response?.header('content-encoding') !== undefined) return;
    const isAccepted = /\b(?:gzip|br|zstd|deflate)\b/i.test(request?.header('accept-encoding') ?? '');
    this.#uncompressed.add(ref, 0, isAccepted ? size : -size);
  }
}

const TEXT =
  /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)|application\/javascript|image\/svg\+xml)/i;

function slowDetail(durationMs: number, waitMs: number): string {
  const wait = Number.isNaN(waitMs) ? '' : `, of which ${durationText(waitMs)} until the first byte`;
  return `The request took ${durationText(durationMs)}${wait}.`;
}

/** `size` is negative where the client does not accept compression. */
function uncompressedDetail(size: number): string {
  const reason =
    size > 0 ? 'although the client accepts compression' : 'since the client does not accept compression';
  return `${Math.abs(size)} bytes of text were sent uncompressed, ${reason}.`;
}
