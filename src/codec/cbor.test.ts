import { expect, test } from 'vitest';
import { readCbor } from './cbor.ts';

// RFC 8949 appendix A.
test.each([
  ['00', 'unsigned', '0'],
  ['1818', 'unsigned', '24'],
  ['1bffffffffffffffff', 'unsigned', '18446744073709551615'],
  ['3bffffffffffffffff', 'negative', '-18446744073709551616'],
  ['3903e7', 'negative', '-1000'],
  ['c249010000000000000000', 'tag 2, unsigned bignum', '18446744073709551616'],
  ['c349010000000000000000', 'tag 3, negative bignum', '-18446744073709551617'],
  ['f90000', 'float 16', '0'],
  ['f98000', 'float 16', '-0'],
  ['f93c00', 'float 16', '1'],
  ['f97bff', 'float 16', '65504'],
  ['f90001', 'float 16', '5.960464477539063e-8'],
  ['f97c00', 'float 16', 'Infinity'],
  ['fa47c35000', 'float 32', '100000'],
  ['fb3ff199999999999a', 'float 64', '1.1'],
  ['f4', 'boolean', 'false'],
  ['f5', 'boolean', 'true'],
  ['f6', 'null', 'null'],
  ['f7', 'undefined', 'undefined'],
  ['f0', 'simple', '16'],
  ['f8ff', 'simple', '255'],
  ['c11a514b67b0', 'tag 1, epoch time', '2013-03-21T20:04:00.000Z'],
  ['4401020304', 'bytes', '01020304'],
  ['62c3bc', 'text', 'ü'],
  ['83010203', 'array', '3 values'],
  ['a201020304', 'map', '2 pairs'],
  ['5f42010243030405ff', 'bytes in parts', '0102030405'],
  ['7f657374726561646d696e67ff', 'text in parts', 'streaming'],
  ['9fff', 'array', '0 values'],
  ['bf61610161629f0203ffff', 'map', '2 pairs'],
])('%s is %s %s', (hex, kind, value) => {
  const { nodes, error } = readCbor(Buffer.from(hex, 'hex'));
  expect(error).toBeNull();
  expect(nodes.map((node) => [node.kind, node.value])).toEqual([[kind, value]]);
});

test('a map as the Python encoder writes it', () => {
  const base64 =
    'qmNpbnQBY25lZyBjYmlnwklAAAAAAAAAAABkbmJpZ8NJP///////////YWb7P/gAAAAAAABhc2dncsO8w59lYWJCAP9hbIP29fRhdMEaaVc1pQdlc2V2ZW4=';
  const { nodes, error } = readCbor(Buffer.from(base64, 'base64'));
  expect(error).toBeNull();
  expect(nodes[0]!.children.map(({ label, value }) => [label, value])).toEqual([
    ['int', '1'],
    ['neg', '-1'],
    ['big', String(2n ** 70n)],
    ['nbig', String(-(2n ** 70n))],
    ['f', '1.5'],
    ['s', 'grüße'],
    ['b', '00ff'],
    ['l', '3 values'],
    ['t', '2026-01-02T03:04:05.000Z'],
    ['7', 'seven'],
  ]);
});

test.each([
  ['ff', 0, /a break stands where nothing is open/],
  ['1c', 0, /additional information 28 has no meaning/],
  ['1f', 0, /additional information 31 has no meaning/],
  ['5bffffffffffffffff00', 9, /bytes should follow, there are 1/],
  ['9bffffffffffffffff00', 10, /1 bytes should follow, there are 0/],
  ['5f00ff', 3, /a part of bytes is something else/],
  ['81'.repeat(100), 65, /more than 64 values inside each other/],
  ['9f'.repeat(100), 65, /more than 64/],
  ['c1'.repeat(100), 65, /more than 64/],
])('%s is told from byte %i on', (hex, offset, reason) => {
  expect(readCbor(Buffer.from(hex, 'hex')).error).toMatchObject({
    offset,
    reason: expect.stringMatching(reason),
  });
});
