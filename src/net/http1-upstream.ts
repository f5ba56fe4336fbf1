// HTTP/1 on an upstream connection, one exchange at a time: takes bytes, and calls the handler with events. Only an
// incomplete head is buffered.
import { ProxyError } from '../base/errors.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { bodyReader } from '../codec/http1/body.ts';
import type { BodyReader, PayloadSink } from '../codec/http1/body-reader.ts';
import { isRepeated } from '../codec/http1/repeated-head.ts';
import type { ResponseHead } from '../codec/http1/response-head.ts';
import { receivedHead } from '../codec/http1/received-head.ts';
import type { Repair } from '../codec/http1/repair.ts';
import { refusalReason } from './proxy-routes/connect-response.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import type { ConnectionReader } from './connection-reader.ts';
import { mayRepeat } from './may-repeat.ts';
import type { ConnectionTiming } from './connecting-socket.ts';
import type { UpstreamConnection } from './upstream-connection.ts';
import type { UpgradedConnection } from './upstream-exchange.ts';

/** The events of a response. `bytes` are valid during the call only. */
export interface ResponseHandler {
  /** The client's connection, to which one to the server belongs once its user logs in on it. */
  readonly connectionOwner: ConnectionOwner;
  /** Called when a part of the response was not valid HTTP. The handler receives it repaired. */
  repaired(repairs: readonly Repair[]): void;
  /** Called for each 1xx before the response. */
  interim(head: ResponseHead): void;
  head(head: ResponseHead): void;
  /** Called with bytes of the body as they travel, framing included. */
  data(bytes: Buffer, start: number, end: number): void;
  /** Called before `data` for a chunked body, with the range of the payload. */
  payload(bytes: Buffer, start: number, end: number): void;
  /** Called after all bytes of one read have been delivered, when the response is not complete. */
  flush(): void;
  /** Called when the response is complete. `takesMore`: the server still reads the rest of the request. */
  end(trailers: string, takesMore: boolean): void;
  /** Called when the server has switched protocols (101). `rest`: bytes that arrived behind the head. */
  upgraded(head: ResponseHead, rest: Buffer, connection: UpgradedConnection): void;
  /** `mayRetry`: the request may be sent again on another connection. */
  failed(error: ProxyError, mayRetry: boolean): void;
  drained(): void;
}

/** The connection through which an HTTP/1 exchange sends its request. */
export interface Http1Transport {
  /** `address:port` of the peer. */
  readonly address: string;
  readonly tls: TlsDetails | null;
  /** True when the connection has been idle: the server may be closing it. */
  readonly used: boolean;
  /** Durations of opening the connection; null when it is reused. */
  readonly timing: ConnectionTiming | null;
  readonly connection: Pick<UpstreamConnection, 'pause' | 'resume' | 'destroy' | 'destroyed'>;
  /** Starts an exchange, whose request is then written with `write`. */
  begin(handler: ResponseHandler, method: string): void;
  write(data: Buffer | string, written?: () => void): boolean;
  /** Marks the request as written in full: the connection may be reused after the response. */
  requestComplete(): void;
  /** Ends the exchange from our side; the connection cannot be reused. */
  abandon(): void;
}

/** The pool that keeps a connection between exchanges. */
export interface IdlePool {
  release(upstream: Http1Upstream): void;
  remove(upstream: Http1Upstream): void;
  /** Returns the pool for a connection that belongs to this owner. */
  forOwner(owner: ConnectionOwner, binds: true): IdlePool;
}

const NO_SINK: PayloadSink = () => undefined;

