import { expect, test } from 'vitest';
import {
  responseTests,
  testLine,
  valueCode,
  variableLine,
  variableName,
  withLines,
} from './value-scripts.ts';

const BODY = { id: 7, 'a b': 'it\'s "so"\n', list: [{ name: 'Ada' }], none: null };

/** Runs lines with a small `pm`; returns what they set and the names of the tests that passed. */
function run(lines: readonly string[]) {
  const set: Record<string, unknown> = {};
  const passed: string[] = [];
  const expectValue = (value: unknown) => ({
    to: {
      equal: (other: unknown) => expect(value).toBe(other),
      include: Object.assign((part: string) => expect(value).toContain(part), {
        all: { keys: (...keys: string[]) => expect(Object.keys(value as object)).toEqual(keys) },
      }),
      be: {
        an: (type: string) => expect(Array.isArray(value) ? 'array' : typeof value).toBe(type),
        a: (type: string) => expect(typeof value).toBe(type),
      },
    },
  });
  const scope = { set: (name: string, value: unknown) => void (set[name] = value) };
  const pm = {
    environment: scope,
    response: {
      json: () => BODY,
      headers: { get: () => 'application/json; charset=utf-8' },
      to: { have: { status: (status: number) => expect(status).toBe(201) } },
    },
    expect: expectValue,
    test: (name: string, work: () => void) => {
      work();
      passed.push(name);
    },
  };
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval -- the lines are what is tested
  new Function('pm', lines.join('\n'))(pm);
  return { set, passed };
}

test('a value is reached by its path, and named by its last name', () => {
  expect(valueCode('$.list[0].name')).toBe('pm.response.json().list[0].name');
  expect(valueCode('$')).toBe('pm.response.json()');
  expect(['$.list[0].name', '$.list[0]', '$', "$['a b']"].map(variableName)).toEqual([
    'name',
    'list',
    'value',
    'b',
  ]);
  expect(run([variableLine('$.list[0].name', 'environment')]).set).toEqual({ name: 'Ada' });
});

test('tests of values hold for the response they were made from', () => {
  const value = (path: string, kind: string, text: string) =>
    testLine({ path, kind, text, isCut: false } as never);
  expect(
    run([
      value('$.id', 'number', '7'),
      value("$['a b']", 'string', BODY['a b']),
      value('$.none', 'atom', 'null'),
      value('$.list', 'list', ''),
      value('$', 'object', ''),
      testLine({ path: "$['a b']", kind: 'string', text: 'it', isCut: true }),
    ]).passed,
  ).toHaveLength(6);
  expect(() => run([value('$.id', 'number', '8')])).toThrow();
});

test('tests of a whole response hold for it', () => {
  expect(run(responseTests(201, 'application/json; charset=utf-8', BODY)).passed).toEqual([
    'status is 201',
    'type is application/json',
    'body has id, a b, list, none',
  ]);
  expect(responseTests(204, '', null)).toHaveLength(1);
  expect(responseTests(200, 'application/json', [1])).toHaveLength(3);
});

test('lines go to the end of a script', () => {
  expect(withLines('', ['a();'])).toBe('a();\n');
  expect(withLines('a();\n\n', ['b();', 'c();'])).toBe('a();\nb();\nc();\n');
});
