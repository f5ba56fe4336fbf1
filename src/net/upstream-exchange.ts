// One exchange with a server of either version of HTTP: the request goes in, the response comes back as
// events. Fields are flat lists without control data.
import { copyBytes } from '../base/copy-bytes.ts';
import type { ProxyError } from '../base/errors.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import type { Repair } from '../codec/http1/repair.ts';
import type { ResponseHead } from '../codec/http1/response-head.ts';
import type { FlatFields, UnwrittenHead } from '../codec/flat-fields.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import type { ConnectionTiming } from './connecting-socket.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

export interface UpstreamExchange {
  /** `address:port` of the peer. */
  readonly address: string;
  readonly tls: TlsDetails | null;
  /** Durations of opening the connection; null when it is reused. */
  readonly timing: ConnectionTiming | null;
  /** The head of the request, as sent. */
  readonly requestHead: string | UnwrittenHead;
  /** Writes bytes of the body. Returns false when the server reads more slowly than they arrive: wait for `drained`. */
  write(bytes: Buffer): boolean;
  /** Ends the request. */
  end(trailers: FlatFields): void;
  /** Pause and resume reading the response. */
  pause(): void;
  resume(): void;
  /** Cancels the exchange: the response is not needed. */
  cancel(): void;
}

/** Maximum bytes of fields in all 1xx of one response to a client that no flow control protects from them. */
export const MAX_INTERIM_BYTES = 64 * 1024;

/** The reason for giving up on a server that never stops sending 1xx. */
export const TOO_MANY_INTERIM = `it sends more than ${MAX_INTERIM_BYTES} bytes of interim responses (1xx)`;

export interface UpstreamExchangeHandler extends ResponseEvents {
  /** The client's connection, to which one to the server belongs once its user logs in on it. */
  readonly connectionOwner: ConnectionOwner;
}

export interface ResponseEvents {
  /** Called when something of the response was not valid HTTP, and is handed over repaired. */
  repaired?(repairs: readonly Repair[]): void;
  /**
   * Called for each 1xx before the response. `head`: as received, of a server that speaks HTTP/1. Returns true when the
   * exchange pauses while the client takes no more of them; without that, their number is bounded.
   */
  interim(status: number, fields: FlatFields, head?: string): boolean;
  /**
   * Called with the head of the response. `ended`: no body follows. `head`: as the flow shows it. `received`: all of it,
   * with the fields of this hop, of a server that speaks HTTP/1.
   */
  response(
    status: number,
    fields: FlatFields,
    ended: boolean,
    head: string | UnwrittenHead,
    received?: string,
  ): void;
  /** Called with bytes of the body, which nobody changes afterwards. */
  data(bytes: Buffer): void;
  /** Called in place of `data`, where a handler has it, with bytes that are valid during the call. */
  piece?(bytes: Buffer, start: number, end: number): void;
  end(trailers: FlatFields): void;
  /**
   * Called when the exchange failed. `mayRetry`: the server has not acted on the request, or the request is
   * idempotent. `code`: of RST_STREAM, when the server sent one in its response; HTTP_1_1_REQUIRED in any case.
   */
  failed(error: ProxyError, mayRetry: boolean, code: number | null): void;
  drained(): void;
  /** Called when the server has responded in full and takes no more of the request. */
  requestUnwanted?(): void;
  /**
   * Called when the server has switched protocols as requested. `rest`: bytes that arrived behind the head.
   */
  upgraded?(head: ResponseHead, rest: Buffer, connection: UpgradedConnection): void;
}

/** The carrier of another protocol after an upgrade: a connection, or a stream of HTTP/2. */
export type UpgradedConnection = Pick<
  UpstreamConnection,
  'reader' | 'write' | 'waiting' | 'pause' | 'resume' | 'end' | 'destroy' | 'destroyed'
>;

/** Hands bytes to `handler` that lie in a slab, which the next read overwrites. */
export function passOn(handler: ResponseEvents, bytes: Buffer, start: number, end: number): void {
  if (handler.piece === undefined) handler.data(copyBytes(bytes, start, end));
  else handler.piece(bytes, start, end);
}

/** A request as it is sent. */
export interface UpstreamRequest {
  readonly method: string;
  /** The protocol of an extended CONNECT (RFC 8441). */
  readonly protocol?: 'websocket';
  readonly scheme: 'http' | 'https';
  /** The origin, as `:authority` and Host name it. */
  readonly authority: string;
  readonly path: string;
  readonly fields: FlatFields;
  /** Content-Length; -1 without one. */
  readonly contentLength: number;
  readonly hasBody: boolean;
  /** The whole head for a server of HTTP/1.1; absent: written from the other fields. */
  readonly http1Head?: string | undefined;
}
