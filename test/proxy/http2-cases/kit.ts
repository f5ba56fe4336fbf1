// The parts of raw frame cases: requests of one client, and the reactions that RFC 9113 requires.
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
  /** A connection error: the connection is closed, after a GOAWAY with one of these codes, if any. */
  | { readonly type: 'connection'; readonly codes: readonly number[] }
  /**
   * A stream error, with one of these codes; `orRefused`: or a response that refuses the request (section
   * 8.1.1).
   */
  | {
      readonly type: 'stream';
      readonly stream: number;
      readonly codes: readonly number[];
      readonly orRefused: boolean;
    }
  /** A response, and no error. */
  | { readonly type: 'status'; readonly stream: number; readonly status: number }
  /** A frame in return, and no connection error. */
  | { readonly type: 'frame'; readonly is: (frame: Frame) => boolean };

export interface Case {
  /** The section of RFC 9113, or of another named RFC. */
  readonly section: string;
  readonly name: string;
  /** Sent after preface and SETTINGS. */
  readonly bytes: readonly Buffer[];
  readonly expected: Expected;
  /** Sent without preceding preface and SETTINGS. */
  readonly isBare: boolean;
  /** Our side ends its sending after it. */
  readonly ends: boolean;
}

/** The number of concurrent streams that the proxy allows. */
export const MAX_STREAMS = 128;

/** The authority of requests; inside a tunnel any name works. */
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
/** A request without a response from the origin. */
export const hold = (stream: number): Buffer => headers(stream, control('GET', '/hold'));
/** A request whose body is still to be sent; the origin responds when it has arrived. */
export const post = (stream: number, ...lines: readonly Line[]): Buffer =>
  headers(stream, [...control('POST', '/wait'), ...lines], 0);
/** A request without END_HEADERS. */
export const begun = (stream: number): Buffer =>
  frame(TYPE.headers, FLAG.endStream, stream, block(control('GET', '/')));
/** A request whose fields are exactly these. */
export const request = (lines: readonly Line[]): Buffer => headers(1, lines);
/** A GET whose field section ends with these bytes. */
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
  type: 'stream',
  stream,
  codes,
  orRefused: false,
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

/** A GET whose field section is split into this many pieces, or into single bytes. */
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
