// DATA frames (RFC 9113 section 6.1), whose payload arrives in pieces. The payload counts against the windows and,
// without padding, against Content-Length.
import { ERROR_CODE } from './error-codes.ts';
import type { FlatFields } from '../flat-fields.ts';
import { FLAG } from './frame.ts';
import type { FrameReader } from './frame-reader.ts';
import type { IncomingTarget } from './incoming-target.ts';
import type { Http2Stream } from './stream.ts';

const { PROTOCOL_ERROR } = ERROR_CODE;

export class IncomingData {
  readonly #target: IncomingTarget;
  /** The stream of the current frame; null when its bytes go nowhere. */
  #stream: Http2Stream | null = null;
  /** Bytes of the current frame that have not arrived, without padding. */
  #remaining = 0;

  constructor(target: IncomingTarget) {
    this.#target = target;
  }

  /** Takes a piece of a frame. */
  frame(reader: FrameReader): void {
    if (reader.first) this.#stream = this.#begun(reader);
    const stream = this.#stream;
    if (stream === null || stream.closed) return;
    const isPadded = reader.first && (reader.flags & FLAG.PADDED) !== 0;
    const start = reader.start + (isPadded ? 1 : 0);
    const end = Math.min(reader.end, start + this.#remaining);
    this.#remaining -= end - start;
    if (end > start) this.#body(stream, reader.bytes, start, end);
    if (reader.done && (reader.flags & FLAG.END_STREAM) !== 0) this.bodyEnded(stream, []);
  }

  /** Ends the message of a stream, unless its body is shorter than announced. */
  bodyEnded(stream: Http2Stream, trailers: FlatFields): void {
    if (stream.closed) return;
    if (stream.expectedBytes >= 0 && stream.receivedBytes !== stream.expectedBytes)
      this.#target.streamError(stream, PROTOCOL_ERROR, 'its body is shorter than its Content-Length');
    else stream.receiveEnd(trailers);
  }

  #body(stream: Http2Stream, bytes: Buffer, start: number, end: number): void {
    stream.receivedBytes += end - start;
    if (stream.expectedBytes >= 0 && stream.receivedBytes > stream.expectedBytes)
      this.#target.streamError(stream, PROTOCOL_ERROR, 'its body is longer than its Content-Length');
    else stream.receive(bytes, start, end);
  }

  /** Judges a frame by its header; returns the stream that takes its payload. */
  #begun({ stream: id, flags, length, bytes, start, end }: FrameReader): Http2Stream | null {
    const target = this.#target;
    const isPadded = (flags & FLAG.PADDED) !== 0;
    const padding = isPadded ? (bytes[start] ?? 0) + 1 : 0;
    this.#remaining = length - padding;
    if (id === 0 || target.streams.isIdle(id)) target.fail(PROTOCOL_ERROR, 'it sent DATA on no stream');
    else if (isPadded && (start === end || padding > length))
      target.fail(PROTOCOL_ERROR, 'it sent padding longer than its frame');
    else if (!target.received(length))
      target.fail(ERROR_CODE.FLOW_CONTROL_ERROR, 'it sent more than its window allows');
    else return this.#onStream(id, length, padding, (flags & FLAG.END_STREAM) !== 0);
    return null;
  }

  #onStream(id: number, length: number, padding: number, ends: boolean): Http2Stream | null {
    const target = this.#target;
    if (length === padding && !ends) target.glitch();
    const stream = target.streams.get(id);
    if (stream === undefined) {
      if (!target.streams.wasReset(id)) target.refuse(id, ERROR_CODE.STREAM_CLOSED);
      return null;
    }
    stream.receiveWindow -= length;
    if (stream.remoteEnded)
      target.streamError(stream, ERROR_CODE.STREAM_CLOSED, 'it sent DATA behind the end');
    else if (stream.receiveWindow < 0)
      target.streamError(stream, ERROR_CODE.FLOW_CONTROL_ERROR, 'it sent more than the window of its stream');
    else if (!stream.headReceived)
      target.streamError(stream, PROTOCOL_ERROR, 'it sent a body before the head of its response');
    else {
      if (padding > 0) target.credit(stream, padding);
      return stream;
    }
    return null;
  }
}
