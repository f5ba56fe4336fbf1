// What a client of HTTP/2 can send, right and wrong, and what RFC 9113 (and RFC 7541, RFC 8441) asks for in return.
import {
  block,
  CODE,
  data,
  FLAG,
  frame,
  goaway,
  headers,
  integer,
  literal,
  PREFACE,
  rstStream,
  SETTING,
  settings,
  settingsAck,
  text,
  TYPE,
  uint32,
  windowUpdate,
  type Frame,
  type Line,
} from './http2-frames.ts';

export type Expected =
  /** A connection error: it is closed, and a GOAWAY before that has one of these codes. */
  | { readonly type: 'connection'; readonly codes: readonly number[] }
  /** A stream error, with one of these codes; `orRefused`: or an answer that says so (section 8.1.1). */
  | { readonly type: 'stream'; readonly stream: number; readonly codes: readonly number[]; readonly orRefused: boolean }
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

const { protocol, frameSize, streamClosed, flowControl, compression, refusedStream } = CODE;

/** Streams that the proxy takes at a time. */
const MOST_STREAMS = 128;

/** Whom requests are for; inside a tunnel any name will do. */
const AUTHORITY = 'frames.test';

function control(method: string, path: string): Line[] {
  return [
    [':method', method],
    [':scheme', 'https'],
    [':authority', AUTHORITY],
    [':path', path],
  ];
}

const get = (stream: number, ...lines: readonly Line[]): Buffer =>
  headers(stream, [...control('GET', '/'), ...lines]);
/** A request that the origin does not answer. */
const hold = (stream: number): Buffer => headers(stream, control('GET', '/hold'));
/** A request whose body is still to come; answered when it has come. */
const post = (stream: number, ...lines: readonly Line[]): Buffer =>
  headers(stream, [...control('POST', '/wait'), ...lines], 0);
/** Without END_HEADERS. */
const begun = (stream: number): Buffer =>
  frame(TYPE.headers, FLAG.endStream, stream, block(control('GET', '/')));
/** A request whose fields are exactly these. */
const request = (lines: readonly Line[]): Buffer => headers(1, lines);
/** A request whose field section is a GET's with these bytes behind. */
const section = (...bytes: readonly Buffer[]): Buffer =>
  frame(TYPE.headers, FLAG.endStream | FLAG.endHeaders, 1, Buffer.concat([block(control('GET', '/')), ...bytes]));
const without = (name: string, method = 'GET'): Line[] => control(method, '/').filter(([own]) => own !== name);
const replaced = (name: string, value: string, method = 'GET'): Line[] =>
  control(method, '/').map(([own, old]) => [own, own === name ? value : old]);
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

const connection = (...codes: readonly number[]): Expected => ({ type: 'connection', codes });
const resets = (stream: number, ...codes: readonly number[]): Expected => ({
  ...{ type: 'stream', stream, codes, orRefused: false },
});
const malformed: Expected = { type: 'stream', stream: 1, codes: [protocol], orRefused: true };
const answered = (stream: number, status = 200): Expected => ({ type: 'status', stream, status });

type Row = readonly [name: string, bytes: readonly Buffer[], expected: Expected];

function group(section: string, rows: readonly Row[], how: { isBare?: boolean; ends?: boolean } = {}): Case[] {
  const { isBare = false, ends = false } = how;
  return rows.map(([name, sent, expected]) => ({ section, name, bytes: sent, expected, isBare, ends }));
}

const S = settings();
const LARGE = Buffer.alloc(16_385, 'x');

const PREFACES = [
  ...group(
    '3.4 preface',
    [
      ['HTTP/1.1 where HTTP/2 was agreed on', [Buffer.from('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')], connection(protocol)],
      ['a preface in lower case', [Buffer.from('pri * http/2.0\r\n\r\nsm\r\n\r\n'), S], connection(protocol)],
      ['a preface with another last byte', [PREFACE.subarray(0, 23), Buffer.from('\r'), S], connection(protocol)],
      ['a preface of HTTP/3', [Buffer.from('PRI * HTTP/3.0\r\n\r\nSM\r\n\r\n'), S], connection(protocol)],
      ['zeros', [Buffer.alloc(64)], connection(protocol)],
      ['frames without a preface', [S, get(1)], connection(protocol)],
      ['HEADERS first', [PREFACE, get(1)], connection(protocol)],
      ['PING first', [PREFACE, frame(TYPE.ping, 0, 0, Buffer.alloc(8))], connection(protocol)],
      ['WINDOW_UPDATE first', [PREFACE, windowUpdate(0, 1)], connection(protocol)],
      ['DATA first', [PREFACE, data(1, 'x')], connection(protocol)],
      ['GOAWAY first', [PREFACE, goaway(0, 0)], connection(protocol)],
      ['an unknown frame first', [PREFACE, frame(0xfa, 0, 0, 'x')], connection(protocol)],
      ['an acknowledgement of SETTINGS first', [PREFACE, settingsAck], connection(protocol)],
      ['SETTINGS on a stream first', [PREFACE, frame(TYPE.settings, 0, 1)], connection(protocol)],
      ['two prefaces', [PREFACE, PREFACE], connection(protocol, frameSize)],
      ['a second preface behind SETTINGS', [PREFACE, S, PREFACE], connection(protocol, frameSize)],
    ],
    { isBare: true },
  ),
  ...group(
    '3.4 preface',
    [
      ['half a preface and no more', [PREFACE.subarray(0, 12)], connection(protocol)],
      ['a preface and no more', [PREFACE], connection(protocol)],
      ['half a frame header and no more', [PREFACE, S, bytes(0, 0, 8, 6)], connection(protocol)],
      ['half a frame and no more', [PREFACE, S, frame(TYPE.ping, 0, 0, 'abc', 8)], connection(protocol)],
    ],
    { isBare: true, ends: true },
  ),
  ...group('3.4 preface', [
    ['nothing but a preface and SETTINGS: SETTINGS are acknowledged', [], { type: 'frame', is: isAck(TYPE.settings) }],
    ['the server has its own SETTINGS', [], { type: 'frame', is: allows(MOST_STREAMS) }],
  ]),
];

