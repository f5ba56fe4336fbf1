// The receiving half of an endpoint: frames in, events for the connection and its streams out (RFC 9113 section 6).
import { ERROR_CODE } from './error-codes.ts';
import { FieldBlock } from './field-block.ts';
import { FLAG, FRAME, PREFACE, uint31, uint32 } from './frame.ts';
import { FrameReader } from './frame-reader.ts';
import type { FieldSection } from './hpack/decoder.ts';
import { HpackDecoder } from './hpack/decoder.ts';
import { IncomingData } from './incoming-data.ts';
import type { IncomingTarget } from './incoming-target.ts';
import type { Http2Stream } from './stream.ts';
import { trailersViolation } from './trailers.ts';

const { PROTOCOL_ERROR, FRAME_SIZE_ERROR } = ERROR_CODE;

export class IncomingFrames {
  readonly #target: IncomingTarget;
  readonly #reader = new FrameReader();
  readonly #decoder: HpackDecoder;
  readonly #block: FieldBlock;
  readonly #data: IncomingData;
  #prefaceRead: number;
  #isSettled = false;

  constructor(target: IncomingTarget) {
    const { isServer, maxFieldBytes } = target.options;
    this.#target = target;
    this.#decoder = new HpackDecoder(maxFieldBytes);
    this.#block = new FieldBlock(target.glitches);
    this.#data = new IncomingData(target);
    this.#prefaceRead = isServer ? 0 : PREFACE.length;
  }

  /** Takes received bytes, which are valid during the call. */
  receive(bytes: Buffer): void {
    let at = this.#prefaceRead < PREFACE.length ? this.#readPreface(bytes) : 0;
    const reader = this.#reader;
    while (at < bytes.length && !this.#target.isOver) {
      const isReady = reader.read(bytes, at);
      if (reader.tooLong) this.#target.fail(FRAME_SIZE_ERROR, 'it sent a frame that is too long');
      if (!isReady) return;
      at = reader.at;
      this.#frame(reader);
    }
  }

