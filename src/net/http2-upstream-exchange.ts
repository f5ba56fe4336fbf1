// An exchange with a server that speaks HTTP/2: fields and trailers unchanged, flow control end to end.
import { ProxyError } from '../base/errors.ts';
import { ERROR_CODE, errorName } from '../codec/http2/error-codes.ts';
import { isIdempotent } from '../codec/http1/methods.ts';
import type { FlatFields, UnwrittenHead } from '../codec/flat-fields.ts';
import { forwardedTrailers, namesInLowerCase } from '../codec/http2/fields.ts';
import { readHttp2Response } from '../codec/http2/response-head.ts';
import type { Http2Stream, StreamEnd, StreamHandler } from '../codec/http2/stream.ts';
import type { Http2Upstream } from './http2-upstream.ts';
import {
  MAX_INTERIM_BYTES,
  TOO_MANY_INTERIM,
  type UpstreamExchange,
  type ResponseEvents,
  passOn,
  type UpstreamRequest,
} from './upstream-exchange.ts';
import type { ConnectionTiming } from './connecting-socket.ts';

export class Http2UpstreamExchange implements UpstreamExchange, StreamHandler {
  readonly address: string;
  readonly tls: UpstreamExchange['tls'];
  readonly timing: ConnectionTiming | null;
  readonly requestHead: UnwrittenHead;
  readonly #upstream: Http2Upstream;
  readonly #method: string;
  readonly #isRepeatable: boolean;
  /** True once the request has been handed over in full. */
  #sent: boolean;
  readonly #stream: Http2Stream;
  readonly #handler: ResponseEvents;
  #responded = false;
  #finished = false;
  #interimBytes = 0;

  /** Throws a ProxyError when the connection has just closed. */
  constructor(upstream: Http2Upstream, request: UpstreamRequest, handler: ResponseEvents) {
    this.address = upstream.address;
    this.tls = upstream.tls;
    this.timing = upstream.used ? null : upstream.timing;
    this.#handler = handler;
    this.#upstream = upstream;
    const { method, path, fields, hasBody, protocol } = request;
    this.#method = method;
    // A WebSocket that has not opened is as if it had not been requested.
    this.#isRepeatable = protocol !== undefined || isIdempotent(method);
    this.#sent = !hasBody;
    this.requestHead = { startLine: `${method} ${path} HTTP/2`, fields };
    const stream = upstream.open();
    this.#stream = stream;
    stream.handler = this;
    const { scheme, authority } = request;
    const control = [':method', method, ':scheme', scheme, ':authority', authority, ':path', path];
    if (protocol !== undefined) control.push(':protocol', protocol);
    stream.sendHead(control, fields, !hasBody);
  }

  write(bytes: Buffer): boolean {
    return this.#stream.write(bytes);
  }

  end(trailers: FlatFields): void {
    this.#sent = true;
    this.#stream.end(namesInLowerCase(trailers));
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  cancel(): void {
    this.#finished = true;
    this.#stream.reset(ERROR_CODE.CANCEL);
  }

  // Reported by the stream.

  head(raw: string[], ended: boolean): void {
    const head = readHttp2Response(raw, ended);
    if (head.type === 'malformed') this.#stream.reset(ERROR_CODE.PROTOCOL_ERROR, head.reason);
    else if (head.status < 200) this.#interim(head.status, head.fields, raw);
    else this.#response(head.status, head.fields, head.contentLength, ended);
  }

  data(bytes: Buffer, start: number, end: number): void {
    if (!this.#finished) passOn(this.#handler, bytes, start, end);
  }

  ended(trailers: FlatFields): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#handler.end(forwardedTrailers(trailers));
  }

  drained(): void {
    this.#handler.drained();
  }

  over({ code, by, reason }: StreamEnd): void {
    if (this.#finished) {
      if (!this.#sent) this.#handler.requestUnwanted?.();
      return;
    }
    this.#finished = true;
    const requiresHttp1 = code === ERROR_CODE.HTTP_1_1_REQUIRED && !this.#responded;
    if (requiresHttp1) this.#upstream.http1Required();
    this.#handler.failed(
      this.#error(code, by, reason),
      requiresHttp1 || this.#mayRepeat(code, by),
      (this.#responded && by !== 'connection') || requiresHttp1 ? code : null,
    );
  }

  #interim(status: number, fields: FlatFields, raw: FlatFields): void {
    if (this.#finished) return;
    for (const text of raw) this.#interimBytes += text.length;
    if (this.#interimBytes <= MAX_INTERIM_BYTES) {
      // Flow control does not apply to interim responses, so they are counted whoever sets the pace.
      this.#handler.interim(status, fields);
      return;
    }
    this.cancel();
    this.#handler.failed(new ProxyError('BAD_RESPONSE', TOO_MANY_INTERIM), false, null);
  }

  #response(status: number, fields: FlatFields, contentLength: number, ended: boolean): void {
    if (this.#finished) return;
    const opensTunnel = this.#method === 'CONNECT' && status < 300;
    const hasBody = this.#method !== 'HEAD' && status !== 304 && !opensTunnel;
    if (ended && hasBody && contentLength > 0) {
      this.#stream.reset(ERROR_CODE.PROTOCOL_ERROR, 'its body is shorter than its Content-Length');
      return;
    }
    if (hasBody && !ended) this.#stream.expectedBytes = contentLength;
    this.#stream.headReceived = true;
    this.#responded = true;
    if (ended) this.#finished = true;
    this.#handler.response(status, fields, ended, { startLine: `HTTP/2 ${status}`, fields });
  }

  /**
   * Returns true when the server has not acted on the request (RFC 9113 section 8.7), or closed an idle
   * connection.
   */
  #mayRepeat(code: number, by: StreamEnd['by']): boolean {
    if (this.#responded || by === 'us') return false;
    return (
      code === ERROR_CODE.REFUSED_STREAM ||
      (this.timing === null && by === 'connection' && !this.#upstream.usable && this.#isRepeatable)
    );
  }

  #error(code: number, by: StreamEnd['by'], reason: string | null): ProxyError {
    if (by === 'us' && reason !== null) return new ProxyError('BAD_RESPONSE', reason);
    const when = this.#responded ? 'before the end of its response' : 'before it sent a response';
    const why = reason ?? (by === 'connection' ? null : `the HTTP/2 stream ended with ${errorName(code)}`);
    return new ProxyError('UPSTREAM_CLOSED', why === null ? when : `${when} (${why})`);
  }
}
