import { describe, expect, test } from 'vitest';
import { shapeChanges } from './shape-changes.ts';
import { hasShape, mergedShape, shapeOf, shapeText, type Shape } from './shape.ts';

const seen = (values: readonly unknown[]): Shape => values.map((value) => shapeOf(value)).reduce(mergedShape);
const compared = (before: readonly unknown[], after: readonly unknown[]): readonly string[] =>
  shapeChanges(seen(before), seen(after)).map(
    ({ path, before: was, after: is, isBreaking }) =>
      `${path}: ${String(was)} → ${String(is)}${isBreaking ? '' : ', additive'}`,
  );

test('the shape of a value', () => {
  expect(shapeOf({ a: 1, b: [{ c: 'x' }, { c: 2.5, d: null }], f: [], at: { '2026-11-21': true } })).toEqual({
    type: 'object',
    properties: {
      a: { type: 'integer', example: 1 },
      b: {
        type: 'array',
        items: {
          type: 'object',
          properties: { c: { type: ['number', 'string'], example: 'x' }, d: { nullable: true } },
          required: ['c'],
        },
      },
      f: { type: 'array', items: {} },
      at: {
        type: 'object',
        properties: {},
        required: [],
        additionalProperties: { type: 'boolean', example: true },
      },
    },
    required: ['a', 'at', 'b', 'f'],
  });
});

test('a list has the shape of its elements merged one by one', () => {
  const values = [null, 1, 2.5, 'x', true, [], [1], [null], {}, { a: 1 }, { a: null }, { a: [1] }];
  const more = [
    { a: { b: 1 } },
    { a: 1, c: 'long '.repeat(20) },
    { '2026-11-21': 1 },
    { '2026-11-21': 'x', a: 1 },
  ];
  const all = [...values, ...more];
  for (const one of all)
    for (const other of all)
      for (const third of all) {
        const list = [one, other, third, one];
        expect(shapeOf(list)).toEqual({ type: 'array', items: seen(list) });
        expect(shapeText(shapeOf(list))).toBe(shapeText({ type: 'array', items: seen(list) }));
      }
});

test.each<[unknown, unknown, string[]]>([
  [{ a: 1 }, { a: 2 }, []],
  [{ a: 1 }, { a: 1.5 }, []],
  [{ a: 1 }, { a: '1' }, ['$.a: integer → string']],
  [{ a: 1 }, { a: null }, []],
  [{ a: { b: 1 } }, { a: null }, []],
  [{ a: null }, { a: { b: 1 } }, []],
  [{ a: [{ b: 1 }] }, { a: [] }, []],
  [{ a: [] }, { a: ['x'] }, []],
  [{ a: 1, b: 2 }, { a: 1 }, ['$.b: integer → null']],
  [{ a: 1 }, { a: 1, b: true }, ['$.b: null → boolean, additive']],
  [{ a: { b: 1 } }, { a: 'x' }, ['$.a: object → string']],
  [[1], { a: 1 }, ['$: array → object']],
  [{ a: 1, ab: 2 }, { a: '1', ab: 2 }, ['$.a: integer → string']],
])('%j becomes %j', (before, after, expected) => {
  expect(compared([before], [after])).toEqual(expected);
});

