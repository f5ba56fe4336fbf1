import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { baselineText, readBaseline, type Baseline } from './baseline.ts';
import { SchemaCollector } from './sections/schema.ts';
import { shapeOf } from './shape.ts';

const responseTo = (path: string, port = 80, host = 'api.test'): Flow =>
  capturedFlow({ target: { host, port }, request: { head: [`GET ${path} HTTP/1.1`] } });
const collected = (
  responses: readonly (readonly [Flow, unknown])[],
  baseline?: Baseline,
): SchemaCollector => {
  const schemas = new SchemaCollector(baseline);
  for (const [flow, value] of responses) schemas.add({ flow, side: 'response', schema: shapeOf(value) });
  return schemas;
};
const reread = (baseline: Baseline): Baseline => readBaseline(JSON.parse(baselineText(baseline)));
const changes = (schemas: SchemaCollector): readonly string[] =>
  schemas
    .result(Infinity)
    .endpoints.flatMap((endpoint) =>
      endpoint.changes.map(({ path, before, after }) => `${path} ${before} ${after}`),
    );

test('the order of the traffic does not change the text', () => {
  const [one, other] = [
    [responseTo('/b/1'), { y: [1], x: { b: null, a: 'a' } }],
    [responseTo('/a'), [{ id: 1.5 }]],
  ] as const;
  const text = baselineText(collected([one, other]).baseline);
  expect(baselineText(collected([other, [one[0], { x: { a: 'b', b: null }, y: [2] }]]).baseline)).toBe(text);
  expect(baselineText(reread(collected([one, other]).baseline))).toBe(text);
  expect(JSON.parse(text)).toMatchObject({
    format: 'schema baseline',
    version: 2,
    endpoints: {
      'GET api.test/a 200': {
        type: 'array',
        items: { properties: { id: { type: 'number' } }, required: ['id'] },
      },
    },
  });
});

test('an unchanged endpoint has no changes, whatever other traffic there is', () => {
  const baseline = reread(collected([[responseTo('/a'), { id: 1, tags: [], note: null }]]).baseline);
  const same = collected(
    [
      [responseTo('/a'), { id: 2, tags: ['x'], note: 'n' }],
      [responseTo('/new'), { x: 1 }],
    ],
    baseline,
  );
  expect(changes(same)).toEqual([]);
  expect(same.unexpected).toBe(1);
  expect(changes(collected([[responseTo('/a'), { id: '2', tags: [] }]], baseline))).toEqual([
    '$.id integer string',
  ]);
});

test('an endpoint with several known shapes may return these, and no other', () => {
  const first = collected([
    [responseTo('/a'), { ok: true }],
    [responseTo('/a'), { error: 'e' }],
  ]);
  expect(changes(first)).toEqual(['$.ok boolean null', '$.error null string']);
  const baseline = reread(first.baseline);
  expect(
    changes(
      collected(
        [
          [responseTo('/a'), { error: 'f' }],
          [responseTo('/a'), { ok: false }],
        ],
        baseline,
      ),
    ),
  ).toEqual([]);
  expect(changes(collected([[responseTo('/a'), { error: 1 }]], baseline))).toEqual([
    '$.error string integer',
  ]);
});

test('local servers on random ports count as one, those on fixed ports separately', () => {
  const baseline = collected([
    [responseTo('/a', 45_001, '127.0.0.1'), { id: 1 }],
    [responseTo('/a', 3000, 'localhost'), { name: 'n' }],
    [responseTo('/a', 45_001, 'api.test'), { far: 1 }],
  ]).baseline;
  expect([...baseline.keys()]).toEqual([
    'GET 127.0.0.1/a 200',
    'GET localhost:3000/a 200',
    'GET api.test:45001/a 200',
  ]);
  expect(changes(collected([[responseTo('/a', 51_234, '127.0.0.1'), { id: 'x' }]], baseline))).toEqual([
    '$.id integer string',
  ]);
  expect(collected([[responseTo('/a', 3001, 'localhost'), {}]], baseline).unexpected).toBe(1);
});

