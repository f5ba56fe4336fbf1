// A request on its way to a server, whichever version of HTTP that speaks: what a request of HTTP/2 is forwarded
// through. Fields are flat lists without control data.
import type { ProxyError } from '../base/errors.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import type { ResponseHead } from '../codec/http1/response-head.ts';
import type { FlatFields, UnwrittenHead } from '../codec/http2/fields.ts';
import type { UpstreamConnection, ConnectionTiming } from './upstream-connection.ts';

export interface UpstreamExchange {
  /** `address:port` of the peer. */
  readonly address: string;
  readonly tls: TlsDetails | null;
  /** How long the connection took to open; null when it was open already. */
  readonly timing: ConnectionTiming | null;
  /** The head of the request, as sent. */
  readonly requestHead: string | UnwrittenHead;
  /** Body bytes. False when the server takes them more slowly than they come: wait for `drained`. */
  write(bytes: Buffer): boolean;
  /** The request is complete. */
  end(trailers: FlatFields): void;
  /** The response is read more slowly, or at full speed again. */
  pause(): void;
  resume(): void;
  /** Nobody waits for the response any more. */
  cancel(): void;
}

/** Bytes of fields in all 1xx of one response: no flow control slows them down. */
export const MAX_INTERIM_BYTES = 64 * 1024;

/** What is said of a server that goes on with 1xx. */
export const TOO_MANY_INTERIM = `it sends more than ${MAX_INTERIM_BYTES} bytes of interim responses (1xx)`;

export interface UpstreamExchangeHandler {
  /** A 1xx before the response. `head`: as it came, of a server that speaks HTTP/1. */
  interim(status: number, fields: FlatFields, head?: string): void;
  /** `ended`: no body follows. `head`: as the flow is to show it. */
  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void;
  /** Bytes of the body, which nobody changes afterwards. */
  data(bytes: Buffer): void;
  end(trailers: FlatFields): void;
  /** `again`: the server has not acted on the request, or may be asked twice. `code`: of RST_STREAM, when it sent one. */
  failed(error: ProxyError, mayRetry: boolean, code: number | null): void;
  drained(): void;
  /** The server has answered in full and takes no more of the request. */
  requestUnwanted?(): void;
  /** The connection speaks another protocol now, as was asked for; `rest` came behind the head. */
  upgraded?(head: ResponseHead, rest: Buffer, connection: UpstreamConnection): void;
}

/** What goes out. */
export interface UpstreamRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Of the origin, as `:authority` and Host name it. */
  readonly authority: string;
  readonly path: string;
  readonly fields: FlatFields;
  /** Content-Length; -1 without one. */
  readonly contentLength: number;
  readonly hasBody: boolean;
  /** The whole head for a server of HTTP/1.1; absent: made from the rest. */
  readonly http1Head?: string | undefined;
}