describe('versions of an API', () => {
  test.each<[string, unknown[], unknown[], string[]]>([
    ['another order of fields', [{ id: 1, name: 'a' }], [{ name: 'b', id: 2 }], []],
    ['another order of elements', [{ l: [1, 'a'] }], [{ l: ['b', 2] }], []],
    ['an optional field that is missing', [{ id: 1, nick: 'a' }, { id: 2 }], [{ id: 3 }], []],
    ['a union of which one is seen', [{ v: 1 }, { v: 'a' }], [{ v: 'b' }], []],
    [
      'lists of several kinds',
      [
        [
          { type: 'a', x: 1 },
          { type: 'b', y: 2 },
        ],
      ],
      [[{ type: 'b', y: 3 }]],
      [],
    ],
    [
      'maps with other ids',
      [{ users: { cus_NffrFeUfNV2Hib: { n: 1 } } }],
      [{ users: { cus_9s6XKzkNRiz8i3: { n: 2 } } }],
      [],
    ],
    ['a new field', [{ id: 1 }], [{ id: 1, email: 'x' }], ['$.email: null → string, additive']],
    [
      'a new field of elements',
      [[{ id: 1 }]],
      [[{ id: 1 }, { id: 2, tag: 'x' }]],
      ['$[].tag: null → string, additive'],
    ],
    ['a field that is gone', [{ id: 1, name: 'a' }], [{ id: 1 }], ['$.name: string → null']],
    ['another type', [{ price: 1.5 }], [{ price: '1.5' }], ['$.price: number → string']],
    [
      'another type in a map',
      [{ byId: { '17': { n: 1 } } }],
      [{ byId: { '18': { n: 'x' } } }],
      ['$.byId.*.n: integer → string'],
    ],
    [
      'a list in place of an object',
      [{ data: { id: 1 } }],
      [{ data: [{ id: 1 }] }],
      ['$.data: object → array'],
    ],
    [
      'a renamed field',
      [{ userName: 'a' }],
      [{ user_name: 'a' }],
      ['$.userName: string → null', '$.user_name: null → string, additive'],
    ],
    [
      'an element of another type',
      [{ ids: [1, 2] }],
      [{ ids: [1, 'x'] }],
      ['$.ids[]: integer → integer or string'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compared(before, after)).toEqual(expected);
    expect(compared(before, before)).toEqual([]);
  });
});

test('a change has an example, but none that may be private', () => {
  const changes = shapeChanges(
    shapeOf({}),
    shapeOf({ plan: 'gold', password: 'hunter22', id: 'Zx8kQ2mVb71LpR4tYw9c', mail: 'a@b.test' }),
  );
  expect(changes.map(({ path, example }) => [path, example])).toEqual([
    ['$.plan', '"gold"'],
    ['$.password', null],
    ['$.id', null],
    ['$.mail', null],
  ]);
});

test.each<readonly [string, readonly [unknown, unknown]]>([
  ['a missing field', [{ a: 1, b: 2 }, { a: 1 }]],
  ['one more field', [{ a: 1 }, { a: 1, b: 2 }]],
  ['a null', [{ a: 1 }, { a: null }]],
  ['an integer after a number', [1.5, 1]],
  ['a list that is filled later', [{ a: [] }, { a: [{ b: 1 }] }]],
  ['a list that is empty later', [{ a: [{ b: 1 }] }, { a: [] }]],
  ['a map of ids', [{ '1': { a: 1 } }, { '2': { a: 1, b: 1 } }]],
  ['a field like one of every object', [{ a: 1 }, { a: 1, toString: 'x' }]],
])('the shape of both is the same in any order: %s', (_, [one, other]) => {
  const plain = (shape: Shape): unknown =>
    JSON.parse(JSON.stringify(shape, (name, value: unknown) => (name === 'example' ? undefined : value)));
  const merged = mergedShape(shapeOf(one), shapeOf(other));
  expect(plain(merged)).toEqual(plain(mergedShape(shapeOf(other), shapeOf(one))));
  expect(mergedShape(merged, shapeOf(other))).toEqual(merged);
});

test('a value is said to have the shape of another only when both are equal', { tags: ['full'] }, () => {
  const scalars = [null, 1, 2.5, 'x', true];
  const lists = [[], [1], [2, 3.5], [null], [1, 'x'], [[], [1]], [{ a: 1 }, {}], [{}, { a: 1 }]];
  const objects = [{}, { a: 1 }, { a: 'y' }, { b: 1, a: 1 }, { a: 1, b: 1 }, { a: null }, { a: [{ b: 1 }] }];
  const maps = [{ '2026-11-21': 1 }, { '2026-11-22': 1, a: 1 }, JSON.parse('{"__proto__": 1}') as object];
  const values: readonly unknown[] = [...scalars, ...lists, ...objects, ...maps];
  const all = [...values, ...values.flatMap((a) => values.map((b) => [{ at: a }, { at: b }]))];
  let same = 0;
  for (const value of all) {
    const own = shapeOf(value);
    for (const other of all.map((each) => shapeOf(each)))
      if (hasShape(value, other)) {
        expect(shapeChanges(own, other)).toEqual([]);
        expect(shapeChanges(other, own)).toEqual([]);
        expect(shapeText(other)).toHaveLength(shapeText(own).length);
        same += 1;
      }
  }
  expect(same).toBeGreaterThan(values.length);
});

test('records of one kind have one shape', () => {
  const page = (at: number): object => ({
    page: at,
    items: [1, 2, 3].map((id) => ({
      id,
      name: `name ${id} of ${at}`,
      tags: id === 1 ? ['new'] : [],
      to: { at },
    })),
  });
  expect(hasShape(page(2), shapeOf(page(1)))).toBe(true);
  expect(hasShape({ ...page(2), more: true }, shapeOf(page(1)))).toBe(false);
});