const FRAMES = [
  ...group('4.1 frame format', [
    ...[0x0a, 0x0b, 0x0c, 0x10, 0x42, 0xff].map((type): Row => [
      `a frame of the unknown type ${type} on stream 0`,
      [frame(type, 0xff, 0, 'anything'), get(1)],
      answered(1),
    ]),
    ['a frame of an unknown type on an open stream', [post(1), frame(0xfa, 0, 1, 'x'), data(1, 'x')], answered(1)],
    ['a frame of an unknown type on an idle stream', [frame(0xfa, 0, 7, 'x'), get(1)], answered(1)],
    ['an empty frame of an unknown type', [frame(0xfa, 0, 0), get(1)], answered(1)],
    ['PING with flags that mean nothing', [frame(TYPE.ping, 0xfe, 0, 'abcdefgh'), get(1)], answered(1)],
    ['SETTINGS with flags that mean nothing', [frame(TYPE.settings, 0xfe, 0), get(1)], answered(1)],
    ['HEADERS with flags that mean nothing', [headers(1, control('GET', '/'), FLAG.endStream | 0xd2)], answered(1)],
    ['DATA with flags that mean nothing', [post(1), data(1, 'x', FLAG.endStream | 0xf6)], answered(1)],
    ['WINDOW_UPDATE with flags that mean nothing', [frame(TYPE.windowUpdate, 0xff, 0, uint32(1)), get(1)], answered(1)],
    ['RST_STREAM with flags that mean nothing', [hold(1), frame(TYPE.rstStream, 0xff, 1, uint32(8)), get(3)], answered(3)],
    ['PRIORITY with flags that mean nothing', [frame(TYPE.priority, 0xff, 1, bytes(0, 0, 0, 0, 9)), get(1)], answered(1)],
    ['the reserved bit of a stream identifier', [headers(0x80000001, control('GET', '/'))], answered(1)],
    ['the reserved bit of PING', [frame(TYPE.ping, 0, 0x80000000, 'abcdefgh'), get(1)], answered(1)],
  ]),
  ...group('4.2 frame size', [
    ['DATA of the largest size', [post(1), data(1, Buffer.alloc(16_384))], answered(1)],
    ['DATA that is larger', [post(1), data(1, LARGE)], resets(1, frameSize)],
    ['HEADERS that are larger', [frame(TYPE.headers, 5, 1, LARGE)], connection(frameSize)],
    ['CONTINUATION that is larger', [begun(1), frame(TYPE.continuation, 4, 1, LARGE)], connection(frameSize)],
    ['SETTINGS that are larger', [frame(TYPE.settings, 0, 0, Buffer.alloc(16_386))], connection(frameSize)],
    ['GOAWAY that is larger', [frame(TYPE.goaway, 0, 0, LARGE)], connection(frameSize)],
    ['a frame of unknown type that is larger', [frame(0xfa, 0, 0, LARGE)], connection(frameSize)],
    ['a frame of the largest length that can be said', [frame(TYPE.data, 0, 1, '', 0xffffff)], connection(frameSize, protocol)],
    ...[0, 7, 9].map((size): Row => [
      `PING of ${size} bytes`,
      [frame(TYPE.ping, 0, 0, Buffer.alloc(size))],
      connection(frameSize),
    ]),
    ...[0, 3, 5].map((size): Row => [
      `RST_STREAM of ${size} bytes`,
      [hold(1), frame(TYPE.rstStream, 0, 1, Buffer.alloc(size))],
      connection(frameSize),
    ]),
    ...[0, 3, 5].map((size): Row => [
      `WINDOW_UPDATE of ${size} bytes`,
      [frame(TYPE.windowUpdate, 0, 0, Buffer.alloc(size, 1))],
      connection(frameSize),
    ]),
    ['WINDOW_UPDATE of 3 bytes on a stream', [hold(1), frame(TYPE.windowUpdate, 0, 1, 'abc')], connection(frameSize)],
    ...[1, 5, 7].map((size): Row => [
      `SETTINGS of ${size} bytes`,
      [frame(TYPE.settings, 0, 0, Buffer.alloc(size))],
      connection(frameSize),
    ]),
    ['an acknowledgement of SETTINGS with a payload', [frame(TYPE.settings, 1, 0, Buffer.alloc(6))], connection(frameSize)],
    ...[0, 4, 6].map((size): Row => [
      `PRIORITY of ${size} bytes`,
      [hold(1), frame(TYPE.priority, 0, 1, Buffer.alloc(size))],
      resets(1, frameSize),
    ]),
    ...[0, 4, 7].map((size): Row => [
      `GOAWAY of ${size} bytes`,
      [frame(TYPE.goaway, 0, 0, Buffer.alloc(size))],
      connection(frameSize),
    ]),
    ['HEADERS too short for their priority', [frame(TYPE.headers, 0x25, 1, 'abcd')], connection(frameSize)],
    ['HEADERS too short for their padding', [frame(TYPE.headers, 0x0d, 1)], connection(frameSize, protocol)],
    ['DATA too short for its padding', [post(1), frame(TYPE.data, 9, 1)], resets(1, frameSize, protocol)],
  ]),
];

