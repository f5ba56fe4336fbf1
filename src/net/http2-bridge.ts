// Connects an exchange in HTTP/1 with a server that speaks only HTTP/2: removes the framing of the request
// and writes the response in HTTP/1. One bridge serves one exchange; the connection under it is shared.
import { asProxyError, ProxyError } from '../base/errors.ts';
import { STATUS_CODES } from '../base/status-codes.ts';
import { bodyReader } from '../codec/http1/body.ts';
import type { BodyReader } from '../codec/http1/body-reader.ts';
import { fieldList } from '../codec/http1/field-lines.ts';
import { headEnd } from '../codec/http1/head-end.ts';
import { readRequestHead, requestFraming } from '../codec/http1/request-head.ts';
import { readResponseHead, type ResponseHead } from '../codec/http1/response-head.ts';
import { fieldLines, fieldValue, type FlatFields } from '../codec/flat-fields.ts';
import { flatFields, flatTrailers } from '../codec/http2/fields.ts';
import type { ResponseHandler, Http1Transport } from './http1-upstream.ts';
import { Http2UpstreamExchange } from './http2-upstream-exchange.ts';
import type { Http2Upstream } from './http2-upstream.ts';
import { mayRepeat } from './may-repeat.ts';
import type { ResponseEvents, UpstreamExchange, UpstreamRequest } from './upstream-exchange.ts';
import { acceptingFields, extendedConnect, opensWebSocket, WebSocketStream } from './web-socket-stream.ts';

export class Http2Bridge implements Http1Transport, ResponseEvents {
  readonly address: string;
  readonly tls: Http1Transport['tls'];
  readonly used: boolean;
  readonly timing: Http1Transport['timing'];
  readonly connection: Http1Transport['connection'];
  readonly #session: Http2Upstream;
  readonly #scheme: 'http' | 'https';
  #exchange: UpstreamExchange | null = null;
  #handler: ResponseHandler | null = null;
  #method = '';
  #body: BodyReader | null = null;
  #hasBody = false;
  #finished = false;
  /** The key of the WebSocket that the request opens; null for other requests. */
  #webSocketKey: string | null = null;
  /** The WebSocket, once it is open. */
  #webSocket: WebSocketStream | null = null;

  constructor(session: Http2Upstream, scheme: 'http' | 'https') {
    this.address = session.address;
    this.tls = session.tls;
    this.used = session.used;
    this.timing = session.used ? null : session.timing;
    this.#session = session;
    this.#scheme = scheme;
    const isFinished = (): boolean => this.#finished;
    this.connection = {
      get destroyed() {
        return isFinished();
      },
      pause: () => this.#exchange?.pause(),
      resume: () => this.#exchange?.resume(),
      destroy: () => this.abandon(),
    };
  }

  begin(handler: ResponseHandler, method: string): void {
    this.#handler = handler;
    this.#method = method;
  }

