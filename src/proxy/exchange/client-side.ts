// The client of an exchange that tools have in their hands, whichever version of HTTP it speaks.
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../../base/errors.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { FlatFields, UnwrittenHead } from '../../codec/http2/fields.ts';
import type { HeaderLines } from '../hooks.ts';

/** A response that is ready to be sent. */
export interface OutgoingResponse {
  readonly status: number;
  readonly reason: string;
  /** Lists the fields. */
  readonly fields: () => HeaderLines;
  /** Bytes of its body; null where that is not known, `none` where none follows. */
  readonly body: number | null | 'none';
  /** The head as received, in the form of HTTP/1 and of HTTP/2 where it has those; null when a tool changed it. */
  readonly unchanged: { readonly text: string | null; readonly flat: FlatFields | null } | null;
  /** Whether what is left of the request is still read; false: it is of no use. */
  readonly readsRequest: boolean;
}

export interface ClientSide {
  /** The request is read more slowly, or at full speed again. */
  pause(): void;
  resume(): void;
  /** Tells a client that waits for it to send the body (RFC 9110 section 10.1.1). */
  requestBody(): void;
  interim(status: number, fields: HeaderLines): void;
  /** The head as the flow keeps it. Throws when it cannot be sent. */
  respond(response: OutgoingResponse): string | UnwrittenHead;
  /** False when the client takes bytes more slowly than they come: it is told when it has drained. */
  write(bytes: Buffer): boolean;
  end(trailers: FlatFields): void;
  /** What is left of the request is of no use, after all. */
  requestUnwanted(): void;
  /** Answers with an error of ours; nothing has been sent before. */
  refuse(error: ProxyError): void;
  /** Ends what has begun without its end. `reset`: as hard as the protocol has it. */
  abort(how: 'reset' | 'close', code: number | null): void;
  /** The other protocol has been agreed on: gives the stream that it is spoken on, null when that failed. */
  upgrade(head: ResponseHead): Upgraded | null;
}

export interface Upgraded {
  readonly stream: Duplex;
  readonly head: string;
}

/** What the client's side tells of the client. */
export interface ClientEvents {
  /** A piece of the body, which nobody changes afterwards. */
  requestData(bytes: Buffer): void;
  requestEnd(trailers: FlatFields): void;
  /** What it sends is not a body. */
  requestFailed(error: ProxyError): void;
  clientDrained(): void;
  clientLeft(error: ProxyError): void;
}
