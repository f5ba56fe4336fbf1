// The client's side of an exchange that no tool intercepts: passes the body of the request to the server, and copies it
// into the flow.
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { fieldLines, fieldValue, type FlatFields } from '../../codec/flat-fields.ts';
import { forwardedTrailers } from '../../codec/http2/fields.ts';
import type { Http2Stream, StreamEnd, StreamHandler } from '../../codec/http2/stream.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Message } from '../../flow/message.ts';
import type { UpstreamExchange, UpstreamRequest } from '../../net/upstream-exchange.ts';
import { BodyTap } from './body-tap.ts';

/** Bytes that may wait for the connection to the server. */
const MAX_WAITING = 64 * 1024;

/** The exchange as its request relay calls it. */
export interface RequestRelayHandler {
  /** Called when the request is complete; at once when it has no body. */
  requestEnded(): void;
  clientDrained(): void;
  clientOver(end: StreamEnd): void;
}

export class RequestRelay implements StreamHandler {
  /** True when the server may have received a part of the body: the request must not be sent again. */
  bodySent = false;
  readonly #stream: Http2Stream;
  readonly #owner: RequestRelayHandler;
  readonly #message: Message;
  /** Null without a body. */
  readonly #tap: BodyTap | null;
  #upstream: UpstreamExchange | null = null;
  /** The body, as far as it came before the connection was open. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** The trailers, once the request is complete. */
  #trailers: FlatFields | null;
  /** True once the server has no use for the rest. */
  #isUnwanted = false;

  constructor(
    stream: Http2Stream,
    { hasBody, fields }: UpstreamRequest,
    message: Message,
    captures: CaptureBudget,
    owner: RequestRelayHandler,
  ) {
    this.#stream = stream;
    this.#owner = owner;
    this.#message = message;
    this.#tap = hasBody ? new BodyTap(captures, message.body) : null;
    this.#trailers = hasBody ? null : [];
    message.complete = !hasBody;
    if (hasBody && grpcKind(fieldValue(fields, 'content-type')) !== null) message.body.noteArrivals();
  }

  get isComplete(): boolean {
    return this.#trailers !== null;
  }

  /** Sends the received bytes to the server, and from then on all that arrive. */
  connect(upstream: UpstreamExchange): void {
    this.#upstream = upstream;
    if (this.#tap === null) {
      this.#owner.requestEnded();
      return;
    }
    let hasRoom = true;
    for (const bytes of this.#waiting.splice(0)) hasRoom = this.#send(upstream, bytes);
    if (hasRoom) this.serverDrained();
    else this.#stream.pause();
    if (this.#trailers !== null) this.#end(upstream, this.#trailers);
  }

  /** Detaches from a failed connection: bytes wait for another one. */
  disconnect(): void {
    this.#upstream = null;
  }

  /** Resumes: the server takes more. */
  serverDrained(): void {
    this.#tap?.letGo();
    this.#stream.resume();
  }

  /** Reads and drops the rest: the server takes no more. */
  discard(): void {
    this.#isUnwanted = true;
    this.#waiting = [];
    this.serverDrained();
  }

  data(bytes: Buffer, start: number, end: number): void {
    if (this.#tap === null) return;
    const copy = this.#tap.take(bytes, start, end);
    if (this.#isUnwanted) return;
    if (this.#upstream !== null) {
      if (!this.#send(this.#upstream, copy)) this.#stream.pause();
      return;
    }
    this.#tap.hold();
    this.#waiting.push(copy);
    this.#waitingBytes += copy.length;
    if (this.#waitingBytes > MAX_WAITING) this.#stream.pause();
  }

  ended(trailers: FlatFields): void {
    if (this.#tap === null) return;
    this.#trailers = forwardedTrailers(trailers);
    this.#message.complete = true;
    this.#message.trailers = fieldLines(this.#trailers);
    if (this.#upstream !== null) this.#end(this.#upstream, this.#trailers);
  }

  drained(): void {
    this.#owner.clientDrained();
  }

  over(end: StreamEnd): void {
    this.#tap?.letGo();
    this.#owner.clientOver(end);
  }

  #send(upstream: UpstreamExchange, bytes: Buffer): boolean {
    this.bodySent = true;
    const hasRoom = upstream.write(bytes);
    if (!hasRoom) this.#tap?.hold();
    return hasRoom;
  }

  #end(upstream: UpstreamExchange, trailers: FlatFields): void {
    if (!this.#isUnwanted) upstream.end(trailers);
    this.#owner.requestEnded();
  }
}
