// HTTP/2 frames (RFC 9113) written by hand: a peer that sends any frame, and records every frame that it
// receives.
import type { Duplex } from 'node:stream';
import { within } from './waiting.ts';

export const TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export const CODE = {
  noError: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  settingsTimeout: 4,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  connect: 10,
  calm: 11,
  inadequateSecurity: 12,
  http11Required: 13,
} as const;

export const SETTING = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
  enableConnect: 8,
} as const;

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Name and value. */
export type Line = readonly [name: string, value: string];

/** Builds a frame (section 4.1); `length` overrides the payload's length. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer | string = '',
  length?: number,
): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload;
  const head = Buffer.alloc(9);
  head.writeUIntBE(length ?? bytes.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream >>> 0, 5);
  return Buffer.concat([head, bytes]);
}

export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(pairs.length * 6);
  pairs.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, index * 6);
    payload.writeUInt32BE(value >>> 0, index * 6 + 2);
  });
  return frame(TYPE.settings, 0, 0, payload);
}

export const settingsAck = frame(TYPE.settings, FLAG.ack, 0);

export function windowUpdate(stream: number, increment: number): Buffer {
  return frame(TYPE.windowUpdate, 0, stream, uint32(increment));
}

export function rstStream(stream: number, code: number): Buffer {
  return frame(TYPE.rstStream, 0, stream, uint32(code));
}

export function goaway(last: number, code: number, text = ''): Buffer {
  return frame(TYPE.goaway, 0, 0, Buffer.concat([uint32(last), uint32(code), Buffer.from(text)]));
}

/** Builds a HEADERS frame with END_HEADERS; `flags` are added. */
export function headers(stream: number, lines: readonly Line[], flags: number = FLAG.endStream): Buffer {
  return frame(TYPE.headers, FLAG.endHeaders | flags, stream, block(lines));
}

export function data(stream: number, payload: Buffer | string, flags: number = FLAG.endStream): Buffer {
  return frame(TYPE.data, flags, stream, payload);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** Encodes a field section (RFC 7541) as literals that enter no table, without Huffman coding. */
export function block(lines: readonly Line[]): Buffer {
  return Buffer.concat(lines.map(([name, value]) => literal(name, value)));
}

/**
 * Encodes a field; `first`: the byte that selects its representation, by default one that enters no table.
 */
export function literal(name: string, value: string, first = 0): Buffer {
  return Buffer.concat([Buffer.from([first]), text(name), text(value)]);
}

/** Encodes a string literal (section 5.2). */
export function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([integer(bytes.length, 7), bytes]);
}