  /** Writes bytes of the request; the first write starts with the whole head. */
  write(data: Buffer | string, written?: () => void): boolean {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
    written?.();
    if (this.#body !== null) return this.#pass(this.#body, bytes, 0);
    const end = headEnd(bytes, 0);
    const head = readRequestHead(bytes.toString('latin1', 0, end));
    if (head.type === 'violation') {
      queueMicrotask(() => this.failed(new ProxyError('BAD_REQUEST', head.reason), false));
      return true;
    }
    this.#body = bodyReader(requestFraming(head));
    this.#hasBody = !this.#body.done;
    const fields = flatFields(fieldList(head.raw));
    const request: UpstreamRequest = {
      method: head.method,
      scheme: this.#scheme,
      authority: fieldValue(fields, 'host') ?? '',
      path: head.target,
      fields: fields.filter((_, index) => !/^(?:host|expect)$/.test(fields[index - (index % 2)] ?? '')),
      contentLength: head.fields.contentLength,
      hasBody: this.#hasBody,
    };
    if (opensWebSocket(head) && !this.#hasBody) {
      this.#webSocketKey = fieldValue(fields, 'sec-websocket-key') ?? '';
      this.#open(extendedConnect(request));
    } else this.#open(request);
    return this.#pass(this.#body, bytes, end);
  }

  requestComplete(): void {
    const { trailers } = this.#body ?? { trailers: '' };
    if (this.#hasBody) this.#exchange?.end(flatTrailers(trailers));
  }

  abandon(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#exchange?.cancel();
  }

  /** A stream of HTTP/2 cannot be paused before its response. */
  interim(status: number, fields: FlatFields): false {
    const head = this.#responseHead(status, fields);
    if (head !== null) this.#handler?.interim(head);
    return false;
  }

  response(status: number, fields: FlatFields, ended: boolean): void {
    if (this.#webSocketKey !== null) {
      if (status < 300) {
        this.#upgraded(acceptingFields(fields, this.#webSocketKey), ended);
        return;
      }
      this.#exchange?.end([]);
    }
    // In HTTP/1 a head without a length announces a body that ends with the connection.
    const empty = ended && this.#method !== 'HEAD' && fieldValue(fields, 'content-length') === undefined;
    const bodiless = status === 204 || status === 304;
    const head = this.#responseHead(status, empty && !bodiless ? [...fields, 'content-length', '0'] : fields);
    if (head === null || this.#finished) return;
    this.#handler?.head(head);
    if (ended) this.end([]);
    else this.#handler?.flush();
  }

  data(bytes: Buffer): void {
    if (this.#webSocket !== null) this.#webSocket.reader.bytes(bytes);
    else if (!this.#finished) this.#handler?.data(bytes, 0, bytes.length);
  }

  end(trailers: FlatFields): void {
    this.#webSocket?.peerEnded();
    if (this.#finished) return;
    this.#finished = true;
    this.#handler?.end(fieldLines(trailers), false);
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    this.#webSocket?.closed(error);
    if (this.#finished) return;
    this.#finished = true;
    this.#handler?.failed(error, mayRetry && mayRepeat(error, this, this.#method));
  }

  drained(): void {
    if (this.#webSocket === null) this.#handler?.drained();
    else this.#webSocket.drained();
  }

  requestUnwanted(): void {
    this.#webSocket?.closed(null);
  }

  #pass(body: BodyReader, bytes: Buffer, at: number): boolean {
    let room = true;
    body.read(bytes, at, (from, start, end) => {
      if (this.#exchange?.write(from.subarray(start, end)) === false) room = false;
    });
    return room;
  }

  /** Makes the stream the connection of the WebSocket. */
  #upgraded(fields: FlatFields, ended: boolean): void {
    const head = this.#responseHead(101, fields);
    if (head === null || this.#exchange === null) return;
    this.#finished = true;
    this.#webSocket = new WebSocketStream(this.#exchange);
    this.#handler?.upgraded(head, Buffer.alloc(0), this.#webSocket);
    if (ended) this.#webSocket.peerEnded();
  }

  #open(request: UpstreamRequest): void {
    try {
      if (request.protocol !== undefined && !this.#session.takesExtendedConnect)
        throw new ProxyError('CONNECT_FAILED', NO_WEB_SOCKET);
      this.#exchange = new Http2UpstreamExchange(this.#session, request, this);
    } catch (error) {
      const reached = asProxyError(error, 'UPSTREAM_CLOSED');
      // The caller of `write` does not expect a callback during the call.
      queueMicrotask(() => this.failed(reached, reached.code === 'UPSTREAM_CLOSED'));
    }
  }

  /** Fails a response with text that HTTP/1 cannot express, such as a line break in a value. */
  #responseHead(status: number, fields: FlatFields): ResponseHead | null {
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fieldLines(fields)}\r\n`;
    const head = readResponseHead(text, this.#method);
    if (head.type === 'response') return head;
    this.#exchange?.cancel();
    this.failed(new ProxyError('BAD_RESPONSE', head.reason), false);
    return null;
  }
}

const NO_WEB_SOCKET = 'it speaks only HTTP/2, and does not take WebSockets over it (RFC 8441)';