export class Http1Upstream implements Http1Transport, ConnectionReader {
  readonly connection: UpstreamConnection;
  /** Another one from the moment on at which the connection is bound to its client. */
  #pool: IdlePool;
  readonly address: string;
  readonly tls: TlsDetails | null;
  /** `performance.now()` when opening it began. */
  readonly openedAt: number;
  used = false;
  /** `performance.now()` when it last became idle. */
  idleSince = 0;
  #handler: ResponseHandler | null = null;
  #method = '';
  /** The head of the last response, and the method of its request. */
  #last: { readonly head: ResponseHead; readonly method: string } | null = null;
  #reader: BodyReader | null = null;
  #partial: Buffer | null = null;
  /** Bytes in which the end of a head was searched in vain. */
  #searched = 0;
  #isRepaired = false;
  #keepAlive = false;
  #untilClose = false;
  #requestDone = false;
  /** True when the next head must be rewritten for a proxy. */
  #rewrites = false;
  /** The exchange that has its response and is still sending its request. */
  #uploader: ResponseHandler | null = null;
  readonly #payload: PayloadSink = (bytes, start, end) => this.#handler?.payload(bytes, start, end);
  /** Nothing more is trusted on a connection whose server does not write valid HTTP. */
  readonly #repaired = (repairs: readonly Repair[]): void => {
    this.#isRepaired = true;
    this.#handler?.repaired(repairs);
  };

  constructor(connection: UpstreamConnection, pool: IdlePool, openedAt: number) {
    this.connection = connection;
    this.openedAt = openedAt;
    this.#pool = pool;
    this.address = connection.address;
    this.tls = connection.tls;
    connection.reader = this;
  }

  get timing(): ConnectionTiming | null {
    return this.used ? null : this.connection.timing;
  }

  begin(handler: ResponseHandler, method: string): void {
    this.#handler = handler;
    this.#method = method;
    this.#reader = null;
    this.#requestDone = false;
    this.#rewrites = this.connection.rewrite !== null;
    this.connection.resume();
  }

  write(data: Buffer | string, written?: () => void): boolean {
    if (this.#rewrites && this.connection.rewrite !== null) {
      this.#rewrites = false;
      return this.connection.write(this.connection.rewrite(data), written);
    }
    return this.connection.write(data, written);
  }

  requestComplete(): void {
    this.#requestDone = true;
    if (this.#uploader === null) return;
    this.#uploader = null;
    this.#pool.release(this);
  }

  abandon(): void {
    this.#handler = null;
    this.#uploader = null;
    this.connection.destroy();
  }

  bytes(received: Buffer): void {
    const handler = this.#handler;
    if (handler === null) {
      this.connection.destroy(); // bytes that no request asked for cannot be trusted
      return;
    }
    const bytes = this.#partial === null ? received : Buffer.concat([this.#partial, received]);
    this.#partial = null;
    let at = 0;
    while (at < bytes.length && this.#isServing(handler)) {
      at = this.#reader === null ? this.#readHead(bytes, at) : this.#readBody(this.#reader, bytes, at);
    }
    if (this.#isServing(handler)) handler.flush();
  }

  ended(): void {
    if (this.#handler === null) this.connection.destroy();
    else if (this.#reader !== null && this.#untilClose) this.#complete(this.#reader);
    else this.#fail(new ProxyError('UPSTREAM_CLOSED', this.#closedReason()));
  }

  closed(error: Error | null): void {
    this.#uploader?.drained();
    if (this.#handler === null) this.#pool.remove(this);
    else
      this.#fail(
        new ProxyError(
          'UPSTREAM_CLOSED',
          error === null ? this.#closedReason() : `${this.#closedReason()} (${error.message})`,
        ),
      );
  }

  drained(): void {
    (this.#handler ?? this.#uploader)?.drained();
  }

  /** True while the same exchange is in progress: any event may end it. */
  #isServing(handler: ResponseHandler): boolean {
    return this.#handler === handler;
  }

  #closedReason(): string {
    if (this.#reader !== null) return 'before the end of its response';
    return this.#partial === null ? 'before it sent a response' : 'in the middle of a response head';
  }

  #readHead(bytes: Buffer, at: number): number {
    const last = this.#last;
    if (last !== null && last.method === this.#method && isRepeated(last.head, bytes, at)) {
      const end = at + last.head.raw.length;
      this.#begin(last.head, end < bytes.length);
      return end;
    }
    const read = receivedHead(bytes, at, this.#method, this.#searched);
    this.#searched = 0;
    if (read === null) {
      this.#partial = Buffer.from(bytes.subarray(at));
      this.#searched = this.#partial.length;
      return bytes.length;
    }
    if (read.type === 'violation') {
      this.#fail(new ProxyError('BAD_RESPONSE', read.reason));
      return bytes.length;
    }
    if (read.repairs.length > 0) this.#repaired(read.repairs);
    this.#takeHead(read.head, bytes, read.end);
    return read.end;
  }

  #takeHead(head: ResponseHead, bytes: Buffer, end: number): void {
    if (head.status === 407 && this.connection.rewrite !== null) {
      // The challenge is for the proxy, not for the client.
      this.#fail(
        new ProxyError('EXTERNAL_PROXY_FAILED', `${this.connection.via ?? ''}: ${refusalReason(head)}`),
      );
    } else if (head.status === 101) {
      this.#upgrade(head, bytes.subarray(end));
    } else if (head.status < 200) {
      this.#handler?.interim(head);
    } else {
      this.#last = { head, method: this.#method };
      this.#begin(head, end < bytes.length);
    }
  }

  /** Begins the final response. `more`: bytes follow its head. */
  #begin(head: ResponseHead, more: boolean): void {
    this.#keepAlive = head.keepAlive;
    this.#untilClose = head.framing.type === 'close';
    this.#reader = bodyReader(head.framing, this.#repaired);
    if (head.fields.bindsConnection && this.#handler !== null)
      this.#pool = this.#pool.forOwner(this.#handler.connectionOwner, true);
    this.#handler?.head(head);
    if (this.#reader.done) this.#complete(this.#reader, more);
  }

  #readBody(reader: BodyReader, bytes: Buffer, at: number): number {
    const end = reader.read(bytes, at, reader.framed ? this.#payload : NO_SINK);
    if (reader.violation !== null) {
      this.#fail(new ProxyError('BAD_RESPONSE', reader.violation.reason));
      return end;
    }
    if (end > at) this.#passOn(reader, bytes, at, end);
    if (reader.done) this.#complete(reader, end < bytes.length);
    return end;
  }

  #passOn(reader: BodyReader, bytes: Buffer, at: number, end: number): void {
    if (!reader.framed) this.#handler?.data(bytes, at, end);
    else {
      const connection = reader.wire(bytes, at, end);
      this.#handler?.data(connection, 0, connection.length);
    }
  }

  #upgrade(head: ResponseHead, rest: Buffer): void {
    const handler = this.#handler;
    this.#handler = null;
    handler?.upgraded(head, Buffer.from(rest), this.connection);
  }

  #complete(reader: BodyReader, leftover = false): void {
    const handler = this.#handler;
    if (handler === null) return;
    this.#handler = null;
    this.used = true;
    const reusable = this.#keepAlive && !this.#isRepaired && !leftover;
    if (reusable && this.#requestDone) this.#pool.release(this);
    else if (reusable) this.#uploader = handler;
    else this.connection.destroy();
    handler.end(reader.trailers, this.#uploader !== null);
  }

  #fail(error: ProxyError): void {
    const handler = this.#handler;
    const isUnanswered = this.#reader === null && this.#partial === null;
    this.#handler = null;
    this.connection.destroy();
    handler?.failed(error, isUnanswered && mayRepeat(error, this, this.#method));
  }
}