test('names of built-in properties, and deep nesting, survive a round trip', () => {
  const odd = JSON.parse('{"__proto__":{"constructor":1},"a b":[{"":true}]}') as unknown;
  const deep = JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`) as unknown;
  const made = collected([
    [responseTo('/odd'), odd],
    [responseTo('/deep'), deep],
  ]).baseline;
  const restored = reread(made);
  expect(baselineText(restored)).toBe(baselineText(made));
  expect(
    changes(
      collected(
        [
          [responseTo('/odd'), odd],
          [responseTo('/deep'), deep],
        ],
        restored,
      ),
    ),
  ).toEqual([]);
});

describe('an invalid baseline is rejected with the location', () => {
  const wrong = (endpoints: unknown): unknown => ({ format: 'schema baseline', version: 2, endpoints });
  const deep = `${'{"items":'.repeat(5000)}{}${'}'.repeat(5000)}`;
  test.each<[unknown, string]>([
    [[], 'the file must be an object, not a list'],
    [{}, 'format must be "schema baseline"'],
    [{ format: 'schema baseline', version: 3, endpoints: {} }, 'version is 3; only 1 and 2 are supported'],
    [wrong(null), 'endpoints must be an object, not null'],
    [wrong({ a: [] }), 'endpoints["a"] must be an object, not a list'],
    [wrong({ a: 1 }), 'endpoints["a"] must be an object, not 1'],
    [
      wrong({ a: { properties: {}, required: ['x'] } }),
      'endpoints["a"].required must be a list of properties, not "x"',
    ],
    [wrong({ a: { type: 'strng' } }), 'endpoints["a"].type must be object, array'],
    [
      wrong({ a: { properties: { b: { items: [] } } } }),
      'endpoints["a"].properties["b"].items must be an object, not a list',
    ],
    [wrong({ a: { typ: 'string' } }), 'endpoints["a"] has an unknown field "typ"'],
    [wrong({ a: { nullable: false } }), 'endpoints["a"].nullable must be true'],
    [wrong({ a: JSON.parse(deep) as unknown }), 'is nested too deeply'],
  ])('%#: %s', (value, message) => {
    expect(() => readBaseline(value)).toThrow(message);
  });
});

test('a baseline of version 1 is read: what any of its shapes lacks is optional', () => {
  const schemas = [
    { type: 'object', properties: { id: { type: 'integer' }, a: { type: 'string' } } },
    { type: 'object', properties: { id: { type: 'integer' } } },
  ];
  const baseline = readBaseline({
    format: 'schema baseline',
    version: 1,
    endpoints: { 'GET api.test/a 200': schemas },
  });
  expect(changes(collected([[responseTo('/a'), { id: 1 }]], baseline))).toEqual([]);
  expect(changes(collected([[responseTo('/a'), { a: 'x' }]], baseline))).toEqual(['$.id integer null']);
});

test('a parameter of the baseline matches, though a later run has few values of it', () => {
  const slugs = [
    'how-to-bake-bread',
    'ten-ways-to-rest',
    'the-old-house-2',
    'red-shoe-for-men',
    'blue-hat-for-all',
  ];
  const baseline = reread(
    collected(slugs.map((slug) => [responseTo(`/posts/${slug}`), { id: 1 }] as const)).baseline,
  );
  expect([...baseline.keys()]).toEqual(['GET api.test/posts/{postId} 200']);
  const later = collected([[responseTo('/posts/a-new-one'), { id: '1' }]], baseline);
  expect(later.unexpected).toBe(0);
  expect(changes(later)).toEqual(['$.id integer string']);
});

test('a baseline holds names and types, and no value', () => {
  const token = ['ghp', 'k3J9sLq0ZxT7vB2nM5cW8yR1aP4dF6gH0uEi'].join('_');
  const text = baselineText(
    collected([
      [
        responseTo(`/hook/${token}?token=${token}`),
        { token, byToken: { [token]: { n: 42_424_242 } }, note: 'a note' },
      ],
    ]).baseline,
  );
  for (const value of [token, '42424242', 'a note', 'example"']) expect(text).not.toContain(value);
});
