// The frames of HTTP/2 (RFC 9113 sections 4 and 6): types, flags, settings and limits.

/** Frame types. */
export const FRAME = {
  DATA: 0x0,
  HEADERS: 0x1,
  PRIORITY: 0x2,
  RST_STREAM: 0x3,
  SETTINGS: 0x4,
  PUSH_PROMISE: 0x5,
  PING: 0x6,
  GOAWAY: 0x7,
  WINDOW_UPDATE: 0x8,
  CONTINUATION: 0x9,
} as const;

/** Flags of frames; their meaning depends on the type. */
export const FLAG = { END_STREAM: 0x1, ACK: 0x1, END_HEADERS: 0x4, PADDED: 0x8, PRIORITY: 0x20 } as const;

/** Settings (section 6.5.2, RFC 8441 section 3). */
export const SETTING = {
  HEADER_TABLE_SIZE: 0x1,
  ENABLE_PUSH: 0x2,
  MAX_CONCURRENT_STREAMS: 0x3,
  INITIAL_WINDOW_SIZE: 0x4,
  MAX_FRAME_SIZE: 0x5,
  MAX_HEADER_LIST_SIZE: 0x6,
  ENABLE_CONNECT_PROTOCOL: 0x8,
} as const;

/** The connection preface, which every client sends first (section 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

export const FRAME_HEADER_BYTES = 9;
/** The maximum payload that every peer accepts, and the maximum that we accept (section 4.2). */
export const DEFAULT_FRAME_BYTES = 16_384;
/** The highest maximum payload that a peer may announce. */
export const MAX_FRAME_BYTES = 0xff_ff_ff;
/** The initial window of a stream and of a connection (section 6.9.2). */
export const DEFAULT_WINDOW = 65_535;
export const MAX_WINDOW = 0x7f_ff_ff_ff;

/** Writes the header of a frame (section 4.1). */
export function writeFrameHeader(
  into: Buffer,
  at: number,
  length: number,
  type: number,
  flags: number,
  stream: number,
): void {
  into[at] = length >>> 16;
  into[at + 1] = length >>> 8;
  into[at + 2] = length;
  into[at + 3] = type;
  into[at + 4] = flags;
  writeUint32(into, at + 5, stream);
}

export function writeUint32(into: Buffer, at: number, value: number): void {
  into[at] = value >>> 24;
  into[at + 1] = value >>> 16;
  into[at + 2] = value >>> 8;
  into[at + 3] = value;
}

/** Reads an unsigned integer of 32 bits. */
export function uint32(bytes: Buffer, at: number): number {
  return (
    (bytes[at] ?? 0) * 0x1_00_00_00 +
    (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  );
}

/** Reads an integer of 31 bits. The first bit is reserved. */
export function uint31(bytes: Buffer, at: number): number {
  return uint32(bytes, at) % 0x80_00_00_00;
}
