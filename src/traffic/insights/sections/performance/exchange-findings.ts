// Findings of single exchanges: slow, large or uncompressed ones.
import { durationText } from '../../../../base/duration-text.ts';
import type { Flow } from '../../../../flow/flow.ts';
import { isTimedByTool } from '../../flow-facts.ts';
import { TopFindings, type PerformanceFinding, type RequestRef } from './top-findings.ts';

const SLOW_MS = 1000;
const LARGE_BYTES = 1024 * 1024;
const WORTH_COMPRESSING = 2048;

/** A wait that is not known. */
const UNKNOWN = Number.NaN;

export class ExchangeFindings {
  readonly #slow = new TopFindings(slowDetail);
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
    this.#large.merge(other.#large);
    this.#uncompressed.merge(other.#uncompressed);
  }

  result(limit: number): Record<'slow' | 'large' | 'uncompressed', readonly PerformanceFinding[]> {
    return {
      slow: this.#slow.result(limit),
      large: this.#large.result(limit),
      uncompressed: this.#uncompressed.result(limit),
    };
  }

  #addSlow(flow: Flow, request: RequestRef): void {
    const { durationMs = 0, webSocket, serverSentEvents } = flow;
    if (durationMs <= SLOW_MS || webSocket !== null || serverSentEvents !== null) return;
    if (isTimedByTool(flow)) return;
    const { firstByte, sent } = flow.timestamps;
    this.#slow.add(request, durationMs, firstByte > 0 && sent > 0 ? firstByte - sent : UNKNOWN);
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
