// The interface between an exchange and its client, whichever version of HTTP the client speaks.
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../../base/errors.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { FlatFields, UnwrittenHead } from '../../codec/flat-fields.ts';
import type { HeaderLines } from '../hooks.ts';

/** A response that is ready to be sent. */
export interface OutgoingResponse {
  readonly status: number;
  readonly reason: string;
  /** Lists the fields. */
  readonly fields: () => HeaderLines;
  /** Length of the body in bytes; null when unknown, `none` when no body follows. */
  readonly body: number | null | 'none';
  /** The head as received, in the form of HTTP/1 and of HTTP/2 where it has those; null when a tool changed it. */
  readonly unchanged: { readonly text: string | null; readonly flat: FlatFields | null } | null;
  /** False when the server has no use for the rest of the request. */
  readonly readsRequest: boolean;
}

export interface ClientSide {
  /** Pause and resume reading the request. */
  pause(): void;
  resume(): void;
  /** Sends 100 (Continue) if the client waits for it (RFC 9110 section 10.1.1). */
  requestBody(): void;
  /**
   * Sends a 1xx; false when the client takes them more slowly than they come: `clientDrained` follows. Null when
   * nothing says how fast it takes them, as in HTTP/2.
   */
  interim(status: number, fields: HeaderLines): boolean | null;
  /** Sends the head, and returns it as the flow keeps it. Throws when it cannot be sent. */
  respond(response: OutgoingResponse): string | UnwrittenHead;
  /**
   * Writes bytes of the body; false when the client takes them more slowly than they come: `clientDrained`
   * follows.
   */
  write(bytes: Buffer): boolean;
  end(trailers: FlatFields): void;
  /** Stops reading the request: the rest is not needed. */
  requestUnwanted(): void;
  /** Sends an error response; nothing has been sent before. */
  refuse(error: ProxyError): void;
  /** Ends a response that is incomplete. `reset`: by a reset of the connection or of the stream. */
  abort(how: 'reset' | 'close', code: number | null): void;
  /**
   * Completes the upgrade on the client's side, and returns the stream of the new protocol; null when that
   * failed.
   */
  upgrade(head: ResponseHead): Upgraded | null;
}

export interface Upgraded {
  readonly stream: Duplex;
  readonly head: string;
}

/** The events that the client's side reports. */
export interface ClientEvents {
  /** Called with bytes of the body, which nobody changes afterwards. */
  requestData(bytes: Buffer): void;
  requestEnd(trailers: FlatFields): void;
  /** Called when the request body violates its framing. */
  requestFailed(error: ProxyError): void;
  clientDrained(): void;
  /** Called when the client closes, having received every announced byte before the server ended the message. */
  clientServed(): void;
  clientLeft(error: ProxyError): void;
}
