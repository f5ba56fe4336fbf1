import { describe, expect, test } from 'vitest';
import { readMsgpack } from './msgpack.ts';
import type { TreeNode } from './tree.ts';

function values(hex: string): (readonly [string, string | null])[] {
  return readMsgpack(Buffer.from(hex.replaceAll(' ', ''), 'hex')).nodes.map(({ kind, value }) => [
    kind,
    value,
  ]);
}

describe('every format of the specification', () => {
  test.each([
    ['00', 'positive fixint', '0'],
    ['7f', 'positive fixint', '127'],
    ['e0', 'negative fixint', '-32'],
    ['ff', 'negative fixint', '-1'],
    ['c0', 'nil', 'nil'],
    ['c2', 'false', 'false'],
    ['c3', 'true', 'true'],
    ['c402beef', 'bin 8', 'beef'],
    ['c50001aa', 'bin 16', 'aa'],
    ['c600000001aa', 'bin 32', 'aa'],
    ['c70105ff', 'ext 8', 'ff'],
    ['c8000105ff', 'ext 16', 'ff'],
    ['c90000000105ff', 'ext 32', 'ff'],
    ['ca3fc00000', 'float 32', '1.5'],
    ['ca3dcccccd', 'float 32', '0.1'],
    ['cb3ff8000000000000', 'float 64', '1.5'],
    ['cb8000000000000000', 'float 64', '-0'],
    ['cb7ff8000000000000', 'float 64', 'NaN'],
    ['ccff', 'uint 8', '255'],
    ['cdffff', 'uint 16', '65535'],
    ['ceffffffff', 'uint 32', '4294967295'],
    ['cfffffffffffffffff', 'uint 64', '18446744073709551615'],
    ['d080', 'int 8', '-128'],
    ['d18000', 'int 16', '-32768'],
    ['d280000000', 'int 32', '-2147483648'],
    ['d38000000000000000', 'int 64', '-9223372036854775808'],
    ['d40501', 'fixext 1', '01'],
    ['d5050102', 'fixext 2', '0102'],
    ['d60501020304', 'fixext 4', '01020304'],
    ['d7050102030405060708', 'fixext 8', '0102030405060708'],
    ['d80500112233445566778899aabbccddeeff', 'fixext 16', '00112233445566778899aabbccddeeff'],
    ['a3616263', 'fixstr', 'abc'],
    ['d903616263', 'str 8', 'abc'],
    ['da0003616263', 'str 16', 'abc'],
    ['db00000003616263', 'str 32', 'abc'],
    ['92c0c3', 'fixarray', '2 values'],
    ['dc0002c0c3', 'array 16', '2 values'],
    ['dd00000002c0c3', 'array 32', '2 values'],
    ['81a16101', 'fixmap', '1 pairs'],
    ['de0001a16101', 'map 16', '1 pairs'],
    ['df00000001a16101', 'map 32', '1 pairs'],
    ['d6ff00000000', 'timestamp 32', '1970-01-01T00:00:00Z'],
    ['d6ffffffffff', 'timestamp 32', '2106-02-07T06:28:15Z'],
    ['d7ffa1a5d600695735a5', 'timestamp 64', '2026-01-02T03:04:05.678Z'],
    ['c70cff00000001ffffffffffffffff', 'timestamp 96', '1969-12-31T23:59:59.000000001Z'],
    ['c70cff000000007fffffffffffffff', 'timestamp 96', '9223372036854775807 s and 0 ns'],
  ])('%s is %s %s', (hex, kind, value) => {
    expect(values(hex)).toEqual([[kind, value]]);
    expect(readMsgpack(Buffer.from(hex, 'hex')).error).toBeNull();
  });
});

test('a map as the Python encoder writes it', () => {
  const base64 =
    'jKNpbnQBo25lZ/+jYmlnzwAAAQAAAAAApG5iaWfT////AAAAAAChZss/+AAAAAAAAKFzp2dyw7zDn2WhYsQCAP+hbJPAw8KhbYGhYYChdNf/oaXWAGlXNaWheNUFYWIHpXNldmVu';
  const { nodes, error } = readMsgpack(Buffer.from(base64, 'base64'));
  expect(error).toBeNull();
  const [map] = nodes;
  expect(map!.children.map(({ label, value }) => [label, value])).toEqual([
    ['int', '1'],
    ['neg', '-1'],
    ['big', '1099511627776'],
    ['nbig', '-1099511627776'],
    ['f', '1.5'],
    ['s', 'grüße'],
    ['b', '00ff'],
    ['l', '3 values'],
    ['m', '1 pairs'],
    ['t', '2026-01-02T03:04:05.678Z'],
    ['x', '6162'],
    ['7', 'seven'],
  ]);
  expect(map!.children.at(-2)!.notes).toEqual(['extension type 5']);
  expect(map!.children.at(-1)!.notes).toEqual(['the key is of the format positive fixint']);
});

test.each([
  ['c1', 0, /0xc1 is never used/],
  ['93c0', 2, /1 bytes should follow, there are 0/],
  ['db ffffffff 61', 5, /4294967295 bytes should follow, there are 1/],
  ['dd ffffffff c0', 6, /1 bytes should follow/],
  ['91'.repeat(100), 65, /more than 64 values inside each other/],
  ['c0'.repeat(20_001), 20_000, /more than 20000 values/],
])('%s is told from byte %i on', (hex, offset, reason) => {
  const { error } = readMsgpack(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  expect(error).toMatchObject({ offset, reason: expect.stringMatching(reason) });
});

test('values know where they stand', () => {
  const { nodes } = readMsgpack(Buffer.from('82a161cd0102a16291c3', 'hex'));
  const flat = (node: TreeNode): unknown[] => [[node.offset, node.size], ...node.children.flatMap(flat)];
  expect(nodes.flatMap(flat)).toEqual([
    [0, 10],
    [3, 3],
    [8, 2],
    [9, 1],
  ]);
});
