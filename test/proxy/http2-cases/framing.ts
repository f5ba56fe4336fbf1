// The format and size of frames (section 4).
import { CODE, data, FLAG, frame, headers, TYPE, uint32 } from '../../helpers/http2-frames.ts';
import {
  group,
  LARGE,
  bytes,
  connection,
  answered,
  resets,
  get,
  hold,
  post,
  begun,
  control,
  type Case,
  type Row,
} from './kit.ts';

const { protocol, frameSize } = CODE;

export const FRAMES: readonly Case[] = [
  ...group('4.1 frame format', [
    ...[0x0a, 0x0b, 0x0c, 0x10, 0x42, 0xff].map((type): Row => [
      `a frame of the unknown type ${type} on stream 0`,
      [frame(type, 0xff, 0, 'anything'), get(1)],
      answered(1),
    ]),
    [
      'a frame of an unknown type on an open stream',
      [post(1), frame(0xfa, 0, 1, 'x'), data(1, 'x')],
      answered(1),
    ],
    ['a frame of an unknown type on an idle stream', [frame(0xfa, 0, 7, 'x'), get(1)], answered(1)],
    ['an empty frame of an unknown type', [frame(0xfa, 0, 0), get(1)], answered(1)],
    ['PING with flags that mean nothing', [frame(TYPE.ping, 0xfe, 0, 'abcdefgh'), get(1)], answered(1)],
    ['SETTINGS with flags that mean nothing', [frame(TYPE.settings, 0xfe, 0), get(1)], answered(1)],
    [
      'HEADERS with flags that mean nothing',
      [headers(1, control('GET', '/'), FLAG.endStream | 0xd2)],
      answered(1),
    ],
    ['DATA with flags that mean nothing', [post(1), data(1, 'x', FLAG.endStream | 0xf6)], answered(1)],
    [
      'WINDOW_UPDATE with flags that mean nothing',
      [frame(TYPE.windowUpdate, 0xff, 0, uint32(1)), get(1)],
      answered(1),
    ],
    [
      'RST_STREAM with flags that mean nothing',
      [hold(1), frame(TYPE.rstStream, 0xff, 1, uint32(8)), get(3)],
      answered(3),
    ],
    [
      'PRIORITY with flags that mean nothing',
      [frame(TYPE.priority, 0xff, 1, bytes(0, 0, 0, 0, 9)), get(1)],
      answered(1),
    ],
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
    [
      'a frame of the largest length that can be said',
      [frame(TYPE.data, 0, 1, '', 0xffffff)],
      connection(frameSize, protocol),
    ],
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
    [
      'WINDOW_UPDATE of 3 bytes on a stream',
      [hold(1), frame(TYPE.windowUpdate, 0, 1, 'abc')],
      connection(frameSize),
    ],
    ...[1, 5, 7].map((size): Row => [
      `SETTINGS of ${size} bytes`,
      [frame(TYPE.settings, 0, 0, Buffer.alloc(size))],
      connection(frameSize),
    ]),
    [
      'an acknowledgement of SETTINGS with a payload',
      [frame(TYPE.settings, 1, 0, Buffer.alloc(6))],
      connection(frameSize),
    ],
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
