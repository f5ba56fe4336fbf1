// An exchange with a server that speaks HTTP/1.1, for a client of either version: writes the head and the
// framing of the request and removes the framing of the response.
import { ProxyError } from '../base/errors.ts';
import type { Repair } from '../codec/http1/repair.ts';
import type { ResponseHead } from '../codec/http1/response-head.ts';
import { fieldLines, type FlatFields } from '../codec/flat-fields.ts';
import { flatTrailers } from '../codec/http2/fields.ts';
import { asHttp1Request } from '../codec/http2/request.ts';
import { fromHttp1Response, http1ResponseText } from '../codec/http2/response.ts';
import type { ResponseHandler, Http1Transport } from './http1-upstream.ts';
import {
  MAX_INTERIM_BYTES,
  TOO_MANY_INTERIM,
  type UpgradedConnection,
  type UpstreamExchange,
  type UpstreamExchangeHandler,
  passOn,
  type UpstreamRequest,
} from './upstream-exchange.ts';
import type { ConnectionTiming } from './connecting-socket.ts';

export class Http1UpstreamExchange implements UpstreamExchange {
  readonly address: string;
  readonly tls: UpstreamExchange['tls'];
  readonly timing: ConnectionTiming | null;
  readonly requestHead: string;
  readonly #upstream: Http1Transport;
  readonly #answer: Http1ResponseRelay;
  readonly #chunked: boolean;
  /** True once the request has been written in full. */
  #complete: boolean;

  constructor(upstream: Http1Transport, request: UpstreamRequest, handler: UpstreamExchangeHandler) {
    this.address = upstream.address;
    this.tls = upstream.tls;
    this.timing = upstream.timing;
    this.#upstream = upstream;
    this.#answer = new Http1ResponseRelay(upstream, handler);
    this.#chunked = request.hasBody && request.contentLength < 0;
    this.requestHead = request.http1Head ?? asHttp1Request(request, this.#chunked);
    upstream.begin(this.#answer, request.method);
    upstream.write(this.requestHead);
    this.#complete = !request.hasBody;
    if (!request.hasBody) upstream.requestComplete();
  }

  write(bytes: Buffer): boolean {
    if (this.#upstream.connection.destroyed || bytes.length === 0) return true;
    if (!this.#chunked) return this.#upstream.write(bytes);
    this.#upstream.write(`${bytes.length.toString(16)}\r\n`);
    this.#upstream.write(bytes);
    return this.#upstream.write('\r\n');
  }

  end(trailers: FlatFields): void {
    this.#complete = true;
    if (this.#upstream.connection.destroyed) return;
    if (this.#chunked) this.#upstream.write(`0\r\n${fieldLines(trailers)}\r\n`);
    this.#upstream.requestComplete();
  }

  /** Pauses reading, unless the response is over: the connection may then belong to another exchange. */
  pause(): void {
    if (!this.#answer.finished) this.#upstream.connection.pause();
  }

  resume(): void {
    if (!this.#answer.finished) this.#upstream.connection.resume();
  }

  cancel(): void {
    if (this.#answer.finished && this.#complete) return;
    this.#answer.finished = true;
    this.#upstream.abandon();
  }
}

/** Passes the response on as its bytes arrive. */
export class Http1ResponseRelay implements ResponseHandler {
  finished = false;
  readonly connectionOwner: ResponseHandler['connectionOwner'];
  readonly #upstream: Http1Transport;
  readonly #handler: UpstreamExchangeHandler;
  /** True when the payload arrives apart from the framing around it. */
  #framed = false;
  #interimBytes = 0;
  #ended = false;

  constructor(upstream: Http1Transport, handler: UpstreamExchangeHandler) {
    this.connectionOwner = handler.connectionOwner;
    this.#upstream = upstream;
    this.#handler = handler;
  }

  repaired(repairs: readonly Repair[]): void {
    this.#handler.repaired?.(repairs);
  }

  interim(head: ResponseHead): void {
    if (this.finished) return;
    const isPaced = this.#handler.interim(head.status, fromHttp1Response(head), http1ResponseText(head));
    if (isPaced) return;
    this.#interimBytes += head.raw.length;
    if (this.#interimBytes <= MAX_INTERIM_BYTES) return;
    this.#upstream.abandon();
    this.failed(new ProxyError('BAD_RESPONSE', TOO_MANY_INTERIM), false);
  }

  head(head: ResponseHead): void {
    this.#framed = head.framing.type === 'chunked';
    this.#ended = head.framing.type === 'none';
    const fields = fromHttp1Response(head);
    this.#handler.response(head.status, fields, this.#ended, http1ResponseText(head), head.raw);
  }

  data(bytes: Buffer, start: number, end: number): void {
    if (!this.#framed) this.payload(bytes, start, end);
  }

  payload(bytes: Buffer, start: number, end: number): void {
    if (!this.finished) passOn(this.#handler, bytes, start, end);
  }

  flush(): void {
    // Every piece has already been passed on.
  }

  end(trailers: string, takesMore: boolean): void {
    if (this.finished) return;
    this.finished = true;
    if (!this.#ended) this.#handler.end(flatTrailers(trailers));
    if (!takesMore) this.#handler.requestUnwanted?.();
  }

  upgraded(head: ResponseHead, rest: Buffer, connection: UpgradedConnection): void {
    if (this.#handler.upgraded !== undefined) {
      this.finished = true;
      this.#handler.upgraded(head, rest, connection);
      return;
    }
    this.#upstream.connection.destroy();
    const reason = 'it switches protocols (101) though the client did not ask for that';
    this.failed(new ProxyError('BAD_RESPONSE', reason), false);
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    if (this.finished) return;
    this.finished = true;
    this.#handler.failed(error, mayRetry, null);
  }

  drained(): void {
    this.#handler.drained();
  }
}
