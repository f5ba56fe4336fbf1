// A cursor over bytes, for formats with length-prefixed values. It keeps the first error and never throws.

export interface ByteError {
  readonly offset: number;
  readonly reason: string;
  /** True when a bound of ours ended the reading, and nothing is wrong with the bytes. */
  readonly isBound?: boolean;
}

export class ByteReader {
  at = 0;
  error: ByteError | null = null;
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  /** Returns the offset of the next `count` bytes and moves behind them; -1, with an error, when there are fewer. */
  take(count: number): number {
    if (count > this.remaining) {
      this.refuse(this.at, `${count} bytes should follow, there are ${this.remaining}`);
      return -1;
    }
    this.at += count;
    return this.at - count;
  }

  /** Reads an unsigned big-endian number of 1, 2, 4 or 8 bytes; null when bytes are missing. */
  uint(width: 1 | 2 | 4 | 8): bigint | null {
    const at = this.take(width);
    if (at < 0) return null;
    switch (width) {
      case 1:
        return BigInt(this.view.getUint8(at));
      case 2:
        return BigInt(this.view.getUint16(at));
      case 4:
        return BigInt(this.view.getUint32(at));
      case 8:
        return this.view.getBigUint64(at);
    }
  }

  refuse(offset: number, reason: string): null {
    this.error ??= { offset, reason };
    return null;
  }

  /** Ends the reading at a bound. */
  protected stopAtBound(offset: number, reason: string): null {
    this.error ??= { offset, reason, isBound: true };
    return null;
  }
}
