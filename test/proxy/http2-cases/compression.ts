// Field compression (RFC 7541).
import { block, CODE, frame, integer, literal, text, TYPE } from '../../helpers/http2-frames.ts';
import { bytes, connection, answered, hold, section, control, group, type Case } from './kit.ts';

const { protocol, streamClosed, compression } = CODE;

export const COMPRESSED: readonly Case[] = group('RFC 7541 field compression', [
  ['index 0', [section(bytes(0x80))], connection(compression)],
  [
    'an index behind the static table, with an empty dynamic one',
    [section(bytes(0x80 | 62))],
    connection(compression),
  ],
  ['an index far behind', [section(integer(1_000_000, 7, 0x80))], connection(compression)],
  ['an index without end', [section(bytes(0xff, ...Array<number>(20).fill(0xff)))], connection(compression)],
  [
    'an index beyond 2^63',
    [section(bytes(0xff, ...Array<number>(9).fill(0xff), 0x7f))],
    connection(compression),
  ],
  [
    'a name at an index that is not there',
    [section(integer(70, 6, 0x40), text('x'))],
    connection(compression),
  ],
  ['a literal that is cut', [section(bytes(0, 10, 97))], connection(compression)],
  ['a literal without a value', [section(bytes(0), text('x-a'))], connection(compression)],
  [
    'a string of 2^32 bytes',
    [section(bytes(0, 0x7f, 0x81, 0xff, 0xff, 0xff, 0x0f))],
    connection(compression),
  ],
  [
    'a table larger than was agreed on',
    [frame(TYPE.headers, 5, 1, Buffer.concat([integer(4097, 5, 0x20), block(control('GET', '/'))]))],
    connection(compression),
  ],
  [
    'a table of 2^32 bytes',
    [frame(TYPE.headers, 5, 1, Buffer.concat([integer(2 ** 32, 5, 0x20), block(control('GET', '/'))]))],
    connection(compression),
  ],
  ['a new size of the table behind a field', [section(integer(0, 5, 0x20))], connection(compression)],
  [
    'a new size of the table at the beginning',
    [
      frame(
        TYPE.headers,
        5,
        1,
        Buffer.concat([integer(0, 5, 0x20), integer(4096, 5, 0x20), block(control('GET', '/'))]),
      ),
    ],
    answered(1),
  ],
  [
    'Huffman code with the end of the string in it',
    [section(bytes(0, 0x84, 0xff, 0xff, 0xff, 0xff, 1, 97))],
    connection(compression),
  ],
  [
    'Huffman code padded with more than 7 bits',
    [section(bytes(0, 0x82, 0x1f, 0xff, 1, 97))],
    connection(compression),
  ],
  ['Huffman code padded with zeros', [section(bytes(0, 0x81, 0x18, 1, 97))], connection(compression)],
  ['Huffman code', [section(bytes(0, 0x81, 0x1f, 1, 97))], answered(1)],
  [
    'a field that enters the table, and is named by its index',
    [section(literal('x-a', 'b', 0x40), bytes(0x80 | 62))],
    answered(1),
  ],
  ['a field that is never to be indexed', [section(literal('x-a', 'b', 0x10))], answered(1)],
  [
    'a field larger than the table empties it',
    [section(literal('x-a', 'b'.repeat(5000), 0x40), bytes(0x80 | 62))],
    connection(compression),
  ],
  [
    'a field section that is not valid, on a stream that is refused for other reasons',
    [hold(5), frame(TYPE.headers, 5, 3, bytes(0x80))],
    connection(compression, protocol, streamClosed),
  ],
]);

/** Each case has a unique name. */
