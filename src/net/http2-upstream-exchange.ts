// An exchange with a server that speaks HTTP/2: fields and trailers unchanged, flow control end to end.
import type http2 from 'node:http2';
import { ProxyError } from '../base/errors.ts';
import { ERROR_CODE, errorName } from '../codec/http2/error-codes.ts';
import { isIdempotent } from '../codec/http1/methods.ts';
import { forwardedTrailers, type FlatFields, type UnwrittenHead } from '../codec/http2/fields.ts';
import { sendTrailersOn } from './http2-trailers.ts';
import type { Http2Upstream } from './http2-upstream.ts';
import {
  MAX_INTERIM_BYTES,
  TOO_MANY_INTERIM,
  type UpstreamExchange,
  type UpstreamExchangeHandler,
  type UpstreamRequest,
} from './upstream-exchange.ts';
import type { ConnectionTiming } from './upstream-connection.ts';

/** The flag of a HEADERS frame behind which no body follows (RFC 9113 section 6.2). */
const END_STREAM = 0x1;

export class Http2UpstreamExchange implements UpstreamExchange {
  readonly address: string;
  readonly tls: UpstreamExchange['tls'];
  readonly timing: ConnectionTiming | null;
  readonly requestHead: UnwrittenHead;
  readonly #upstream: Http2Upstream;
  readonly #method: string;
  /** True once the request has been handed over in full. */
  #sent: boolean;
  readonly #stream: http2.ClientHttp2Stream;
  readonly #handler: UpstreamExchangeHandler;
  #responded = false;
  #finished = false;
  #trailers: FlatFields = [];
  /**
   * Bytes of a body of known length that are still missing; a stream reset with NO_ERROR ends as if complete.
   */
  #missingBytes = 0;
  #interimBytes = 0;

  /** Throws a ProxyError when the connection has just closed. */
  constructor(upstream: Http2Upstream, request: UpstreamRequest, handler: UpstreamExchangeHandler) {
    this.address = upstream.address;
    this.tls = upstream.tls;
    this.timing = upstream.used ? null : upstream.timing;
    this.#handler = handler;
    this.#upstream = upstream;
    const { method, path, fields, hasBody } = request;
    this.#method = method;
    this.#sent = !hasBody;
    this.requestHead = { startLine: `${method} ${path} HTTP/2`, fields };
    const control = [
      ':method',
      method,
      ':scheme',
      request.scheme,
      ':authority',
      request.authority,
      ':path',
      path,
    ];
    const stream = upstream.request(control.concat(fields), {
      endStream: !hasBody,
      // A body of known length rarely has trailers, and waiting for them costs a round of events.
      waitForTrailers: hasBody && request.contentLength < 0,
    });
    this.#stream = stream;
    stream.on('headers', this.#onInterim);
    stream.on('response', this.#onResponse);
    stream.on('data', this.#onData);
    stream.on('end', this.#onEnd);
    stream.on('trailers', this.#onTrailers);
    stream.on('drain', this.#onDrain);
    stream.on('error', this.#onError);
    stream.on('close', this.#onClose);
  }

  write(bytes: Buffer): boolean {
    return this.#stream.destroyed || this.#stream.write(bytes);
  }

  end(trailers: FlatFields): void {
    this.#sent = true;
    if (this.#stream.destroyed) return;
    sendTrailersOn(this.#stream, trailers);
    this.#stream.end();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  cancel(): void {
    this.#finished = true;
    if (!this.#stream.destroyed) this.#stream.close(ERROR_CODE.CANCEL);
  }

  readonly #onInterim = (headers: http2.IncomingHttpHeaders, _flags: number, raw: string[]): void => {
    if (this.#finished) return;
    this.#interimBytes += raw.reduce((sum, text) => sum + text.length, 0);
    if (this.#interimBytes <= MAX_INTERIM_BYTES)
      // A stream cannot be paused before its response, so that they are counted whoever paces them.
      this.#handler.interim(Number(headers[':status']), withoutStatus(raw));
    else {
      this.cancel();
      this.#handler.failed(new ProxyError('BAD_RESPONSE', TOO_MANY_INTERIM), false, null);
    }
  };

  readonly #onResponse = (headers: http2.IncomingHttpHeaders, flags: number, raw: string[]): void => {
    if (this.#finished) return;
    this.#responded = true;
    const status = Number(headers[':status']);
    const fields = withoutStatus(raw);
    const ended = (flags & END_STREAM) !== 0;
    if (ended) this.#finished = true;
    else if (this.#method !== 'HEAD' && status !== 304)
      this.#missingBytes = Number(headers['content-length'] ?? 0);
    this.#handler.response(status, fields, ended, { startLine: `HTTP/2 ${status}`, fields });
    if (ended) this.#stream.resume();
  };

  readonly #onData = (bytes: Buffer): void => {
    this.#missingBytes -= bytes.length;
    if (!this.#finished) this.#handler.data(bytes);
  };

  readonly #onTrailers = (_headers: http2.IncomingHttpHeaders, _flags: number, raw: string[]): void => {
    this.#trailers = forwardedTrailers(raw);
  };

  readonly #onEnd = (): void => {
    // Node emits `end` for a reset stream too.
    if (
      this.#finished ||
      !this.#responded ||
      this.#stream.aborted ||
      this.#stream.rstCode !== ERROR_CODE.NO_ERROR
    )
      return;
    if (this.#missingBytes > 0) return;
    this.#finished = true;
    this.#handler.end(this.#trailers);
  };

  readonly #onDrain = (): void => {
    this.#handler.drained();
  };

  /**
   * Returns true when the server has not acted on the request (RFC 9113 section 8.7), or closed an idle
   * connection.
   */
  #mayRepeat(code: number): boolean {
    if (this.#responded) return false;
    return (
      code === ERROR_CODE.REFUSED_STREAM ||
      (this.timing === null && !this.#upstream.usable && isIdempotent(this.#method))
    );
  }

  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => {
    if (this.#finished) {
      if (!this.#sent) this.#handler.requestUnwanted?.();
      return;
    }
    this.#finished = true;
    const code = this.#stream.rstCode;
    const name = errorName(code);
    const when = this.#responded ? 'before the end of its response' : 'before it sent a response';
    const error = new ProxyError('UPSTREAM_CLOSED', `${when} (the HTTP/2 stream ended with ${name})`);
    this.#handler.failed(error, this.#mayRepeat(code), this.#responded ? code : null);
  };
}

/** `:status` comes first (RFC 9113 section 8.3.2 allows no other pseudo-field). */
function withoutStatus(raw: string[]): FlatFields {
  return raw[0] === ':status'
    ? raw.slice(2)
    : raw.filter((_, index) => raw[index - (index % 2)] !== ':status');
}
