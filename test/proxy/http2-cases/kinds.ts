// Each frame type (section 6).
import {
  block,
  CODE,
  data,
  FLAG,
  frame,
  goaway,
  headers,
  rstStream,
  SETTING,
  settings,
  TYPE,
  uint32,
  windowUpdate,
} from '../../helpers/http2-frames.ts';
import {
  group,
  bytes,
  connection,
  answered,
  resets,
  get,
  hold,
  post,
  begun,
  control,
  isAck,
  inPieces,
  type Case,
  type Row,
} from './kit.ts';

const { protocol, frameSize, flowControl } = CODE;

export const KINDS: readonly Case[] = [
  ...group('6.1 DATA', [
    [
      'with padding',
      [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(4), Buffer.from('body'), Buffer.alloc(4)]))],
      answered(1),
    ],
    [
      'of nothing but padding',
      [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(9), Buffer.alloc(9)]))],
      answered(1),
    ],
    [
      'with a padding of no bytes',
      [post(1), frame(TYPE.data, 9, 1, Buffer.concat([bytes(0), Buffer.from('body')]))],
      answered(1),
    ],
    [
      'with padding as long as it is',
      [post(1), frame(TYPE.data, 9, 1, bytes(3, 0, 0))],
      connection(protocol),
    ],
    [
      'with padding longer than it is',
      [post(1), frame(TYPE.data, 9, 1, bytes(255, 0, 0))],
      connection(protocol),
    ],
    ['empty, then the end', [post(1), data(1, '', 0), data(1, '', 0), data(1, '')], answered(1)],
  ]),
  ...group('6.2 HEADERS', [
    [
      'with padding',
      [frame(TYPE.headers, 0x0d, 1, Buffer.concat([bytes(3), block(control('GET', '/')), Buffer.alloc(3)]))],
      answered(1),
    ],
    [
      'with padding as long as they are',
      [frame(TYPE.headers, 0x0d, 1, bytes(3, 0, 0))],
      connection(protocol),
    ],
    [
      'with padding longer than they are',
      [frame(TYPE.headers, 0x0d, 1, bytes(255, 0, 0))],
      connection(protocol),
    ],
    [
      'with a priority',
      [frame(TYPE.headers, 0x25, 1, Buffer.concat([bytes(0, 0, 0, 0, 15), block(control('GET', '/'))]))],
      answered(1),
    ],
    [
      'with padding and a priority',
      [
        frame(
          TYPE.headers,
          0x2d,
          1,
          Buffer.concat([bytes(1, 0, 0, 0, 0, 15), block(control('GET', '/')), bytes(0)]),
        ),
      ],
      answered(1),
    ],
    [
      'with padding that leaves no room for their priority',
      [frame(TYPE.headers, 0x2d, 1, bytes(1, 0, 0, 0, 0, 15))],
      connection(protocol, frameSize),
    ],
    [
      'with a priority that depends on a stream that is not there',
      [frame(TYPE.headers, 0x25, 1, Buffer.concat([bytes(0, 0, 0, 99, 15), block(control('GET', '/'))]))],
      answered(1),
    ],
  ]),
  ...group('6.3 PRIORITY', [
    [
      'that depends on a stream that is not there',
      [frame(TYPE.priority, 0, 9, bytes(0, 0, 0, 7, 1)), get(1)],
      answered(1),
    ],
    ['exclusive', [frame(TYPE.priority, 0, 3, bytes(0x80, 0, 0, 0, 255)), get(1)], answered(1)],
    // RFC 7540 section 5.3.1 made this a stream error; in RFC 9113 it has no meaning.
    [
      'that depends on its own stream',
      [frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 1, 1)), get(1)],
      answered(1),
    ],
  ]),
  ...group('6.4 RST_STREAM', [
    ['with a code that nobody knows', [hold(1), rstStream(1, 0xdeadbeef), get(3)], answered(3)],
    ['on a stream that is answered', [get(1), rstStream(1, 8), get(3)], answered(3)],
    ['between streams', [hold(1), hold(3), rstStream(1, 8), get(5)], answered(5)],
  ]),
  ...group('6.5 SETTINGS', [
    [
      'are acknowledged',
      [settings([SETTING.maxConcurrentStreams, 10])],
      { type: 'frame', is: isAck(TYPE.settings) },
    ],
    ['that nobody knows', [settings([0xfafa, 1], [0, 5], [0xffff, 0xffffffff]), get(1)], answered(1)],
    [
      'twice the same',
      [settings([SETTING.initialWindowSize, 1], [SETTING.initialWindowSize, 70_000]), get(1)],
      answered(1),
    ],
    ['ENABLE_PUSH 0', [settings([SETTING.enablePush, 0]), get(1)], answered(1)],
    ['ENABLE_PUSH 2', [settings([SETTING.enablePush, 2])], connection(protocol)],
    [
      'INITIAL_WINDOW_SIZE 2^31 - 1',
      [settings([SETTING.initialWindowSize, 0x7fffffff]), get(1)],
      answered(1),
    ],
    [
      'INITIAL_WINDOW_SIZE 2^31',
      [settings([SETTING.initialWindowSize, 0x80000000])],
      connection(flowControl),
    ],
    [
      'INITIAL_WINDOW_SIZE 2^32 - 1',
      [settings([SETTING.initialWindowSize, 0xffffffff])],
      connection(flowControl),
    ],
    ['MAX_FRAME_SIZE 16383', [settings([SETTING.maxFrameSize, 16_383])], connection(protocol)],
    ['MAX_FRAME_SIZE 0', [settings([SETTING.maxFrameSize, 0])], connection(protocol)],
    ['MAX_FRAME_SIZE 2^24 - 1', [settings([SETTING.maxFrameSize, 0xffffff]), get(1)], answered(1)],
    ['MAX_FRAME_SIZE 2^24', [settings([SETTING.maxFrameSize, 0x1000000])], connection(protocol)],
    [
      'HEADER_TABLE_SIZE 2^32 - 1',
      [settings([SETTING.headerTableSize, 0xffffffff], [SETTING.headerTableSize, 0]), get(1)],
      answered(1),
    ],
    ['MAX_CONCURRENT_STREAMS 0', [settings([SETTING.maxConcurrentStreams, 0]), get(1)], answered(1)],
    ['MAX_HEADER_LIST_SIZE 0', [settings([SETTING.maxHeaderListSize, 0]), get(1)], answered(1)],
    // RFC 8441 section 3.
    ['ENABLE_CONNECT_PROTOCOL 2', [settings([SETTING.enableConnect, 2])], connection(protocol)],
  ]),
  ...group('6.6 PUSH_PROMISE', [
    [
      'from a client, on an open stream',
      [hold(1), frame(TYPE.pushPromise, 4, 1, Buffer.concat([uint32(2), block(control('GET', '/'))]))],
      connection(protocol),
    ],
    [
      'from a client, on an idle stream',
      [frame(TYPE.pushPromise, 4, 1, Buffer.concat([uint32(2), block(control('GET', '/'))]))],
      connection(protocol),
    ],
  ]),
  ...group('6.7 PING', [
    [
      'is answered with what it holds',
      [frame(TYPE.ping, 0, 0, 'abcdefgh')],
      {
        type: 'frame',
        is: ({ type, flags, payload }) =>
          type === TYPE.ping && flags === FLAG.ack && payload.toString() === 'abcdefgh',
      },
    ],
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
    [
      'past the most on the connection, in two steps',
      [windowUpdate(0, 0x7fffffff - 65_535), windowUpdate(0, 1)],
      connection(flowControl),
    ],
    [
      'of 2^31 - 1 on a stream, past the most',
      [hold(1), windowUpdate(1, 0x7fffffff)],
      resets(1, flowControl),
    ],
    [
      'past the most on a stream, in two steps',
      [hold(1), windowUpdate(1, 0x7fffffff - 65_535), windowUpdate(1, 1)],
      resets(1, flowControl),
    ],
    [
      'INITIAL_WINDOW_SIZE that takes a stream past the most',
      [hold(1), windowUpdate(1, 0x7fffffff - 65_535), settings([SETTING.initialWindowSize, 65_536])],
      connection(flowControl),
    ],
    [
      'a window that becomes negative, and is opened again',
      [
        settings([SETTING.initialWindowSize, 5]),
        get(1),
        settings([SETTING.initialWindowSize, 0]),
        windowUpdate(1, 100),
      ],
      answered(1),
    ],
    [
      'more on a stream than its window',
      [
        headers(1, control('POST', '/hold'), 0),
        ...Array.from({ length: 192 }, () => data(1, Buffer.alloc(16_384), 0)),
      ],
      resets(1, flowControl),
    ],
  ]),
  ...group('6.10 CONTINUATION', [
    ['a field section in eight pieces', inPieces(1, 8), answered(1)],
    ['a field section in single bytes', inPieces(1, 1000), answered(1)],
    [
      'that are empty',
      [
        begun(1),
        ...Array.from({ length: 5 }, () => frame(TYPE.continuation, 0, 1)),
        frame(TYPE.continuation, 4, 1),
      ],
      answered(1),
    ],
    ['behind END_HEADERS', [get(1), frame(TYPE.continuation, 4, 1, 'x')], connection(protocol)],
    [
      'twice the end',
      [begun(1), frame(TYPE.continuation, 4, 1), frame(TYPE.continuation, 4, 1)],
      connection(protocol),
    ],
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
    ).map(([what, between]): Row => [
      `${what} before the end of a field section`,
      [begun(1), between],
      connection(protocol),
    ]),
  ]),
];
