// Writes one request to a server as it is received, and copies its body into the flow. Bytes that arrive before the
// connection is open wait for it.
import { freeBuffer } from '../../base/runtime/free-buffer.ts';
import { bodyReader } from '../../codec/http1/body.ts';
import type { BodyReader, PayloadSink } from '../../codec/http1/body-reader.ts';
import type { Violation } from '../../codec/http1/fields.ts';
import { requestFraming, type RequestHead } from '../../codec/http1/request-head.ts';
import type { Message } from '../../flow/message.ts';
import type { Http1Transport } from '../../net/http1-upstream.ts';
import { PendingPieces } from './pending-pieces.ts';

/** Reads of an upload from this size on are freed explicitly. */
const LARGE_READ_BYTES = 16 * 1024;

const NO_SINK: PayloadSink = () => undefined;

export class RequestWriter {
  /** True once a part of the body has been sent that is not kept: the request cannot be sent again. */
  bodySent = false;
  readonly #message: Message;
  readonly #body: BodyReader;
  readonly #capture: PayloadSink;
  /** Body bytes, framed as received, that wait for a connection. */
  readonly #waiting = new PendingPieces();
  /** The first write, kept for a retry on another connection. */
  #first: Buffer | string | null = null;

  constructor(head: RequestHead, message: Message) {
    this.#message = message;
    this.#body = bodyReader(requestFraming(head));
    message.complete = this.#body.done;
    this.#capture = this.#body.done
      ? NO_SINK
      : (bytes, start, end) => {
          message.body.addCopy(bytes, start, end);
        };
  }

  /** True once the request has been received in full. */
  get isComplete(): boolean {
    return this.#body.done;
  }

  get violation(): Violation | null {
    return this.#body.violation;
  }

  /** Takes body bytes from `at`; returns the offset behind those that belong to this request. */
  read(bytes: Buffer, at: number): number {
    const end = this.#body.read(bytes, at, this.#capture);
    if (this.#body.done) {
      this.#message.trailers = this.#body.trailers;
      this.#message.complete = true;
    }
    return end;
  }

  /** Sends the head, and what waits for the connection; false when the server is to be given time. */
  begin(upstream: Http1Transport): boolean {
    const before = this.#first;
    const first = before ?? this.#waiting.takeBehind(this.#message.head);
    this.#first = first;
    let hasRoom = upstream.write(first);
    if (before !== null) for (const piece of this.#waiting.take()) hasRoom = upstream.write(piece);
    return hasRoom;
  }

  /** Keeps the bytes that were just read until the connection is open. Returns false when the queue is full. */
  hold(bytes: Buffer, at: number, end: number): boolean {
    return this.#waiting.add(this.#body.wire(bytes, at, end));
  }

  /**
   * Sends the bytes that were just read; false when the server is to be given time. `ownsRead`: `bytes` are a whole read
   * of the socket that nobody else uses.
   */
  send(upstream: Http1Transport, bytes: Buffer, at: number, end: number, ownsRead: boolean): boolean {
    const encoded = this.#body.wire(bytes, at, end);
    this.bodySent = true;
    if (upstream.connection.destroyed) return true;
    const isFreed = ownsRead && encoded === bytes && bytes.length >= LARGE_READ_BYTES;
    return upstream.write(encoded, isFreed ? (): void => freeBuffer(bytes) : undefined);
  }
}