const STREAMS = [
  ...group('5.1 stream states', [
    ['DATA on an idle stream', [data(1, 'x')], connection(protocol)],
    ['DATA on an idle stream above an open one', [hold(1), data(3, 'x')], connection(protocol)],
    ['RST_STREAM on an idle stream', [rstStream(1, 8)], connection(protocol)],
    ['WINDOW_UPDATE on an idle stream', [windowUpdate(1, 1)], connection(protocol)],
    ['CONTINUATION on an idle stream', [frame(TYPE.continuation, 4, 1, block(control('GET', '/')))], connection(protocol)],
    ['PRIORITY on an idle stream', [frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(1)], answered(1)],
    ['DATA on a stream that we have half-closed', [hold(1), data(1, 'x')], resets(1, streamClosed)],
    ['HEADERS on a stream that we have half-closed', [hold(1), get(1)], resets(1, streamClosed)],
    ['CONTINUATION on a stream that we have half-closed', [hold(1), frame(TYPE.continuation, 4, 1, 'x')], connection(protocol)],
    ['WINDOW_UPDATE on a stream that we have half-closed', [hold(1), windowUpdate(1, 5), get(3)], answered(3)],
    ['PRIORITY on a stream that we have half-closed', [hold(1), frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(3)], answered(3)],
    ['DATA on a stream that we have reset', [post(1), rstStream(1, 8), data(1, 'x')], resets(1, streamClosed)],
    ['HEADERS on a stream that we have reset', [hold(1), rstStream(1, 8), get(1)], connection(streamClosed, protocol)],
    ['WINDOW_UPDATE on a stream that we have just reset', [hold(1), rstStream(1, 8), windowUpdate(1, 1), get(3)], answered(3)],
    ['RST_STREAM on a stream that we have just reset', [hold(1), rstStream(1, 8), rstStream(1, 8), get(3)], answered(3)],
    ['PRIORITY on a stream that we have reset', [hold(1), rstStream(1, 8), frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(3)], answered(3)],
    ['DATA behind END_STREAM', [post(1), data(1, 'x'), data(1, 'y')], resets(1, streamClosed)],
    ['an empty DATA behind END_STREAM', [post(1), data(1, 'x'), data(1, '')], resets(1, streamClosed)],
  ]),
  ...group('5.1.1 stream identifiers', [
    ['HEADERS on an even stream', [get(2)], connection(protocol)],
    ['DATA on an even stream', [data(2, 'x')], connection(protocol)],
    ['RST_STREAM on an even stream', [rstStream(2, 8)], connection(protocol)],
    ['WINDOW_UPDATE on an even stream', [windowUpdate(2, 1)], connection(protocol)],
    ['a stream below one that was opened', [hold(5), get(3)], connection(protocol, streamClosed)],
    ['a stream far below one that was opened', [hold(101), get(1)], connection(protocol, streamClosed)],
    ['streams may be skipped', [hold(5), get(99)], answered(99)],
    ['the last stream there is', [get(0x7fffffff)], answered(0x7fffffff)],
    ['HEADERS on stream 0', [frame(TYPE.headers, 5, 0, block(control('GET', '/')))], connection(protocol)],
    ['DATA on stream 0', [data(0, 'x')], connection(protocol)],
    ['PRIORITY on stream 0', [frame(TYPE.priority, 0, 0, bytes(0, 0, 0, 1, 1))], connection(protocol)],
    ['RST_STREAM on stream 0', [rstStream(0, 8)], connection(protocol)],
    ['CONTINUATION on stream 0', [frame(TYPE.continuation, 4, 0, 'x')], connection(protocol)],
    ['PUSH_PROMISE on stream 0', [frame(TYPE.pushPromise, 4, 0, uint32(2))], connection(protocol)],
    ['SETTINGS on a stream', [frame(TYPE.settings, 0, 1)], connection(protocol)],
    ['an acknowledgement of SETTINGS on a stream', [frame(TYPE.settings, 1, 1)], connection(protocol)],
    ['PING on a stream', [frame(TYPE.ping, 0, 1, Buffer.alloc(8))], connection(protocol)],
    ['GOAWAY on a stream', [frame(TYPE.goaway, 0, 1, Buffer.alloc(8))], connection(protocol)],
  ]),
  ...group('5.1.2 concurrency', [
    [
      'one stream more than may be open',
      Array.from({ length: MOST_STREAMS + 1 }, (_, at) => hold(2 * at + 1)),
      resets(2 * MOST_STREAMS + 1, refusedStream, protocol),
    ],
    [
      'as many as may be open, and one when one is closed',
      [
        ...Array.from({ length: MOST_STREAMS }, (_, at) => hold(2 * at + 1)),
        rstStream(1, 8),
        get(2 * MOST_STREAMS + 1),
      ],
      answered(2 * MOST_STREAMS + 1),
    ],
  ]),
];