  #readPreface(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && this.#prefaceRead < PREFACE.length) {
      if (bytes[at] !== PREFACE[this.#prefaceRead]) {
        this.#target.fail(PROTOCOL_ERROR, 'it does not begin HTTP/2 as a client does');
        return bytes.length;
      }
      at += 1;
      this.#prefaceRead += 1;
    }
    return at;
  }

  #frame(reader: FrameReader): void {
    const { type, flags, stream } = reader;
    const isContinued = this.#block.isOpen && type === FRAME.CONTINUATION && stream === this.#block.stream;
    if (this.#block.isOpen !== isContinued || (type === FRAME.CONTINUATION && !isContinued))
      this.#target.fail(PROTOCOL_ERROR, 'it does not finish a field section, or continues none');
    else if (!this.#isSettled && (type !== FRAME.SETTINGS || (flags & FLAG.ACK) !== 0))
      this.#target.fail(PROTOCOL_ERROR, 'it does not begin with its settings');
    else if (type === FRAME.DATA) this.#data.frame(reader);
    else if (type === FRAME.HEADERS) this.#headers(reader);
    else if (type === FRAME.CONTINUATION) this.#continued(reader);
    else if (type === FRAME.WINDOW_UPDATE) this.#windowUpdate(reader);
    else if (type === FRAME.RST_STREAM) this.#rstStream(reader);
    else if (type === FRAME.PRIORITY) this.#priority(reader);
    else if (type === FRAME.PUSH_PROMISE)
      this.#target.fail(PROTOCOL_ERROR, 'it pushes a response, which nobody allowed');
    else if (type <= FRAME.GOAWAY) this.#ofConnection(reader);
  }

  #headers({ stream, flags, bytes, start: from, end: to }: FrameReader): void {
    const isPadded = (flags & FLAG.PADDED) !== 0;
    const start = from + (isPadded ? 1 : 0) + ((flags & FLAG.PRIORITY) !== 0 ? 5 : 0);
    const end = isPadded ? to - (bytes[from] ?? 0) : to;
    if (start > to) this.#target.fail(FRAME_SIZE_ERROR, 'it sent HEADERS shorter than their priority');
    else if (start > end) this.#target.fail(PROTOCOL_ERROR, 'it sent HEADERS shorter than their padding');
    else if (stream === 0) this.#target.fail(PROTOCOL_ERROR, 'it sent HEADERS on no stream');
    else {
      const ended = (flags & FLAG.END_STREAM) !== 0;
      if ((flags & FLAG.END_HEADERS) !== 0) this.#section(stream, ended, bytes, start, end);
      else this.#block.begin(stream, ended, bytes.subarray(start, end));
    }
  }

  #continued({ flags, bytes, start, end }: FrameReader): void {
    if (!this.#block.add(bytes.subarray(start, end)))
      this.#target.fail(ERROR_CODE.ENHANCE_YOUR_CALM, 'it sends a field section that is too long');
    else if ((flags & FLAG.END_HEADERS) !== 0) {
      const { stream, ended } = this.#block;
      const whole = this.#block.take();
      this.#section(stream, ended, whole, 0, whole.length);
    }
  }

  #section(id: number, ended: boolean, bytes: Buffer, start: number, end: number): void {
    const section = this.#decoder.decode(bytes, start, end);
    const { streams } = this.#target;
    if (section === null) {
      this.#target.fail(ERROR_CODE.COMPRESSION_ERROR, 'its field compression is broken');
      return;
    }
    const stream = streams.get(id);
    if (stream !== undefined) this.#onStream(stream, section, ended);
    else if (streams.mayOpen(id)) this.#request(id, section, ended);
    else if (streams.isIdle(id)) this.#target.fail(PROTOCOL_ERROR, 'it sent HEADERS on a stream of its own');
    else if (!streams.wasReset(id))
      this.#target.fail(ERROR_CODE.STREAM_CLOSED, 'it sent HEADERS on a closed stream');
  }

  #request(id: number, section: FieldSection, ended: boolean): void {
    const stream = this.#target.accept(id);
    if (stream === null) return;
    stream.headReceived = true;
    stream.remoteEnded = stream.endDelivered = ended;
    this.#target.options.handler.request?.(stream, section);
  }

  #onStream(stream: Http2Stream, section: FieldSection, ended: boolean): void {
    const violation = section.violation ?? (section.tooLarge ? 'its fields are too large' : null);
    if (stream.remoteEnded)
      this.#target.streamError(stream, ERROR_CODE.STREAM_CLOSED, 'it sent HEADERS behind the end');
    else if (violation !== null) this.#target.streamError(stream, PROTOCOL_ERROR, violation);
    else if (!stream.headReceived) {
      stream.handler?.head?.(section.fields, ended);
      if (ended) this.#data.bodyEnded(stream, []);
    } else {
      const wrong = trailersViolation(section.fields, ended);
      if (wrong === null) this.#data.bodyEnded(stream, section.fields);
      else this.#target.streamError(stream, PROTOCOL_ERROR, wrong);
    }
  }

  #windowUpdate({ stream: id, bytes, start, end }: FrameReader): void {
    if (end - start !== 4) {
      this.#target.fail(FRAME_SIZE_ERROR, 'it sent WINDOW_UPDATE of another length than 4');
      return;
    }
    const increment = uint31(bytes, start);
    const stream = id === 0 ? null : this.#target.streams.get(id);
    if (stream === undefined) {
      if (this.#target.streams.isIdle(id))
        this.#target.fail(PROTOCOL_ERROR, 'it sent WINDOW_UPDATE on no stream');
    } else if (increment > 0) this.#target.opened(stream, increment);
    else if (stream === null) this.#target.fail(PROTOCOL_ERROR, 'it opens its window by 0');
    else this.#target.streamError(stream, PROTOCOL_ERROR, 'it opens the window of its stream by 0');
  }

  #rstStream({ stream: id, bytes, start, end }: FrameReader): void {
    if (end - start !== 4) this.#target.fail(FRAME_SIZE_ERROR, 'it sent RST_STREAM of another length than 4');
    else if (id === 0 || this.#target.streams.isIdle(id))
      this.#target.fail(PROTOCOL_ERROR, 'it sent RST_STREAM on no stream');
    else {
      const stream = this.#target.streams.get(id);
      stream?.close({ code: uint32(bytes, start), by: 'peer', reason: null });
      const isAfterEnd = stream === undefined && this.#target.streams.resetAfterEnd();
      // A server resets only streams that we opened, such as uploads that it does not want, so only clients are
      // counted.
      if (this.#target.options.isServer && !isAfterEnd) this.#target.glitch();
    }
  }

  /** Priorities are ignored (section 5.3.2), apart from their form. */
  #priority({ stream: id, start, end }: FrameReader): void {
    if (id === 0) this.#target.fail(PROTOCOL_ERROR, 'it sent PRIORITY on no stream');
    else if (end - start !== 5) {
      const stream = this.#target.streams.get(id);
      if (stream !== undefined)
        this.#target.streamError(stream, FRAME_SIZE_ERROR, 'it sent PRIORITY of another length than 5');
      else this.#target.refuse(id, FRAME_SIZE_ERROR);
    }
  }

  #ofConnection({ type, stream, flags, bytes, start, end }: FrameReader): void {
    const length = end - start;
    const isAck = (flags & FLAG.ACK) !== 0;
    const fits =
      type === FRAME.SETTINGS
        ? length % 6 === 0 && !(isAck && length > 0)
        : type === FRAME.PING
          ? length === 8
          : length >= 8;
    if (stream !== 0) this.#target.fail(PROTOCOL_ERROR, 'it sent a frame of the connection on a stream');
    else if (!fits) this.#target.fail(FRAME_SIZE_ERROR, 'it sent a frame of a length that it cannot have');
    else if (type === FRAME.GOAWAY) this.#target.goaway(uint31(bytes, start), uint32(bytes, start + 4));
    else if (isAck) return;
    else if (type === FRAME.PING) this.#target.ping(bytes, start);
    else {
      this.#isSettled = true;
      this.#target.settings(bytes, start, end);
    }
  }
}
