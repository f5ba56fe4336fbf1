import { expect, test } from 'vitest';
import { inferSchema } from '../../documents/json-schema.ts';
import { shapeChanges, shapeOf } from './shape.ts';

const changes = (before: unknown, after: unknown): readonly string[] =>
  shapeChanges(shapeOf(inferSchema(before)), shapeOf(inferSchema(after))).map(
    ({ path, before: was, after: is }) => `${path}: ${String(was)} → ${String(is)}`,
  );

test('paths and their types', () => {
  const shape = shapeOf(inferSchema({ a: 1, b: [{ c: 'x' }], 'd e': null, f: [] }));
  expect([...shape]).toEqual([
    ['$', 'object'],
    ['$.a', 'integer'],
    ['$.b', 'array'],
    ['$.b[]', 'object'],
    ['$.b[].c', 'string'],
    ['$["d e"]', 'null'],
    ['$.f', 'array'],
  ]);
});

test.each([
  [{ a: 1 }, { a: 2 }, []],
  [{ a: 1 }, { a: 1.5 }, []],
  [{ a: 1 }, { a: '1' }, ['$.a: integer → string']],
  [{ a: 1 }, { a: null }, []],
  [{ a: { b: 1 } }, { a: null }, []],
  [{ a: null }, { a: { b: 1 } }, []],
  [{ a: [{ b: 1 }] }, { a: [] }, []],
  [{ a: [] }, { a: ['x'] }, []],
  [{ a: 1, b: 2 }, { a: 1 }, ['$.b: integer → null']],
  [{ a: 1 }, { a: 1, b: true }, ['$.b: null → boolean']],
  [{ a: { b: 1 } }, { a: 'x' }, ['$.a: object → string']],
  [[1], { a: 1 }, ['$: array → object']],
  [{ a: 1, ab: 2 }, { a: '1', ab: 2 }, ['$.a: integer → string']],
])('%j becomes %j', (before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});
