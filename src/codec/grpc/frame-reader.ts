// Reads the messages of a gRPC stream (grpc.io, "gRPC over HTTP2", Length-Prefixed-Message): one byte of flags, four of
// length, the message. Bytes may arrive in pieces of any size; only the first bytes of long messages are kept.

export interface GrpcFrame {
  /** Compressed with the coding that `grpc-encoding` names. */
  readonly compressed: boolean;
  /** The last frame of gRPC-Web holds the trailers (PROTOCOL-WEB). */
  readonly trailers: boolean;
  /** Size of the complete message as sent, in bytes. */
  readonly size: number;
  /** The first bytes of the message. */
  readonly bytes: Uint8Array;
  /** Offset behind the message, in bytes from the start of the stream. */
  readonly end: number;
}

export interface GrpcStreamError {
  /** In bytes, from the start of the stream. */
  readonly offset: number;
  readonly reason: string;
}

const PREFIX_BYTES = 5;
const COMPRESSED = 0x01;
const TRAILERS = 0x80;
const NOTHING = new Uint8Array(0);

export class GrpcFrameReader {
  /** The error in the stream, after which nothing is read; null without one. */
  error: GrpcStreamError | null = null;
  readonly #keep: number;
  readonly #emit: (frame: GrpcFrame) => void;
  /** Number of bytes read from the stream. */
  #offset = 0;
  readonly #prefix = new Uint8Array(PREFIX_BYTES);
  readonly #prefixView = new DataView(this.#prefix.buffer);
  #prefixed = 0;
  #size = 0;
  /** Number of bytes of the message that were read, and the first of them. */
  #passed = 0;
  #keptBytes = NOTHING;
  #keptLength = 0;

  /** `keep`: maximum number of bytes kept of a message. */
  constructor(keep: number, emit: (frame: GrpcFrame) => void) {
    this.#keep = keep;
    this.#emit = emit;
  }

  /** Reads the next bytes of the stream. Bytes that are kept are copied. */
  read(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.error === null) {
      const before = at;
      at = this.#prefixed < PREFIX_BYTES ? this.#readPrefix(bytes, at) : this.#readMessage(bytes, at);
      this.#offset += at - before;
      if (this.#prefixed === PREFIX_BYTES && this.#passed === this.#size) this.#finish();
    }
  }

  /** Ends the stream: a message in progress is an error. */
  end(): void {
    if (this.error !== null || this.#prefixed === 0) return;
    const missing = this.#prefixed < PREFIX_BYTES ? 'a prefix' : `a message of ${this.#size} bytes`;
    this.error = { offset: this.#offset, reason: `the stream ends within ${missing}` };
  }

  #readPrefix(bytes: Uint8Array, start: number): number {
    const flags = bytes[start]!;
    if (this.#prefixed === 0 && (flags & ~(COMPRESSED | TRAILERS)) !== 0) {
      this.error = {
        offset: this.#offset,
        reason: `a message should start here, but ${flags} are no flags of one`,
      };
      return start;
    }
    let at = start;
    while (at < bytes.length && this.#prefixed < PREFIX_BYTES) this.#prefix[this.#prefixed++] = bytes[at++]!;
    if (this.#prefixed === PREFIX_BYTES) this.#size = this.#prefixView.getUint32(1);
    return at;
  }

  #readMessage(bytes: Uint8Array, at: number): number {
    const part = bytes.subarray(at, at + this.#size - this.#passed);
    this.#passed += part.length;
    this.#hold(part.subarray(0, Math.max(0, this.#keep - this.#keptLength)));
    return at + part.length;
  }

  // Memory grows with the bytes that arrive, because the stated length cannot be trusted.
  #hold(part: Uint8Array): void {
    const length = this.#keptLength + part.length;
    if (length > this.#keptBytes.length) {
      const grown = new Uint8Array(Math.min(this.#size, Math.max(length, this.#keptBytes.length * 2)));
      grown.set(this.#keptBytes.subarray(0, this.#keptLength));
      this.#keptBytes = grown;
    }
    this.#keptBytes.set(part, this.#keptLength);
    this.#keptLength = length;
  }

  #finish(): void {
    const flags = this.#prefix[0]!;
    const bytes = this.#keptLength === 0 ? NOTHING : this.#keptBytes.subarray(0, this.#keptLength);
    const frame = {
      compressed: (flags & COMPRESSED) !== 0,
      trailers: (flags & TRAILERS) !== 0,
      size: this.#size,
      bytes,
      end: this.#offset,
    };
    this.#prefixed = this.#passed = this.#keptLength = 0;
    this.#keptBytes = NOTHING;
    this.#emit(frame);
  }
}
