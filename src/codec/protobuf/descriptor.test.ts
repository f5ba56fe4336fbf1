import { expect, test } from 'vitest';
import { loadProtoText } from '../../../test/helpers/proto.ts';
import { seeded } from '../../../test/fuzz/random.ts';
import { addFileDescriptor } from './descriptor.ts';
import { lookUp, ProtoTypes } from './schema.ts';
import { typedMessage } from './typed.ts';

// protoc 3.21 --descriptor_set_out of:
//   syntax = "proto3"; package a.b; message Outer { message In { map<string, K> m = 1; } enum K { Z = 0; O = 1; }
//   repeated In ins = 1; K k = 2; } service S { rpc Do(Outer) returns (stream Outer.In); }
const fromProtoc =
  'Cgd0LnByb3RvEgNhLmIixQEKBU91dGVyEh8KA2lucxgBIAMoCzINLmEuYi5PdXRlci5JblIDaW5zEhoKAWsYAiABKA4yDC5hLmIuT3V0ZXIuS1IBaxpsCgJJbhIiCgFtGAEgAygLMhQuYS5iLk91dGVyLkluLk1FbnRyeVIBbRpCCgZNRW50cnkSEAoDa2V5GAEgASgJUgNrZXkSIgoFdmFsdWUYAiABKA4yDC5hLmIuT3V0ZXIuS1IFdmFsdWU6AjgBIhEKAUsSBQoBWhAAEgUKAU8QATImCgFTEiEKAkRvEgouYS5iLk91dGVyGg0uYS5iLk91dGVyLkluMAFiBnByb3RvMw==';

test('a descriptor as protoc writes it', () => {
  const types = new ProtoTypes();
  expect(addFileDescriptor(Buffer.from(fromProtoc, 'base64'), types)).toBe(true);
  expect([...types.messages.keys()]).toEqual(['a.b.Outer', 'a.b.Outer.In', 'a.b.Outer.In.MEntry']);
  expect([...types.messages.get('a.b.Outer')!.fields.values()]).toEqual([
    {
      number: 1,
      name: 'ins',
      repeated: true,
      of: { type: 'message', named: { name: 'a.b.Outer.In', scope: null } },
    },
    {
      number: 2,
      name: 'k',
      repeated: false,
      of: { type: 'enum', named: { name: 'a.b.Outer.K', scope: null } },
    },
  ]);
  expect(types.messages.get('a.b.Outer.In.MEntry')!.isMapEntry).toBe(true);
  expect([...types.enums.get('a.b.Outer.K')!]).toEqual(
    expect.arrayContaining([
      [0, 'Z'],
      [1, 'O'],
    ]),
  );
  expect(types.methods.get('a.b.S/Do')).toEqual({
    request: { name: 'a.b.Outer', scope: null },
    response: { name: 'a.b.Outer.In', scope: null },
  });
});

test('names that are not in full are looked up from the inside outwards', () => {
  const { schema } = loadProtoText(`
    syntax = "proto3"; package p.q;
    message A { message B { A a = 1; } B b = 1; }
    service S { rpc Do(A) returns (A.B); }
  `);
  const method = schema.method('p.q.S/Do')!;
  expect(lookUp(method.request, (name) => schema.message(name))?.name).toBe('p.q.A');
  expect(lookUp(method.response, (name) => schema.message(name))?.name).toBe('p.q.A.B');
});

test('a spoilt descriptor adds what can be read of it', () => {
  const whole = Buffer.from(fromProtoc, 'base64');
  const all = new ProtoTypes();
  addFileDescriptor(whole, all);
  const seen = new Set<number>();
  for (let seed = 0; seed < 3000; seed += 1) {
    const random = seeded(seed);
    const spoilt = Buffer.from(whole.subarray(0, whole.length - random.int(5) * random.int(20)));
    for (let left = random.int(4); left > 0; left -= 1) spoilt[random.int(spoilt.length)] = random.int(256);
    const types = new ProtoTypes();
    addFileDescriptor(spoilt, types);
    for (const name of types.messages.keys()) typedMessage(whole, { name, scope: null }, types);
    expect(types.messages.size).toBeLessThanOrEqual(all.messages.size);
    seen.add(types.messages.size);
  }
  // Some lost every message, some only a part, and some none.
  expect(Math.min(...seen)).toBe(0);
  expect(Math.max(...seen)).toBe(all.messages.size);
  expect(seen.size).toBeGreaterThan(2);
});

test.each(['', 'ff', '22020a', '220408011200'])('bytes that are no descriptor (%s) add nothing', (hex) => {
  const types = new ProtoTypes();
  addFileDescriptor(Buffer.from(hex, 'hex'), types);
  expect(types.messages.size + types.enums.size + types.methods.size).toBe(0);
});
