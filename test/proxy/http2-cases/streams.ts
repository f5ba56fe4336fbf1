// The states and identifiers of streams (section 5.1).
import {
  block,
  CODE,
  data,
  frame,
  rstStream,
  TYPE,
  uint32,
  windowUpdate,
} from '../../helpers/http2-frames.ts';
import {
  group,
  MAX_STREAMS,
  bytes,
  connection,
  answered,
  resets,
  get,
  hold,
  post,
  control,
  type Case,
} from './kit.ts';

const { protocol, streamClosed, refusedStream } = CODE;

export const STREAMS: readonly Case[] = [
  ...group('5.1 stream states', [
    ['DATA on an idle stream', [data(1, 'x')], connection(protocol)],
    ['DATA on an idle stream above an open one', [hold(1), data(3, 'x')], connection(protocol)],
    ['RST_STREAM on an idle stream', [rstStream(1, 8)], connection(protocol)],
    ['WINDOW_UPDATE on an idle stream', [windowUpdate(1, 1)], connection(protocol)],
    [
      'CONTINUATION on an idle stream',
      [frame(TYPE.continuation, 4, 1, block(control('GET', '/')))],
      connection(protocol),
    ],
    ['PRIORITY on an idle stream', [frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(1)], answered(1)],
    ['DATA on a stream that we have half-closed', [hold(1), data(1, 'x')], resets(1, streamClosed)],
    ['HEADERS on a stream that we have half-closed', [hold(1), get(1)], resets(1, streamClosed)],
    [
      'CONTINUATION on a stream that we have half-closed',
      [hold(1), frame(TYPE.continuation, 4, 1, 'x')],
      connection(protocol),
    ],
    [
      'WINDOW_UPDATE on a stream that we have half-closed',
      [hold(1), windowUpdate(1, 5), get(3)],
      answered(3),
    ],
    [
      'PRIORITY on a stream that we have half-closed',
      [hold(1), frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(3)],
      answered(3),
    ],
    [
      'DATA on a stream that we have reset',
      [post(1), rstStream(1, 8), data(1, 'x')],
      resets(1, streamClosed),
    ],
    [
      'HEADERS on a stream that we have reset',
      [hold(1), rstStream(1, 8), get(1)],
      connection(streamClosed, protocol),
    ],
    [
      'WINDOW_UPDATE on a stream that we have just reset',
      [hold(1), rstStream(1, 8), windowUpdate(1, 1), get(3)],
      answered(3),
    ],
    [
      'RST_STREAM on a stream that we have just reset',
      [hold(1), rstStream(1, 8), rstStream(1, 8), get(3)],
      answered(3),
    ],
    [
      'PRIORITY on a stream that we have reset',
      [hold(1), rstStream(1, 8), frame(TYPE.priority, 0, 1, bytes(0, 0, 0, 0, 1)), get(3)],
      answered(3),
    ],
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
      Array.from({ length: MAX_STREAMS + 1 }, (_, at) => hold(2 * at + 1)),
      resets(2 * MAX_STREAMS + 1, refusedStream, protocol),
    ],
    [
      'as many as may be open, and one when one is closed',
      [
        ...Array.from({ length: MAX_STREAMS }, (_, at) => hold(2 * at + 1)),
        rstStream(1, 8),
        get(2 * MAX_STREAMS + 1),
      ],
      answered(2 * MAX_STREAMS + 1),
    ],
  ]),
];
