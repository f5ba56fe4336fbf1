// Field compression: the examples of RFC 7541 appendix C, and what both sides keep in step.
import { describe, expect, test } from 'vitest';
import { HpackDecoder } from './decoder.ts';
import { HpackEncoder } from './encoder.ts';
import { decodeHuffman } from './huffman.ts';

const LIMIT = 65_536;

function decoded(decoder: HpackDecoder, hex: string) {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return decoder.decode(bytes, 0, bytes.length);
}

/** Returns a copy of the section. */
function encoded(encoder: HpackEncoder, fields: readonly string[]): Buffer {
  const length = encoder.encode(fields.slice(0, 2), fields.slice(2));
  return Buffer.from(encoder.bytes.subarray(0, length));
}

describe('the examples of RFC 7541', () => {
  const custom = ['custom-key', 'custom-value'];
  const get = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];
  const requests = [
    get,
    [...get, 'cache-control', 'no-cache'],
    [
      ':method',
      'GET',
      ':scheme',
      'https',
      ':path',
      '/index.html',
      ':authority',
      'www.example.com',
      ...custom,
    ],
  ];
  test.each([
    [
      'C.3, without Huffman code',
      [
        '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        '8286 84be 5808 6e6f 2d63 6163 6865',
        '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
      ],
    ],
    [
      'C.4, with Huffman code',
      [
        '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
        '8286 84be 5886 a8eb 1064 9cbf',
        '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
      ],
    ],
  ])('%s', (_, sections) => {
    const decoder = new HpackDecoder(LIMIT);
    expect(sections.map((hex) => decoded(decoder, hex)?.fields)).toEqual(requests);
  });

  test('C.2: each representation', () => {
    const decoder = new HpackDecoder(LIMIT);
    expect(
      decoded(decoder, '400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572')?.fields,
    ).toEqual(['custom-key', 'custom-header']);
    expect(decoded(decoder, '040c 2f73 616d 706c 652f 7061 7468')?.fields).toEqual([':path', '/sample/path']);
    expect(decoded(decoder, '1008 7061 7373 776f 7264 0673 6563 7265 74')?.fields).toEqual([
      'password',
      'secret',
    ]);
    expect(decoded(decoder, '82')?.fields).toEqual([':method', 'GET']);
  });

  test('C.6: entries of responses leave a table that is full', () => {
    const decoder = new HpackDecoder(LIMIT);
    expect(
      decoded(
        decoder,
        '3fe1 01 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
      )?.fields,
    ).toEqual([
      ':status',
      '302',
      'cache-control',
      'private',
      'date',
      'Mon, 21 Oct 2013 20:13:21 GMT',
      'location',
      'https://www.example.com',
    ]);
    expect(decoded(decoder, '4883 640e ffc1 c0bf')?.fields.slice(0, 2)).toEqual([':status', '307']);
  });
});

describe('what an encoder sends', () => {
  test('is what a decoder gets, whatever leaves the table', () => {
    const encoder = new HpackEncoder();
    const decoder = new HpackDecoder(LIMIT);
    for (let at = 0; at < 2000; at += 1) {
      const fields = [
        ':method',
        'GET',
        ':path',
        `/${at}`,
        'user-agent',
        'a'.repeat(at % 300),
        `x-${at % 60}`,
        String(at % 13),
        'cookie',
        `s=${at % 3}`,
        'x-long',
        'y'.repeat(700 + (at % 900)),
        'x-high',
        '\x80\xff',
        'x-empty',
        '',
      ];
      if (at % 97 === 0) encoder.resize((at * 37) % 5000);
      const section = encoded(encoder, fields);
      expect(decoder.decode(section, 0, section.length)).toEqual({
        fields,
        violation: null,
        tooLarge: false,
      });
    }
  });

  test('is short when it repeats', () => {
    const encoder = new HpackEncoder();
    const fields = [':method', 'GET', 'user-agent', 'x'.repeat(100), 'accept', '*/*'];
    expect(encoded(encoder, fields).length).toBeGreaterThan(100);
    expect(encoded(encoder, fields).length).toBe(3);
  });

  test.each([
    'authorization',
    'cookie',
    'set-cookie',
    'x-api-key',
    'x-auth-token',
    'x-csrf-token',
    'x-amz-security-token',
  ])('never enters a table when it is secret: %s', (name) => {
    const encoder = new HpackEncoder();
    const first = encoded(encoder, [name, 'value']);
    expect((first[0] ?? 0) & 0xf0).toBe(0x10);
    expect(encoded(encoder, [name, 'value'])).toEqual(first);
  });

  test('announces a smaller table, and then a larger one', () => {
    const encoder = new HpackEncoder();
    const decoder = new HpackDecoder(LIMIT);
    const lengths = [4096, 0, 4096].map((size) => {
      encoder.resize(size);
      const section = encoded(encoder, ['x-a', 'b']);
      expect(decoder.decode(section, 0, section.length)?.fields).toEqual(['x-a', 'b']);
      return encoded(encoder, ['x-a', 'b']).length;
    });
    expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0);
    expect(lengths[2]).toBe(lengths[0]);
  });
});

describe('Huffman code', () => {
  test('of every byte', () => {
    const decoder = new HpackDecoder(LIMIT);
    // `0` to `9`, `a`, `%` and others of all lengths: from RFC 7541 appendix B.
    expect(decoded(decoder, '00 81 1f 01 61')?.fields).toEqual(['a', 'a']);
    expect(decodeHuffman(Buffer.from('fffffffffb', 'hex'), 0, 5)).toBe(null);
  });

  test.each([
    ['the end of the string', 'ffffffff'],
    ['padding of zeros', '18'],
    ['padding of a whole byte', '1fff'],
  ])('is refused with %s', (_, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(decodeHuffman(bytes, 0, bytes.length)).toBe(null);
  });
});

describe('fields that HTTP/2 does not allow', () => {
  const literal = (name: string, value: string): Buffer =>
    Buffer.concat([
      Buffer.from([0, name.length]),
      Buffer.from(name, 'latin1'),
      Buffer.from([value.length]),
      Buffer.from(value, 'latin1'),
    ]);

  test.each([
    ['X-Upper', '1'],
    ['', '1'],
    ['x a', '1'],
    ['x-a', 'a\r\nb'],
    ['x-a', 'a\0'],
    ['x-a', ' a'],
    ['x-a', 'a\t'],
  ])('%j: %j', (name, value) => {
    const bytes = literal(name, value);
    expect(new HpackDecoder(LIMIT).decode(bytes, 0, bytes.length)?.violation).toMatch(/field/);
  });

  test('larger than the limit are not kept, and the table stays in step', () => {
    const decoder = new HpackDecoder(1000);
    const encoder = new HpackEncoder();
    const large = encoded(encoder, ['x-a', 'b'.repeat(900), 'x-b', 'c'.repeat(900)]);
    expect(decoder.decode(large, 0, large.length)).toEqual({ fields: [], violation: null, tooLarge: true });
    const small = encoded(encoder, ['x-a', 'b'.repeat(900)]);
    expect(small.length).toBe(1);
    expect(decoder.decode(small, 0, 1)?.fields).toEqual(['x-a', 'b'.repeat(900)]);
  });
});
