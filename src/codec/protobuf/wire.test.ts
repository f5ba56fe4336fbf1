import { expect, test } from 'vitest';
import { readFields, readVarints } from './wire.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('every wire type, with its place', () => {
  expect(readFields(hex('089601 120568656c6c6f 1d01000000 210200000000000000 2b0801 2c'))).toEqual({
    fields: [
      { type: 'varint', number: 1, offset: 0, value: 150n, end: 3 },
      { type: 'bytes', number: 2, offset: 3, start: 5, end: 10 },
      { type: 'fixed32', number: 3, offset: 10, value: 1, end: 15 },
      { type: 'fixed64', number: 4, offset: 15, value: 2n, end: 24 },
      {
        type: 'group',
        number: 5,
        offset: 24,
        fields: [{ type: 'varint', number: 1, offset: 25, value: 1n, end: 27 }],
        end: 28,
      },
    ],
    error: null,
  });
});

test.each([
  ['0800', 0n],
  ['087f', 127n],
  ['08ffffffffffffffffff01', 2n ** 64n - 1n],
  ['08ffffffffffffffffff7f', 2n ** 64n - 1n],
  ['0880808080808080808001', 2n ** 63n],
  ['08ffffffff0f', 2n ** 32n - 1n],
  ['0880808000', 0n],
  ['0880808080808080808000', 0n],
])('the varint of %s is %s', (bytes, value) => {
  expect(readFields(hex(bytes)).fields).toMatchObject([{ value }]);
});

test.each([
  ['08', 1, 'a number ends too soon'],
  ['08ff', 1, 'a number ends too soon'],
  ['08ffffffffffffffffffff01', 1, 'a number of more than ten bytes'],
  ['0801 1205 61', 4, '5 bytes should follow, there are 1'],
  ['1d0000', 1, '4 bytes should follow, there are 2'],
  ['00', 0, '0 is not a field number'],
  ['8080808010 01', 0, '536870912 is not a field number'],
  ['0e', 0, '6 is no wire type'],
  ['0c', 0, 'group 1 ends without a start'],
  ['0b', 1, 'group 1 does not end'],
  ['0b 14', 1, 'group 2 ends without a start'],
  ['12 ffffffffffffffff7f', 10, '9223372036854775807 bytes should follow, there are 0'],
])('%s is told', (bytes, offset, reason) => {
  expect(readFields(hex(bytes)).error).toEqual({
    offset,
    reason: reason.replace('9223372036854775807', '9223372036854776000'),
  });
});

test('groups inside each other and fields are bounded', () => {
  expect(readFields(Buffer.alloc(1000, 0x0b)).error?.reason).toBe('more than 24 groups inside each other');
  const many = readFields(Buffer.alloc(100_000, '0801', 'hex'));
  expect(many.fields).toHaveLength(20_000);
  expect(many.error).toMatchObject({ offset: 40_000, reason: 'more than 20000 fields' });
});

test('packed numbers', () => {
  expect(readVarints(hex('01 9601 00'), 0, 4, 10)).toEqual([1n, 150n, 0n]);
  expect(readVarints(hex('01 96'), 0, 2, 10)).toBeNull();
  expect(readVarints(hex('0101'), 0, 2, 1)).toBeNull();
});
