import { describe, expect, test } from 'vitest';
import { loadProtoText } from '../../../test/helpers/proto.ts';
import { seeded, type Random } from '../../../test/fuzz/random.ts';
import { typedMessage } from './typed.ts';

const source = `
  syntax = "proto3";
  package test;
  import "google/protobuf/any.proto";
  import "google/protobuf/duration.proto";
  import "google/protobuf/timestamp.proto";
  enum Colour { RED = 0; GREEN = 1; BLUE = -5; }
  message Inner { string name = 1; int32 number = 2; Inner next = 3; }
  message All {
    double d = 1; float f = 2; int32 i32 = 3; int64 i64 = 4; uint32 u32 = 5; uint64 u64 = 6; sint32 s32 = 7;
    sint64 s64 = 8; fixed32 x32 = 9; fixed64 x64 = 10; sfixed32 sx32 = 11; sfixed64 sx64 = 12; bool b = 13;
    string s = 14; bytes y = 15; Colour c = 16; Inner m = 17; repeated int32 packed = 18;
    repeated int32 loose = 19 [packed = false]; repeated string texts = 20; repeated Inner inners = 21;
    map<string, Inner> by_name = 22; map<int32, string> by_number = 23; repeated double doubles = 24;
    repeated Colour colours = 25; google.protobuf.Timestamp at = 26; google.protobuf.Duration took = 27;
    google.protobuf.Any any = 28; oneof choice { string left = 29; int32 right = 30; } repeated sint64 zigzag = 31;
    repeated fixed32 fixed = 32;
  }
`;
const { root, schema } = loadProtoText(source);
const All = root.lookupType('test.All');

const named = (name: string): { name: string; scope: null } => ({ name, scope: null });

function encode(value: Record<string, unknown>): Uint8Array {
  return All.encode(All.fromObject(value)).finish();
}

function decode(bytes: Uint8Array): unknown {
  const typed = typedMessage(bytes, named('test.All'), schema);
  expect(typed?.error).toBeNull();
  return typed?.json;
}

test('every scalar type, at its limits', () => {
  const value = {
    d: 0.1,
    f: Math.fround(0.1),
    i32: -2147483648,
    i64: '-9223372036854775808',
    u32: 4294967295,
    u64: '18446744073709551615',
    s32: -2147483648,
    s64: '9223372036854775807',
    x32: 4294967295,
    x64: '18446744073709551615',
    sx32: -1,
    sx64: '-9223372036854775808',
    b: true,
    s: 'grüße 😀',
    y: Buffer.from('00ff', 'hex').toString('base64'),
    c: 'BLUE',
  };
  expect(decode(encode(value))).toEqual({ ...value, f: 0.1 });
  expect(decode(encode({ i64: 5, u64: 2 ** 53 - 1, d: -0.5, f: 1e30 }))).toEqual({
    i64: 5,
    u64: 2 ** 53 - 1,
    d: -0.5,
    f: 1e30,
  });
  expect(decode(encode({ d: NaN, f: -Infinity }))).toEqual({ d: 'NaN', f: '-Infinity' });
});

test('lists packed and not, maps, messages, enums, a choice', () => {
  const value = {
    m: { name: 'a', number: -1, next: { name: 'b' } },
    packed: [1, -2, 300],
    loose: [4, 5],
    texts: ['', 'x'],
    inners: [{ name: 'p' }, {}],
    by_name: { k: { number: 7 }, __proto: { name: 'q' } },
    by_number: { '-1': 'minus', '5': 'five' },
    doubles: [0.5, -1e100],
    colours: ['GREEN', 'BLUE', 'RED'],
    zigzag: [-1, 1],
    fixed: [1, 4294967295],
    right: 3,
  };
  expect(decode(encode(value))).toEqual(value);
});

test('well-known types have the form that they have in JSON', () => {
  const inner = root.lookupType('test.Inner').encode({ name: 'inside' }).finish();
  const bytes = encode({
    at: { seconds: 1767323045, nanos: 678000000 },
    took: { seconds: -1, nanos: -500000000 },
    any: { type_url: 'type.googleapis.com/test.Inner', value: inner },
  });
  expect(decode(bytes)).toEqual({
    at: '2026-01-02T03:04:05.678Z',
    took: '-1.5s',
    any: { '@type': 'type.googleapis.com/test.Inner', name: 'inside' },
  });
  const unknown = encode({ any: { type_url: 'x/y.Z', value: Buffer.from('ab') } });
  expect(decode(unknown)).toEqual({ any: { '@type': 'x/y.Z', value: 'YWI=' } });
});

test('parts of a message are merged, of other fields the last counts, unknown ones keep their numbers', () => {
  const bytes = Buffer.concat([
    encode({ m: { name: 'a' } }),
    encode({ m: { number: 2 } }),
    encode({ i32: 1 }),
    encode({ i32: 2 }),
  ]);
  expect(decode(bytes)).toEqual({ m: { name: 'a', number: 2 }, i32: 2 });
  const strange = Buffer.from('ca3e0568656c6c6f', 'hex');
  expect(decode(strange)).toEqual({ '1001': 'hello' });
});

test('what does not fit its type is told and kept as a guess', () => {
  const typed = typedMessage(Buffer.from('1a03616263', 'hex'), named('test.All'), schema);
  expect(typed).toEqual({
    name: 'test.All',
    json: { '3': 'abc' },
    error: { offset: 0, reason: 'i32 is bytes on the wire, which its type is not' },
  });
  expect(typedMessage(Buffer.alloc(0), named('test.None'), schema)).toBeNull();
});

describe('random messages', () => {
  const scalar = (random: Random): number => random.int(2 ** 31) - 2 ** 30;
  const inner = (random: Random, depth: number): Record<string, unknown> => ({
    ...(random.oneIn(2) && { name: random.pick(['a', 'ü', 'x'.repeat(200)]) }),
    ...(random.oneIn(2) && { number: scalar(random) || 1 }),
    ...(depth < 5 && random.oneIn(2) && { next: inner(random, depth + 1) }),
  });

  test('are read as protobufjs wrote them', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const random = seeded(seed);
      const value = {
        i32: scalar(random) || 1,
        s64: scalar(random) || 1,
        d: random.int(1e6) / 64 + 1,
        s: random.pick(['a', '\0', '😀']),
        m: inner(random, 0),
        packed: Array.from({ length: 1 + random.int(20) }, () => scalar(random)),
        inners: Array.from({ length: 1 + random.int(3) }, () => inner(random, 0)),
        by_name: { [random.pick(['a', 'b', ''])]: inner(random, 0) },
      };
      expect(decode(encode(value)), String(seed)).toEqual(value);
    }
  });
});

test('protobufjs reads what we say we have read', () => {
  const bytes = encode({ i32: -7, texts: ['a', 'b'] });
  expect(All.toObject(All.decode(bytes))).toEqual(decode(bytes));
});
