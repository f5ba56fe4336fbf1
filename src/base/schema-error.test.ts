import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  fieldPath,
  schemaError,
  shownJson,
  type SchemaError,
  type SchemaErrorOptions,
} from './schema-error.ts';

const schema = z.strictObject(
  {
    port: z.number('a port from 0 to 65535'),
    hosts: z.array(z.string('a host name')).default([]),
    body: z
      .union(
        [z.strictObject({ text: z.string('a text') }), z.strictObject({ file: z.string('a path') })],
        'a body',
      )
      .optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'port hosts body' : 'an object') },
);

function errorOf(value: unknown, options: Partial<SchemaErrorOptions> = {}): SchemaError {
  const { error } = schema.safeParse(value, { reportInput: true });
  return schemaError(error!.issues, { kind: 'setting', ...options });
}

test.each<[value: unknown, field: string, message: string]>([
  [{ port: '1' }, 'port', 'port is "1": give a port from 0 to 65535'],
  [{}, 'port', 'port is missing: give a port from 0 to 65535'],
  [{ port: 1, hosts: ['a', 2] }, 'hosts[1]', 'hosts[1] is 2: give a host name'],
  [{ port: 1, prot: 2 }, 'prot', 'prot is not a setting: did you mean port?'],
  [{ port: 1, colour: 2 }, 'colour', 'colour is not a setting: expected one of port, hosts, body'],
  [{ port: 1, 'a b': 2 }, '"a b"', '"a b" is not a setting: expected one of port, hosts, body'],
  [{ port: 1, body: { text: 1 } }, 'body', 'body is {"text":1}: give a body'],
  [{ port: 1, body: 1 }, 'body', 'body is 1: give a body'],
  [[], '', 'it is []: give an object'],
])('%j: %s', (value, field, message) => {
  expect(errorOf(value)).toEqual({ field, message });
});

test('of a union, the alternative that was meant is reported where that is asked for', () => {
  expect(errorOf({ port: 1, body: { text: 1 } }, { intoUnions: true })).toEqual({
    field: 'body.text',
    message: 'body.text is 1: give a text',
  });
  expect(errorOf({ port: 1, body: 1 }, { intoUnions: true }).field).toBe('body');
});

test('options place the value, name the known keys and hide what is secret', () => {
  expect(errorOf({ port: 'hunter2' }, { prefix: ['proxy'], shown: () => 'wrong' })).toEqual({
    field: 'proxy.port',
    message: 'proxy.port is wrong: give a port from 0 to 65535',
  });
  expect(errorOf({ port: 1, x: 2 }, { known: () => ['y'], kind: 'field' }).message).toBe(
    'x is not a field: did you mean y?',
  );
  expect(errorOf({ port: 1, x: 2 }, { hint: () => 'leave it out' }).message).toBe(
    'x is not a setting: leave it out',
  );
});

test.each<[path: readonly PropertyKey[], text: string]>([
  [[], ''],
  [['a', 0, 'b'], 'a[0].b'],
  [['headers', 'Content-Type'], 'headers.Content-Type'],
  [['headers', 'a b'], 'headers."a b"'],
  [['x'.repeat(100)], 'x'.repeat(60)],
])('the path %j reads %s', (path, text) => {
  expect(fieldPath(path)).toBe(text);
});

test('values are shown as JSON, cut', () => {
  expect(shownJson(undefined)).toBe('missing');
  expect(shownJson({ a: [1] })).toBe('{"a":[1]}');
  expect(shownJson('x'.repeat(100))).toBe(`"${'x'.repeat(79)}…`);
});