/** Encodes an integer (section 5.1) whose first byte has `first` above its prefix. */
export function integer(value: number, prefix: number, first = 0): Buffer {
  const max = 2 ** prefix - 1;
  if (value < max) return Buffer.from([first | value]);
  const bytes = [first | max];
  let rest = value - max;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** One end of a connection. */
export class FramePeer {
  readonly stream: Duplex;
  /** Every received frame. */
  readonly frames: Frame[] = [];
  /** True when the other side has ended its sending, or the connection is closed. */
  over = false;
  /** True to acknowledge SETTINGS and PING. */
  polite = true;
  #unread: Buffer = Buffer.alloc(0);
  #preface: number;
  readonly #wake: (() => void)[] = [];

  /** `isServer`: the received bytes begin with a client's preface. */
  constructor(stream: Duplex, isServer = false) {
    this.stream = stream;
    this.#preface = isServer ? PREFACE.length : 0;
    stream.on('data', (bytes: Buffer) => {
      this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
      this.#read();
      this.#changed();
    });
    for (const event of ['end', 'close', 'error'])
      stream.on(event, () => {
        this.over = true;
        this.#changed();
      });
  }

  send(...frames: readonly Buffer[]): void {
    if (this.stream.writable) this.stream.write(Buffer.concat(frames));
  }

  /** Sends the preface, SETTINGS that disable the other side's dynamic table, and `frames`. */
  open(...frames: readonly Buffer[]): void {
    this.send(PREFACE, settings([SETTING.headerTableSize, 0]), ...frames);
  }

  /** Resolves with the first frame for which `is` returns true; null when the connection ends without one. */
  async next(is: (frame: Frame) => boolean): Promise<Frame | null> {
    for (;;) {
      const found = this.frames.find(is);
      if (found !== undefined || this.over) return found ?? null;
      await this.#change();
    }
  }

  /** Resolves when the other side has ended. */
  async ended(): Promise<void> {
    while (!this.over) await this.#change();
  }

  /** Resolves with the status of the response on `stream`; null when there is none. */
  async status(stream: number): Promise<number | null> {
    const answer = await this.next((frame) => frame.type === TYPE.headers && frame.stream === stream);
    return answer === null ? null : statusOf(answer.payload);
  }

  /** Resolves with true when a PING is acknowledged: the peer has then read everything before it. */
  async answersPing(): Promise<boolean> {
    const mark = Buffer.from(`ping${String(this.frames.length).padStart(4, '0')}`);
    this.send(frame(TYPE.ping, 0, 0, mark));
    const pong = await this.next(
      ({ type, flags, payload }) => type === TYPE.ping && flags === FLAG.ack && payload.equals(mark),
    );
    return pong !== null;
  }

  #read(): void {
    if (this.#preface > 0) {
      if (this.#unread.length < this.#preface) return;
      this.#unread = this.#unread.subarray(this.#preface);
      this.#preface = 0;
    }
    for (;;) {
      if (this.#unread.length < 9) return;
      const length = this.#unread.readUIntBE(0, 3);
      if (this.#unread.length < 9 + length) return;
      const got: Frame = {
        type: this.#unread[3]!,
        flags: this.#unread[4]!,
        stream: this.#unread.readUInt32BE(5) & 0x7fffffff,
        payload: this.#unread.subarray(9, 9 + length),
      };
      this.#unread = this.#unread.subarray(9 + length);
      this.frames.push(got);
      if (!this.polite || got.flags === FLAG.ack) continue;
      if (got.type === TYPE.settings) this.send(settingsAck);
      if (got.type === TYPE.ping) this.send(frame(TYPE.ping, FLAG.ack, 0, got.payload));
    }
  }

  #change(): Promise<void> {
    return within(
      () =>
        `another frame, after the types ${this.frames
          .map(({ type }) => type)
          .slice(-20)
          .join(' ')}`,
      new Promise((resolve) => this.#wake.push(resolve)),
    );
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** Statuses of the static table (RFC 7541 appendix A). */
const STATIC_STATUS = new Map([
  [8, 200],
  [9, 204],
  [10, 206],
  [11, 304],
  [12, 400],
  [13, 404],
  [14, 500],
]);

/**
 * Returns `:status` of a field section encoded without a dynamic table; null when it does not begin with it.
 */
export function statusOf(section: Buffer): number | null {
  let at = 0;
  while (at < section.length && (section[at]! & 0xe0) === 0x20) at += (section[at]! & 0x1f) === 0x1f ? 2 : 1;
  const first = section[at]!;
  if (first >= 0x80) return STATIC_STATUS.get(first & 0x7f) ?? null;
  const name = first & (first >= 0x40 ? 0x3f : 0x0f);
  if (name < 8 || name > 14) return null;
  const length = section[at + 1]!;
  const value = section.subarray(at + 2, at + 2 + (length & 0x7f));
  return Number(length >= 0x80 ? huffmanDigits(value) : value.toString('latin1'));
}

/** Decodes digits of the Huffman code (RFC 7541 appendix B): 0 to 2 take five bits, the others six. */
function huffmanDigits(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let digits = '';
  for (let at = 0; at + 5 <= bits.length;) {
    const short = parseInt(bits.slice(at, at + 5), 2);
    if (short <= 2) {
      digits += String(short);
      at += 5;
      continue;
    }
    const long = parseInt(bits.slice(at, at + 6), 2);
    if (bits.length - at < 6 || long < 25 || long > 31) break;
    digits += String(long - 22);
    at += 6;
  }
  return digits;
}