const KINDS = [
  ...group('6.1 DATA', [
    ['with padding', [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(4), Buffer.from('body'), Buffer.alloc(4)]))], answered(1)],
    ['of nothing but padding', [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(9), Buffer.alloc(9)]))], answered(1)],
    ['with a padding of no bytes', [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(0), Buffer.from('body')]))], answered(1)],
    ['with padding as long as it is', [post(1), frame(TYPE.data, 9, 1, bytes(3, 0, 0))], connection(protocol)],
    ['with padding longer than it is', [post(1), frame(TYPE.data, 9, 1, bytes(255, 0, 0))], connection(protocol)],
    ['empty, then the end', [post(1), data(1, '', 0), data(1, '', 0), data(1, '')], answered(1)],
  ]),
  ...group('6.2 HEADERS', [
    ['with padding', [frame(TYPE.headers, 0x0d, 1, Buffer.concat([bytes(3), block(control('GET', '/')), Buffer.alloc(3)]))], answered(1)],
    ['with padding as long as they are', [frame(TYPE.headers, 0x0d, 1, bytes(3, 0, 0))], connection(protocol)],
    ['with padding longer than they are', [frame(TYPE.headers, 0x0d, 1, bytes(255, 0, 0))], connection(protocol)],
    ['with a priority', [frame(TYPE.headers, 0x25, 1, Buffer.concat([bytes(0, 0, 0, 0, 15), block(control('GET', '/'))]))], answered(1)],
    ['with padding and a priority', [frame(TYPE.headers, 0x2d, 1, Buffer.concat([bytes(1, 0, 0, 0, 0, 15), block(control('GET', '/')), bytes(0)]))], answered(1)],
    ['with padding that leaves no room for their priority', [frame(TYPE.headers, 0x2d, 1, bytes(1, 0, 0, 0, 0, 15))], connection(protocol, frameSize)],
    ['with a priority that depends on a stream that is not there', [frame(TYPE.headers, 0x25, 1, Buffer.concat([bytes(0, 0, 0, 99, 15), block(control('GET', '/'))]))], answered(1)],
  ]),
  ...group('6.3 PRIORITY', [
    ['that depends on a stream that is not there', [frame(TYPE.priority, 0, 9, bytes(0, 0, 0, 7, 1)), get(1)], answered(1)],
    ['exclusive', [frame(TYPE.priority, 0, 3, bytes(0x80, 0, 0, 0, 255)), get(1)], answered(1)],
    // RFC 7540 5.3.1 had this as an error of the stream; in RFC 9113 it means nothing any more.
    ['that depends on its own stream', [frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 1, 1)), get(1)], answered(1)],
  ]),
  ...group('6.4 RST_STREAM', [
    ['with a code that nobody knows', [hold(1), rstStream(1, 0xdeadbeef), get(3)], answered(3)],
    ['on a stream that is answered', [get(1), rstStream(1, 8), get(3)], answered(3)],
    ['between streams', [hold(1), hold(3), rstStream(1, 8), get(5)], answered(5)],
  ]),
  ...group('6.5 SETTINGS', [
    ['are acknowledged', [settings([SETTING.maxConcurrentStreams, 10])], { type: 'frame', is: isAck(TYPE.settings) }],
    ['that nobody knows', [settings([0xfafa, 1], [0, 5], [0xffff, 0xffffffff]), get(1)], answered(1)],
    ['twice the same', [settings([SETTING.initialWindowSize, 1], [SETTING.initialWindowSize, 70_000]), get(1)], answered(1)],
    ['ENABLE_PUSH 0', [settings([SETTING.enablePush, 0]), get(1)], answered(1)],
    ['ENABLE_PUSH 2', [settings([SETTING.enablePush, 2])], connection(protocol)],
    ['INITIAL_WINDOW_SIZE 2^31 - 1', [settings([SETTING.initialWindowSize, 0x7fffffff]), get(1)], answered(1)],
    ['INITIAL_WINDOW_SIZE 2^31', [settings([SETTING.initialWindowSize, 0x80000000])], connection(flowControl)],
    ['INITIAL_WINDOW_SIZE 2^32 - 1', [settings([SETTING.initialWindowSize, 0xffffffff])], connection(flowControl)],
    ['MAX_FRAME_SIZE 16383', [settings([SETTING.maxFrameSize, 16_383])], connection(protocol)],
    ['MAX_FRAME_SIZE 0', [settings([SETTING.maxFrameSize, 0])], connection(protocol)],
    ['MAX_FRAME_SIZE 2^24 - 1', [settings([SETTING.maxFrameSize, 0xffffff]), get(1)], answered(1)],
    ['MAX_FRAME_SIZE 2^24', [settings([SETTING.maxFrameSize, 0x1000000])], connection(protocol)],
    ['HEADER_TABLE_SIZE 2^32 - 1', [settings([SETTING.headerTableSize, 0xffffffff], [SETTING.headerTableSize, 0]), get(1)], answered(1)],
    ['MAX_CONCURRENT_STREAMS 0', [settings([SETTING.maxConcurrentStreams, 0]), get(1)], answered(1)],
    ['MAX_HEADER_LIST_SIZE 0', [settings([SETTING.maxHeaderListSize, 0]), get(1)], answered(1)],
    // RFC 8441 section 3.
    ['ENABLE_CONNECT_PROTOCOL 2', [settings([SETTING.enableConnect, 2])], connection(protocol)],
  ]),
  ...group('6.6 PUSH_PROMISE', [
    ['from a client, on an open stream', [hold(1), frame(TYPE.pushPromise, 4, 1, Buffer.concat([uint32(2), block(control('GET', '/'))]))], connection(protocol)],
    ['from a client, on an idle stream', [frame(TYPE.pushPromise, 4, 1, Buffer.concat([uint32(2), block(control('GET', '/'))]))], connection(protocol)],
  ]),
  ...group('6.7 PING', [
    ['is answered with what it holds', [frame(TYPE.ping, 0, 0, 'abcdefgh')], { type: 'frame', is: ({ type, flags, payload }) => type === TYPE.ping && flags === FLAG.ack && payload.toString() === 'abcdefgh' }],
    ['an answer to none', [frame(TYPE.ping, FLAG.ack, 0, 'abcdefgh'), get(1)], answered(1)],
  ]),
  ...group('6.8 GOAWAY', [
    ['what is under way is answered', [post(1), goaway(0, 0), data(1, 'x')], answered(1)],
    ['with text for people', [post(1), goaway(0, 0, 'so long'), data(1, 'x')], answered(1)],
    ['with the reserved bit', [post(1), goaway(0x80000000, 0), data(1, 'x')], answered(1)],
    ['twice', [post(1), goaway(2 ** 31 - 1, 0), goaway(0, 0), data(1, 'x')], answered(1)],
  ]),
  ...group('6.9 WINDOW_UPDATE', [
    ['of 0 on the connection', [windowUpdate(0, 0)], connection(protocol)],
    ['of 0 on a stream', [hold(1), windowUpdate(1, 0)], resets(1, protocol)],
    ['the reserved bit', [windowUpdate(0, 0x80000001), get(1)], answered(1)],
    ['of 2^31 - 1 on the connection, past the most', [windowUpdate(0, 0x7fffffff)], connection(flowControl)],
    ['up to the most on the connection', [windowUpdate(0, 0x7fffffff - 65_535), get(1)], answered(1)],
    ['past the most on the connection, in two steps', [windowUpdate(0, 0x7fffffff - 65_535), windowUpdate(0, 1)], connection(flowControl)],
    ['of 2^31 - 1 on a stream, past the most', [hold(1), windowUpdate(1, 0x7fffffff)], resets(1, flowControl)],
    ['past the most on a stream, in two steps', [hold(1), windowUpdate(1, 0x7fffffff - 65_535), windowUpdate(1, 1)], resets(1, flowControl)],
    ['INITIAL_WINDOW_SIZE that takes a stream past the most', [hold(1), windowUpdate(1, 0x7fffffff - 65_535), settings([SETTING.initialWindowSize, 65_536])], connection(flowControl)],
    ['a window that becomes negative, and is opened again', [settings([SETTING.initialWindowSize, 5]), get(1), settings([SETTING.initialWindowSize, 0]), windowUpdate(1, 100)], answered(1)],
    ['more on a stream than its window', [headers(1, control('POST', '/hold'), 0), ...Array.from({ length: 192 }, () => data(1, Buffer.alloc(16_384), 0))], resets(1, flowControl)],
  ]),
  ...group('6.10 CONTINUATION', [
    ['a field section in eight pieces', inPieces(1, 8), answered(1)],
    ['a field section in single bytes', inPieces(1, 1000), answered(1)],
    ['that are empty', [begun(1), ...Array.from({ length: 5 }, () => frame(TYPE.continuation, 0, 1)), frame(TYPE.continuation, 4, 1)], answered(1)],
    ['behind END_HEADERS', [get(1), frame(TYPE.continuation, 4, 1, 'x')], connection(protocol)],
    ['twice the end', [begun(1), frame(TYPE.continuation, 4, 1), frame(TYPE.continuation, 4, 1)], connection(protocol)],
    ['of another stream', [begun(1), frame(TYPE.continuation, 4, 3, 'x')], connection(protocol)],
    ['of stream 0', [begun(1), frame(TYPE.continuation, 4, 0, 'x')], connection(protocol)],
    ['behind DATA', [post(1), data(1, 'x', 0), frame(TYPE.continuation, 4, 1, 'x')], connection(protocol)],
    ...(
      [
        ['DATA', data(1, 'x')],
        ['HEADERS of the same stream', get(1)],
        ['HEADERS of another', get(3)],
        ['PRIORITY', frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1))],
        ['RST_STREAM', rstStream(1, 8)],
        ['SETTINGS', settings()],
        ['PING', frame(TYPE.ping, 0, 0, 'abcdefgh')],
        ['GOAWAY', goaway(0, 0)],
        ['WINDOW_UPDATE', windowUpdate(0, 1)],
        ['a frame of an unknown type', frame(0xfa, 0, 1, 'x')],
      ] as const
    ).map(([what, between]): Row => [`${what} before the end of a field section`, [begun(1), between], connection(protocol)]),
  ]),
];

