// The response of a request of any type, in one shape for scripts, reporters, examples and history.
import type { HeaderField, SignableRequest } from './auth/contract.ts';

/** A message of an exchange: a frame, an event, a row set, a chunk of a stream. */
export interface Message {
  readonly direction: 'sent' | 'received';
  /** The event, topic or method that the message belongs to; empty without one. */
  readonly name: string;
  readonly data: Buffer;
  readonly isText: boolean;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** A whole body in a file. */
export interface StoredBody {
  readonly path: string;
  readonly size: number;
}

export interface ReceivedResponse {
  /** The status code of the protocol: of HTTP, of gRPC, of MQTT; 101 for an open WebSocket; otherwise 0. */
  readonly status: number;
  readonly reason: string;
  /** For example `HTTP/1.1` or `gRPC`. */
  readonly httpVersion: string;
  readonly headers: readonly HeaderField[];
  readonly trailers: readonly HeaderField[];
  /** The body without its content coding; of a conversation what was received, see `bodyOf()`. */
  readonly body: Buffer;
  /** All of the body, where `body` is only its beginning. */
  readonly file?: StoredBody;
  /** The size of the body in bytes as received. */
  readonly size: number;
  /** Milliseconds from the start of the request to the end of the response. */
  readonly timeMs: number;
  /** In order; empty for an HTTP response that is not a stream of events. */
  readonly messages: readonly Message[];
}

export interface ProtocolExchange {
  /** The first request, before any redirect. */
  readonly originalRequest: SignableRequest;
  readonly response: ReceivedResponse;
  /** The URL of the final response. */
  readonly url: string;
  /** The request for the final response, as it was sent. */
  readonly sent: { readonly method: string; readonly headers: readonly HeaderField[]; readonly body: Buffer };
}
