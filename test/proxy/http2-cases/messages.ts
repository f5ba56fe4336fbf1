// Requests: fields, control data, lengths and CONNECT (section 8, RFC 8441).
import { CODE, data, frame, headers, TYPE } from '../../helpers/http2-frames.ts';
import {
  group,
  AUTHORITY,
  bytes,
  malformed,
  answered,
  resets,
  get,
  post,
  request,
  without,
  replaced,
  control,
  type Case,
  type Row,
} from './kit.ts';

const { streamClosed } = CODE;

export const MESSAGES: readonly Case[] = [
  ...group('8.1 messages', [
    ['trailers', [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']])], answered(1)],
    ['trailers without a body', [post(1), headers(1, [['x-sum', '1']])], answered(1)],
    ['trailers without END_STREAM', [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']], 0)], malformed],
    ['trailers with control data', [post(1), data(1, 'x', 0), headers(1, [[':path', '/']])], malformed],
    ['trailers with :status', [post(1), data(1, 'x', 0), headers(1, [[':status', '200']])], malformed],
    [
      'trailers with a name in upper case',
      [post(1), data(1, 'x', 0), headers(1, [['X-Sum', '1']])],
      malformed,
    ],
    [
      'trailers with Connection',
      [post(1), data(1, 'x', 0), headers(1, [['connection', 'close']])],
      malformed,
    ],
    [
      'something behind trailers',
      [post(1), data(1, 'x', 0), headers(1, [['x-sum', '1']]), data(1, 'y')],
      resets(1, streamClosed),
    ],
  ]),
  ...group('8.1.1 content-length', [
    ['that fits', [post(1, ['content-length', '4']), data(1, 'bo', 0), data(1, 'dy')], answered(1)],
    [
      'that fits, with trailers',
      [post(1, ['content-length', '4']), data(1, 'body', 0), headers(1, [['x-sum', '1']])],
      answered(1),
    ],
    [
      'that counts no padding',
      [post(1, ['content-length', '2']), frame(TYPE.data, 9, 1, bytes(2, 97, 98, 0, 0))],
      answered(1),
    ],
    ['5 and no body', [get(1, ['content-length', '5'])], malformed],
    ['more than the body', [post(1, ['content-length', '5']), data(1, 'body')], malformed],
    ['less than the body', [post(1, ['content-length', '3']), data(1, 'body')], malformed],
    ['0 and a body', [post(1, ['content-length', '0']), data(1, 'body')], malformed],
    [
      'more than the body, with trailers',
      [post(1, ['content-length', '5']), data(1, 'body', 0), headers(1, [['x-sum', '1']])],
      malformed,
    ],
    ...['', '-1', '+4', '4.0', '0x4', '4 4', '4,4', '4, 4', 'four', '99999999999999999999999'].map(
      (length): Row => [`"${length}"`, [post(1, ['content-length', length]), data(1, 'body')], malformed],
    ),
    [
      'twice, differing',
      [post(1, ['content-length', '4'], ['content-length', '5']), data(1, 'body')],
      malformed,
    ],
    [
      'twice the same',
      [post(1, ['content-length', '4'], ['content-length', '4']), data(1, 'body')],
      malformed,
    ],
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
    ).map(([what, name]): Row => [
      `a name ${what}`,
      [request([...control('GET', '/'), [name, '1']])],
      malformed,
    ]),
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
    ...[':method', ':scheme', ':path'].map((name): Row => [
      `no ${name}`,
      [request(without(name))],
      malformed,
    ]),
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
    [
      'Host twice',
      [request([...without(':authority'), ['host', AUTHORITY], ['host', AUTHORITY]])],
      malformed,
    ],
    ['Host and no :authority', [request([...without(':authority'), ['host', AUTHORITY]])], answered(1)],
  ]),
  ...group('8.5 CONNECT', [
    ['with :scheme and :path', [request(control('CONNECT', '/'))], malformed],
    [
      'with :path',
      [
        request([
          [':method', 'CONNECT'],
          [':authority', AUTHORITY],
          [':path', '/'],
        ]),
      ],
      malformed,
    ],
    ['without :authority', [request([[':method', 'CONNECT']])], malformed],
    [
      'inside a tunnel',
      [
        headers(
          1,
          [
            [':method', 'CONNECT'],
            [':authority', 'a.test:443'],
          ],
          0,
        ),
      ],
      answered(1, 400),
    ],
  ]),
  ...group('RFC 8441 extended CONNECT', [
    [
      ':protocol of another method',
      [request([...control('GET', '/'), [':protocol', 'websocket']])],
      malformed,
    ],
    [
      ':protocol without :scheme and :path',
      [
        request([
          [':method', 'CONNECT'],
          [':authority', AUTHORITY],
          [':protocol', 'websocket'],
        ]),
      ],
      malformed,
    ],
    [
      ':protocol twice',
      [request([...control('CONNECT', '/'), [':protocol', 'websocket'], [':protocol', 'websocket']])],
      malformed,
    ],
    [
      ':protocol without :path',
      [request([...without(':path', 'CONNECT'), [':protocol', 'websocket']])],
      malformed,
    ],
    [
      'a protocol that nobody knows',
      [headers(1, [...control('CONNECT', '/'), [':protocol', 'carrier-pigeon']], 0)],
      answered(1, 501),
    ],
  ]),
];