const MESSAGES = [
  ...group('8.1 messages', [
    ['trailers', [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']])], answered(1)],
    ['trailers without a body', [post(1), headers(1, [['x-sum', '1']])], answered(1)],
    ['trailers without END_STREAM', [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']], 0)], malformed],
    ['trailers with control data', [post(1), data(1, 'x', 0), headers(1, [[':path', '/']])], malformed],
    ['trailers with :status', [post(1), data(1, 'x', 0), headers(1, [[':status', '200']])], malformed],
    ['trailers with a name in upper case', [post(1), data(1, 'x', 0), headers(1, [['X-Sum', '1']])], malformed],
    ['trailers with Connection', [post(1), data(1, 'x', 0), headers(1, [['connection', 'close']])], malformed],
    ['something behind trailers', [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']]), data(1, 'y')], resets(1, streamClosed)],
  ]),
  ...group('8.1.1 content-length', [
    ['that fits', [post(1, ['content-length', '4']), data(1, 'bo', 0), data(1, 'dy')], answered(1)],
    ['that fits, with trailers', [post(1, ['content-length', '4']), data(1, 'body', 0), headers(1, [['x-sum', '1']])], answered(1)],
    ['that counts no padding', [post(1, ['content-length', '2']), frame(TYPE.data, 9, 1, bytes(2, 97, 98, 0, 0))], answered(1)],
    ['5 and no body', [get(1, ['content-length', '5'])], malformed],
    ['more than the body', [post(1, ['content-length', '5']), data(1, 'body')], malformed],
    ['less than the body', [post(1, ['content-length', '3']), data(1, 'body')], malformed],
    ['0 and a body', [post(1, ['content-length', '0']), data(1, 'body')], malformed],
    ['more than the body, with trailers', [post(1, ['content-length', '5']), data(1, 'body', 0), headers(1, [['x-sum', '1']])], malformed],
    ...['', '-1', '+4', '4.0', '0x4', '4 4', '4,4', '4, 4', 'four', '99999999999999999999999'].map((length): Row => [
      `"${length}"`,
      [post(1, ['content-length', length]), data(1, 'body')],
      malformed,
    ]),
    ['twice, differing', [post(1, ['content-length', '4'], ['content-length', '5']), data(1, 'body')], malformed],
    ['twice the same', [post(1, ['content-length', '4'], ['content-length', '4']), data(1, 'body')], malformed],
  ]),
  ...group('8.2.1 field validity', [
    ...(
      [
        ['in upper case', 'X-Upper'],
        ['that is empty', ''],
        ['with a space', 'x a'],
        ['with a colon', 'x:a'],
        ['that ends in a space', 'x '],
        ['with a tab', 'x\ta'],
        ['with NUL', 'x\0a'],
        ['with CR', 'x\ra'],
        ['with LF', 'x\na'],
        ['with CR LF and a field', 'x\r\nevil: 1\r\na'],
        ['with DEL', 'x\x7fa'],
        ['beyond ASCII', 'x\xe9'],
        ['with a quote', 'x"a'],
        ['with a parenthesis', 'x(a'],
        ['with a comma', 'x,a'],
      ] as const
    ).map(([what, name]): Row => [`a name ${what}`, [request([...control('GET', '/'), [name, '1']])], malformed]),
    ...(
      [
        ['with NUL', 'a\0b'],
        ['with CR', 'a\rb'],
        ['with LF', 'a\nb'],
        ['with CR LF and a field', 'a\r\nevil: 1'],
        ['that begins with a space', ' a'],
        ['that ends in a space', 'a '],
        ['that begins with a tab', '\ta'],
      ] as const
    ).map(([what, value]): Row => [`a value ${what}`, [get(1, ['x-a', value])], malformed]),
    ['a value beyond ASCII', [get(1, ['x-a', '\x80\xff'])], answered(1)],
    ['a value that is empty', [get(1, ['x-a', ''])], answered(1)],
  ]),
  ...group('8.2.2 connection-specific fields', [
    ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'].map((name): Row => [
      name,
      [get(1, [name, name === 'transfer-encoding' ? 'chunked' : 'close'])],
      malformed,
    ]),
    ['te: trailers', [get(1, ['te', 'trailers'])], answered(1)],
    ['te: gzip', [get(1, ['te', 'gzip'])], malformed],
    ['te: trailers, gzip', [get(1, ['te', 'trailers, gzip'])], malformed],
    ['te that is empty', [get(1, ['te', ''])], malformed],
  ]),
  ...group('8.3 control data', [
    ['behind a field', [request([...without(':path'), ['x-a', '1'], [':path', '/']])], malformed],
    ['that nobody knows', [request([...control('GET', '/'), [':unknown', '1']])], malformed],
    ['a single colon', [request([...control('GET', '/'), [':', '1']])], malformed],
    ['of a response', [request([...control('GET', '/'), [':status', '200']])], malformed],
    ...[':method', ':scheme', ':authority', ':path'].map((name): Row => [
      `${name} twice`,
      [request([...control('GET', '/'), control('GET', '/').find(([own]) => own === name)!])],
      malformed,
    ]),
    ...[':method', ':scheme', ':path'].map((name): Row => [`no ${name}`, [request(without(name))], malformed]),
    ['nothing at all', [request([])], malformed],
    ['fields alone', [request([['x-a', '1']])], malformed],
    ['an empty :method', [request(replaced(':method', ''))], malformed],
    ['an empty :path', [request(replaced(':path', ''))], malformed],
    ['a :method with a space', [request(replaced(':method', 'GET /'))], malformed],
    ['a :method with CR LF', [request(replaced(':method', 'GET\r\n'))], malformed],
    ['a :path with a space', [request(replaced(':path', '/a b'))], malformed],
    ['a :path with CR LF', [request(replaced(':path', '/ HTTP/1.1\r\nevil: 1'))], malformed],
    ['a :path with NUL', [request(replaced(':path', '/\0'))], malformed],
    ['a :path that is no path', [request(replaced(':path', 'a'))], malformed],
    ['a :path that is a URL', [request(replaced(':path', 'https://a.test/'))], malformed],
    ['a :path that is * with GET', [request(replaced(':path', '*'))], malformed],
    ['a :path that is * with OPTIONS', [request(replaced(':path', '*', 'OPTIONS'))], answered(1)],
    ['an :authority with a user', [request(replaced(':authority', 'user@frames.test'))], malformed],
    ['an :authority with a space', [request(replaced(':authority', 'frames .test'))], malformed],
    ['an :authority with a path', [request(replaced(':authority', 'frames.test/x'))], malformed],
    ['an :authority with CR LF', [request(replaced(':authority', 'frames.test\r\nevil: 1'))], malformed],
    ['an :authority and the same Host', [get(1, ['host', AUTHORITY])], answered(1)],
    ['an :authority and another Host', [get(1, ['host', 'other.test'])], malformed],
    ['Host twice', [request([...without(':authority'), ['host', AUTHORITY], ['host', AUTHORITY]])], malformed],
    ['Host and no :authority', [request([...without(':authority'), ['host', AUTHORITY]])], answered(1)],
  ]),
  ...group('8.5 CONNECT', [
    ['with :scheme and :path', [request(control('CONNECT', '/'))], malformed],
    ['with :path', [request([[':method', 'CONNECT'], [':authority', AUTHORITY], [':path', '/']])], malformed],
    ['without :authority', [request([[':method', 'CONNECT']])], malformed],
    ['inside a tunnel', [headers(1, [[':method', 'CONNECT'], [':authority', 'a.test:443']], 0)], answered(1, 400)],
  ]),
  ...group('RFC 8441 extended CONNECT', [
    [':protocol of another method', [request([...control('GET', '/'), [':protocol', 'websocket']])], malformed],
    [':protocol without :scheme and :path', [request([[':method', 'CONNECT'], [':authority', AUTHORITY], [':protocol', 'websocket']])], malformed],
    [':protocol twice', [request([...control('CONNECT', '/'), [':protocol', 'websocket'], [':protocol', 'websocket']])], malformed],
    [':protocol without :path', [request([...without(':path', 'CONNECT'), [':protocol', 'websocket']])], malformed],
    ['a protocol that nobody knows', [headers(1, [...control('CONNECT', '/'), [':protocol', 'carrier-pigeon']], 0)], answered(1, 501)],
  ]),
];

const COMPRESSED = group('RFC 7541 field compression', [
  ['index 0', [section(bytes(0x80))], connection(compression)],
  ['an index behind the static table, with an empty dynamic one', [section(bytes(0x80 | 62))], connection(compression)],
  ['an index far behind', [section(integer(1_000_000, 7, 0x80))], connection(compression)],
  ['an index without end', [section(bytes(0xff, ...Array<number>(20).fill(0xff)))], connection(compression)],
  ['an index beyond 2^63', [section(bytes(0xff, ...Array<number>(9).fill(0xff), 0x7f))], connection(compression)],
  ['a name at an index that is not there', [section(integer(70, 6, 0x40), text('x'))], connection(compression)],
  ['a literal that is cut', [section(bytes(0, 10, 97))], connection(compression)],
  ['a literal without a value', [section(bytes(0), text('x-a'))], connection(compression)],
  ['a string of 2^32 bytes', [section(bytes(0, 0x7f, 0x81, 0xff, 0xff, 0xff, 0x0f))], connection(compression)],
  ['a table larger than was agreed on', [frame(TYPE.headers, 5, 1, Buffer.concat([integer(4097, 5, 0x20), block(control('GET', '/'))]))], connection(compression)],
  ['a table of 2^32 bytes', [frame(TYPE.headers, 5, 1, Buffer.concat([integer(2 ** 32, 5, 0x20), block(control('GET', '/'))]))], connection(compression)],
  ['a new size of the table behind a field', [section(integer(0, 5, 0x20))], connection(compression)],
  ['a new size of the table at the beginning', [frame(TYPE.headers, 5, 1, Buffer.concat([integer(0, 5, 0x20), integer(4096, 5, 0x20), block(control('GET', '/'))]))], answered(1)],
  ['Huffman code with the end of the string in it', [section(bytes(0, 0x84, 0xff, 0xff, 0xff, 0xff, 1, 97))], connection(compression)],
  ['Huffman code padded with more than 7 bits', [section(bytes(0, 0x82, 0x1f, 0xff, 1, 97))], connection(compression)],
  ['Huffman code padded with zeros', [section(bytes(0, 0x81, 0x18, 1, 97))], connection(compression)],
  ['Huffman code', [section(bytes(0, 0x81, 0x1f, 1, 97))], answered(1)],
  ['a field that enters the table, and is named by its index', [section(literal('x-a', 'b', 0x40), bytes(0x80 | 62))], answered(1)],
  ['a field that is never to be indexed', [section(literal('x-a', 'b', 0x10))], answered(1)],
  ['a field larger than the table empties it', [section(literal('x-a', 'b'.repeat(5000), 0x40), bytes(0x80 | 62))], connection(compression)],
  ['a field section that is not valid, on a stream that is refused for other reasons', [hold(5), frame(TYPE.headers, 5, 3, bytes(0x80))], connection(compression, protocol, streamClosed)],
]);

/** A name for every case; no two have the same. */
export const CASES: readonly Case[] = [...PREFACES, ...FRAMES, ...STREAMS, ...KINDS, ...MESSAGES, ...COMPRESSED];

function allows(streams: number): (frame: Frame) => boolean {
  const setting = settings([SETTING.maxConcurrentStreams, streams]).subarray(9);
  return ({ type, flags, payload }) => type === TYPE.settings && flags === 0 && payload.includes(setting);
}

function isAck(type: number): (frame: Frame) => boolean {
  return (frame) => frame.type === type && frame.flags === FLAG.ack;
}

/** A GET whose field section comes in so many pieces, or byte by byte. */
function inPieces(stream: number, count: number): Buffer[] {
  const whole = block(control('GET', '/'));
  const size = Math.ceil(whole.length / count);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => {
    const piece = whole.subarray(index * size, (index + 1) * size);
    const isLast = (index + 1) * size >= whole.length;
    const flags = (index === 0 ? FLAG.endStream : 0) | (isLast ? FLAG.endHeaders : 0);
    return frame(index === 0 ? TYPE.headers : TYPE.continuation, flags, stream, piece);
  });
}
