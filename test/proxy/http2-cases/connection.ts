// The start of an HTTP/2 connection: the preface of a client (section 3.4).
import {
  CODE,
  data,
  frame,
  goaway,
  PREFACE,
  settingsAck,
  TYPE,
  windowUpdate,
} from '../../helpers/http2-frames.ts';
import { group, MAX_STREAMS, S, bytes, connection, get, allows, isAck, type Case } from './kit.ts';

const { protocol, frameSize } = CODE;

export const PREFACES: readonly Case[] = [
  ...group(
    '3.4 preface',
    [
      [
        'HTTP/1.1 where HTTP/2 was agreed on',
        [Buffer.from('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')],
        connection(protocol),
      ],
      ['a preface in lower case', [Buffer.from('pri * http/2.0\r\n\r\nsm\r\n\r\n'), S], connection(protocol)],
      [
        'a preface with another last byte',
        [PREFACE.subarray(0, 23), Buffer.from('\r'), S],
        connection(protocol),
      ],
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
    [
      'nothing but a preface and SETTINGS: SETTINGS are acknowledged',
      [],
      { type: 'frame', is: isAck(TYPE.settings) },
    ],
    ['the server has its own SETTINGS', [], { type: 'frame', is: allows(MAX_STREAMS) }],
  ]),
];
