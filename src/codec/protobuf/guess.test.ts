import { expect, test } from 'vitest';
import { loadProtoText } from '../../../test/helpers/proto.ts';
import { guessedJson, guessMessage } from './guess.ts';

const { root } = loadProtoText(`
  syntax = "proto3";
  message M {
    string text = 1; int32 number = 2; M inner = 3; repeated int32 packed = 4; bytes raw = 5; float f = 6;
    double d = 7; sint32 zigzag = 8; repeated string texts = 9; bool yes = 10; uint64 big = 11; repeated float floats = 12;
    sfixed32 whole = 13;
  }
`);
const M = root.lookupType('M');
const json = (value: object): unknown =>
  guessedJson(guessMessage(M.encode(M.fromObject(value)).finish()).fields);

test.each([
  [{ text: 'hello' }, { 1: 'hello' }],
  [{ text: 'two\nlines\tand a tab' }, { 1: 'two\nlines\tand a tab' }],
  [{ text: 'grüße 😀' }, { 1: 'grüße 😀' }],
  [{ number: -5 }, { 2: -5 }],
  [{ big: '18446744073709551615' }, { 11: -1 }],
  [{ big: '9007199254740993' }, { 11: '9007199254740993' }],
  [{ inner: { text: 'a', inner: { number: 1 } } }, { 3: { 1: 'a', 3: { 2: 1 } } }],
  [{ inner: { text: 'nine char' } }, { 3: { 1: 'nine char' } }],
  [{ inner: {} }, { 3: '' }],
  [{ packed: [1, 2, 300, 70000] }, { 4: [1, 2, 300, 70000] }],
  [{ raw: Buffer.from('ff00fe80', 'hex') }, { 5: '/wD+gA==' }],
  [
    { f: 0.1, d: -2.5 },
    { 6: 0.1, 7: -2.5 },
  ],
  [{ texts: ['a', 'b'] }, { 9: ['a', 'b'] }],
  [{ yes: true }, { 10: 1 }],
  [{ whole: -3 }, { 13: -3 }],
])('%j is guessed as %j', (value, expected) => {
  expect(json(value)).toEqual(expected);
});

test('other readings stand beside the guess', () => {
  const alternatives = (value: object): readonly string[] =>
    guessMessage(M.encode(M.fromObject(value)).finish()).fields[0]!.alternatives;
  expect(alternatives({ zigzag: -1 })).toEqual(['sint64 -1', 'bool true']);
  expect(alternatives({ big: '18446744073709551615' })).toEqual([
    'sint64 -9223372036854775808',
    'uint64 18446744073709551615',
  ]);
  expect(alternatives({ f: 1 })).toEqual(['fixed32 1065353216']);
  expect(alternatives({ whole: -3 })).toEqual(['float NaN', 'fixed32 4294967293']);
  expect(alternatives({ floats: [0.5, 100.25] })).toEqual([
    'packed double 53876078018560',
    'packed float 0.5 100.25',
    'bytes AAAAPwCAyEI=',
  ]);
  expect(alternatives({ inner: { text: 'nine char' } })).toEqual(['string "\\n\\tnine char"']);
});

test('messages inside each other, deeper than is looked, stay bytes; time stays linear', () => {
  let bytes = Buffer.from('0801', 'hex');
  for (let depth = 0; depth < 2000; depth += 1) {
    const length =
      bytes.length < 128
        ? Buffer.of(bytes.length)
        : Buffer.of((bytes.length & 0x7f) | 0x80, bytes.length >> 7);
    bytes = Buffer.concat([Buffer.of(0x1a), length, bytes]);
  }
  const { fields, error } = guessMessage(bytes);
  expect(error).toBeNull();
  let depth = 0;
  for (let field = fields[0]; field !== undefined; field = field.fields[0]) depth += 1;
  expect(depth).toBe(25);
});
