// Plays a synthetic response as if a server sent it, so that it passes the same steps as any other.
import { messageOf, ProxyError } from '../../base/errors.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { HeaderLines, SyntheticResponse } from '../hooks.ts';
import { flatOf, lineValue, type Framing } from './header-lines.ts';
import { syntheticHead } from './prebuilt-response.ts';

export class SyntheticExchange implements UpstreamExchange {
  readonly address = '';
  readonly tls = null;
  readonly timing = null;
  readonly requestHead = '';
  readonly #response: SyntheticResponse;
  readonly #handler: UpstreamExchangeHandler;
  readonly #method: string;
  #paused = false;
  #resumed: (() => void) | null = null;
  #finished = false;

  /** `method`: of the request that it responds to. */
  constructor(response: SyntheticResponse, handler: UpstreamExchangeHandler, method: string) {
    this.#response = response;
    this.#handler = handler;
    this.#method = method;
  }

  /** Starts the response. */
  start(): void {
    const { status, body } = this.#response;
    const hasNone = this.#method === 'HEAD' || status === 204 || status === 304;
    if (Buffer.isBuffer(body)) this.#whole(body, hasNone || body.length === 0);
    else if (hasNone) this.#head({ type: 'none', announced: 'kept' }, true);
    else void this.#stream(body);
  }

  write(): boolean {
    return true;
  }

  end(): void {
    // The rest of the request does not matter.
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    const resumed = this.#resumed;
    this.#resumed = null;
    resumed?.();
  }

  cancel(): void {
    this.#finished = true;
    this.resume();
  }

  #whole(body: Buffer, ended: boolean): void {
    this.#head({ type: 'length', length: body.length }, ended);
    if (ended || this.#finished) return;
    this.#handler.data(body);
    this.#handler.end([]);
  }

  async #stream(body: AsyncIterable<Buffer>): Promise<void> {
    const announced = lineValue(this.#response.fields, 'content-length') ?? '';
    const length = /^\d{1,15}$/.test(announced) ? Number(announced) : -1;
    let sent = 0;
    try {
      this.#head(length >= 0 ? { type: 'length', length } : { type: 'chunked' }, length === 0);
      for await (const piece of body) {
        if (this.#isFinished() || length === 0) return;
        sent += piece.length;
        if (length >= 0 && sent > length) throw new Error('the body is longer than announced');
        this.#handler.data(piece);
        if (this.#paused) await new Promise<void>((resolve) => (this.#resumed = resolve));
      }
      if (length >= 0 && sent < length) throw new Error('the body is shorter than announced');
    } catch (error) {
      if (!this.#finished) this.#handler.failed(new ProxyError('TOOL_FAILED', messageOf(error)), false, null);
      return;
    }
    if (!this.#isFinished()) this.#handler.end([]);
  }

  #isFinished(): boolean {
    return this.#finished;
  }

  #head(framing: Framing, ended: boolean): void {
    const { status, fields } = this.#response;
    this.#handler.response(
      status,
      flatOf(framed(fields, framing)),
      ended,
      syntheticHead(this.#response, framing),
    );
  }
}

function framed(fields: HeaderLines, framing: Framing): HeaderLines {
  if (framing.type !== 'length') return fields;
  const rest = fields.filter(([name]) => name.toLowerCase() !== 'content-length');
  return [...rest, ['content-length', String(framing.length)]];
}
