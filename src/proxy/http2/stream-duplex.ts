// A stream of HTTP/2 as a duplex stream of bytes: for tunnels, WebSockets and the proxy's own responses.
import { copyBytes } from '../../base/copy-bytes.ts';
import { Duplex } from 'node:stream';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import type { Http2Stream, StreamEnd, StreamHandler } from '../../codec/http2/stream.ts';

export class StreamDuplex extends Duplex implements StreamHandler {
  readonly #stream: Http2Stream;
  #written: (() => void) | null = null;

  /** Takes over the stream and its events. */
  constructor(stream: Http2Stream) {
    super({ allowHalfOpen: true });
    this.#stream = stream;
    stream.handler = this;
    if (stream.endDelivered) this.push(null);
  }

  // Reported by the stream.

  data(bytes: Buffer, start: number, end: number): void {
    if (!this.push(copyBytes(bytes, start, end))) this.#stream.pause();
  }

  ended(): void {
    this.push(null);
  }

  drained(): void {
    const written = this.#written;
    this.#written = null;
    written?.();
  }

  over({ by }: StreamEnd): void {
    this.drained();
    // A side that has not ended is cut off.
    if (by !== 'both') this.destroy();
  }

  // The methods of a duplex stream.

  override _read(): void {
    this.#stream.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#stream.write(bytes)) done();
    else this.#written = done;
  }

  override _final(done: () => void): void {
    this.#stream.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream.reset(ERROR_CODE.CANCEL);
    done(error);
  }
}
