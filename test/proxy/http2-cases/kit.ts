// What cases of raw frames are written with: requests of one client, and what RFC 9113 asks for in return.
import {
  block,
  CODE,
  FLAG,
  frame,
  headers,
  SETTING,
  settings,
  TYPE,
  type Frame,
  type Line,
} from '../../helpers/http2-frames.ts';

const { protocol } = CODE;

export type Expected =
  /** A connection error: it is closed, and a GOAWAY before that has one of these codes. */
  | { readonly type: 'connection'; readonly codes: readonly number[] }
  /** A stream error, with one of these codes; `orRefused`: or an answer that says so (section 8.1.1). */
  | {
      readonly type: 'stream';
      readonly stream: number;
      readonly codes: readonly number[];
      readonly orRefused: boolean;
    }
  /** An answer, and no error of anything. */
  | { readonly type: 'status'; readonly stream: number; readonly status: number }
  /** A frame that comes back, and no error of the connection. */
  | { readonly type: 'frame'; readonly is: (frame: Frame) => boolean };

export interface Case {
  /** Of RFC 9113, or another as named. */
  readonly section: string;
  readonly name: string;
  /** Sent behind preface and SETTINGS. */
  readonly bytes: readonly Buffer[];
  readonly expected: Expected;
  /** Sent without preface and SETTINGS before it. */
  readonly isBare: boolean;
  /** Our side ends behind it. */
  readonly ends: boolean;
}

/** Streams that the proxy takes at a time. */
export const MAX_STREAMS = 128;

/** Whom requests are for; inside a tunnel any name will do. */
export const AUTHORITY = 'frames.test';

export function control(method: string, path: string): Line[] {
  return [
    [':method', method],
    [':scheme', 'https'],
    [':authority', AUTHORITY],
    [':path', path],
  ];
}

export const get = (stream: number, ...lines: readonly Line[]): Buffer =>
  headers(stream, [...control('GET', '/'), ...lines]);
/** A request that the origin does not answer. */
export const hold = (stream: number): Buffer => headers(stream, control('GET', '/hold'));
/** A request whose body is still to come; answered when it has come. */
export const post = (stream: number, ...lines: readonly Line[]): Buffer =>
  headers(stream, [...control('POST', '/wait'), ...lines], 0);
/** Without END_HEADERS. */
export const begun = (stream: number): Buffer =>
  frame(TYPE.headers, FLAG.endStream, stream, block(control('GET', '/')));
/** A request whose fields are exactly these. */
export const request = (lines: readonly Line[]): Buffer => headers(1, lines);
/** A request whose field section is a GET's with these bytes behind. */
export const section = (...bytes: readonly Buffer[]): Buffer =>
  frame(
    TYPE.headers,
    FLAG.endStream | FLAG.endHeaders,
    1,
    Buffer.concat([block(control('GET', '/')), ...bytes]),
  );
export const without = (name: string, method = 'GET'): Line[] =>
  control(method, '/').filter(([own]) => own !== name);
export const replaced = (name: string, value: string, method = 'GET'): Line[] =>
  control(method, '/').map(([own, old]) => [own, own === name ? value : old]);
export const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

export const connection = (...codes: readonly number[]): Expected => ({ type: 'connection', codes });
export const resets = (stream: number, ...codes: readonly number[]): Expected => ({
  ...{ type: 'stream', stream, codes, orRefused: false },
});
export const malformed: Expected = { type: 'stream', stream: 1, codes: [protocol], orRefused: true };
export const answered = (stream: number, status = 200): Expected => ({ type: 'status', stream, status });

export type Row = readonly [name: string, bytes: readonly Buffer[], expected: Expected];

export function group(
  section: string,
  rows: readonly Row[],
  how: { isBare?: boolean; ends?: boolean } = {},
): Case[] {
  const { isBare = false, ends = false } = how;
  return rows.map(([name, sent, expected]) => ({ section, name, bytes: sent, expected, isBare, ends }));
}

export const S = settings();
export const LARGE = Buffer.alloc(16_385, 'x');

export function allows(streams: number): (frame: Frame) => boolean {
  const setting = settings([SETTING.maxConcurrentStreams, streams]).subarray(9);
  return ({ type, flags, payload }) => type === TYPE.settings && flags === 0 && payload.includes(setting);
}

export function isAck(type: number): (frame: Frame) => boolean {
  return (frame) => frame.type === type && frame.flags === FLAG.ack;
}

/** A GET whose field section comes in so many pieces, or byte by byte. */
export function inPieces(stream: number, count: number): Buffer[] {
  const whole = block(control('GET', '/'));
  const size = Math.ceil(whole.length / count);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => {
    const piece = whole.subarray(index * size, (index + 1) * size);
    const isLast = (index + 1) * size >= whole.length;
    const flags = (index === 0 ? FLAG.endStream : 0) | (isLast ? FLAG.endHeaders : 0);
    return frame(index === 0 ? TYPE.headers : TYPE.continuation, flags, stream, piece);
  });
}
