// The kinds of changes that `spec diff` knows, each as a pair of descriptions with the level that it has: a schema as a
// body, a property, a parameter and a header, sent and received.
import { expect, test } from 'vitest';
import { compareSpecs, type Level } from '../../src/specs/diff/index.ts';

type Loose = Record<string, unknown>;
type Where =
  | 'request body'
  | 'request property'
  | 'response body'
  | 'response property'
  | 'parameter'
  | 'header';

const json = (schema: unknown): Loose => ({ 'application/json': { schema } });
const inside = (schema: unknown, where: Where): unknown =>
  where.endsWith('property') ? { type: 'object', properties: { a: schema } } : schema;

/** Describes an operation whose only schema is at one place. */
function described(schema: unknown, where: Where): Loose {
  const isRequest = where.startsWith('request');
  return api({
    ...(isRequest && { requestBody: { content: json(inside(schema, where)) } }),
    ...(where === 'parameter' && { parameters: [{ name: 'p', in: 'query', schema }] }),
    responses: {
      200: {
        description: 'x',
        ...(where.startsWith('response') && { content: json(inside(schema, where)) }),
        ...(where === 'header' && { headers: { 'X-H': { schema } } }),
      },
    },
  });
}

function api(operation: Loose, more: Loose = {}): Loose {
  return {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { post: { responses: { 200: { description: 'x' } }, ...operation } } },
    ...more,
  };
}

/** Returns the worst level and the ids of the changes; `none` without any. */
function judged(before: Loose, after: Loose): readonly [Level | 'none', readonly string[]] {
  const { changes, notCompared } = compareSpecs(before, after);
  expect(notCompared).toEqual([]);
  const level = (['error', 'warning', 'info'] as const).find((each) =>
    changes.some((change) => change.level === each),
  );
  return [level ?? 'none', changes.map(({ id }) => id)];
}

type Row = readonly [string, unknown, unknown, Level, Level];

const string = { type: 'string' };
const object = { type: 'object' };
const array = { type: 'array', items: string };
const pet = (kind: string): Loose => ({
  type: 'object',
  title: kind,
  properties: { [kind]: string },
  required: [kind],
});

/** Id, schema before and after, level where it is sent, level where it is received. */
const SCHEMAS: readonly Row[] = [
  ['maximum-set', { type: 'number' }, { type: 'number', maximum: 5 }, 'error', 'info'],
  ['maximum-unset', { type: 'number', maximum: 5 }, { type: 'number' }, 'info', 'error'],
  ['maximum-decreased', { type: 'number', maximum: 5 }, { type: 'number', maximum: 4 }, 'error', 'info'],
  ['maximum-increased', { type: 'number', maximum: 5 }, { type: 'number', maximum: 6 }, 'info', 'error'],
  ['exclusive-maximum-set', { type: 'number' }, { type: 'number', exclusiveMaximum: 5 }, 'error', 'info'],
  [
    'exclusive-maximum-decreased',
    { type: 'number', exclusiveMaximum: 5 },
    { type: 'number', exclusiveMaximum: 4 },
    'error',
    'info',
  ],
  [
    'exclusive-maximum-increased',
    { type: 'number', exclusiveMaximum: 5 },
    { type: 'number', exclusiveMaximum: 6 },
    'info',
    'error',
  ],
  ['minimum-set', { type: 'number' }, { type: 'number', minimum: 5 }, 'error', 'info'],
  ['minimum-unset', { type: 'number', minimum: 5 }, { type: 'number' }, 'info', 'error'],
  ['minimum-increased', { type: 'number', minimum: 5 }, { type: 'number', minimum: 6 }, 'error', 'info'],
  ['minimum-decreased', { type: 'number', minimum: 5 }, { type: 'number', minimum: 4 }, 'info', 'error'],
  ['exclusive-minimum-set', { type: 'number' }, { type: 'number', exclusiveMinimum: 5 }, 'error', 'info'],
  [
    'exclusive-minimum-increased',
    { type: 'number', exclusiveMinimum: 5 },
    { type: 'number', exclusiveMinimum: 6 },
    'error',
    'info',
  ],
  [
    'exclusive-minimum-decreased',
    { type: 'number', exclusiveMinimum: 5 },
    { type: 'number', exclusiveMinimum: 4 },
    'info',
    'error',
  ],
  ['max-length-set', string, { ...string, maxLength: 5 }, 'error', 'info'],
  ['max-length-unset', { ...string, maxLength: 5 }, string, 'info', 'error'],
  ['max-length-decreased', { ...string, maxLength: 5 }, { ...string, maxLength: 4 }, 'error', 'info'],
  ['max-length-increased', { ...string, maxLength: 5 }, { ...string, maxLength: 6 }, 'info', 'error'],
  ['min-length-set', string, { ...string, minLength: 5 }, 'error', 'info'],
  ['min-length-increased', { ...string, minLength: 5 }, { ...string, minLength: 6 }, 'error', 'info'],
  ['min-length-decreased', { ...string, minLength: 5 }, { ...string, minLength: 4 }, 'info', 'error'],
  ['max-items-set', array, { ...array, maxItems: 5 }, 'error', 'info'],
  ['max-items-decreased', { ...array, maxItems: 5 }, { ...array, maxItems: 4 }, 'error', 'info'],
  ['max-items-increased', { ...array, maxItems: 5 }, { ...array, maxItems: 6 }, 'info', 'error'],
  ['min-items-set', array, { ...array, minItems: 5 }, 'error', 'info'],
  ['min-items-unset', { ...array, minItems: 5 }, array, 'info', 'error'],
  ['min-items-increased', { ...array, minItems: 5 }, { ...array, minItems: 6 }, 'error', 'info'],
  ['min-items-decreased', { ...array, minItems: 5 }, { ...array, minItems: 4 }, 'info', 'error'],
  ['max-properties-set', object, { ...object, maxProperties: 5 }, 'error', 'info'],
  [
    'max-properties-increased',
    { ...object, maxProperties: 5 },
    { ...object, maxProperties: 6 },
    'info',
    'error',
  ],
  ['min-properties-set', object, { ...object, minProperties: 5 }, 'error', 'info'],
  [
    'min-properties-decreased',
    { ...object, minProperties: 5 },
    { ...object, minProperties: 4 },
    'info',
    'error',
  ],
  ['multiple-of-set', { type: 'integer' }, { type: 'integer', multipleOf: 5 }, 'error', 'info'],
  ['multiple-of-unset', { type: 'integer', multipleOf: 5 }, { type: 'integer' }, 'info', 'error'],
  [
    'multiple-of-changed',
    { type: 'integer', multipleOf: 10 },
    { type: 'integer', multipleOf: 5 },
    'info',
    'error',
  ],
  [
    'multiple-of-changed',
    { type: 'integer', multipleOf: 5 },
    { type: 'integer', multipleOf: 10 },
    'error',
    'info',
  ],
  [
    'multiple-of-changed',
    { type: 'integer', multipleOf: 5 },
    { type: 'integer', multipleOf: 7 },
    'error',
    'error',
  ],
  ['unique-items-set', array, { ...array, uniqueItems: true }, 'error', 'info'],
  ['unique-items-unset', { ...array, uniqueItems: true }, array, 'info', 'error'],
  ['pattern-added', string, { ...string, pattern: '^a' }, 'error', 'info'],
  ['pattern-removed', { ...string, pattern: '^a' }, string, 'info', 'error'],
  ['pattern-removed', { ...string, pattern: '^a' }, { ...string, pattern: '.*' }, 'info', 'error'],
  ['pattern-changed', { ...string, pattern: '^a' }, { ...string, pattern: '^b' }, 'warning', 'warning'],
  ['type-changed', string, { type: 'boolean' }, 'error', 'error'],
  ['type-generalized', { type: 'integer' }, { type: 'number' }, 'info', 'error'],
  ['type-specialized', { type: 'number' }, { type: 'integer' }, 'error', 'info'],
  ['type-generalized', string, { type: ['string', 'boolean'] }, 'info', 'error'],
  ['type-specialized', { type: ['array', 'boolean'] }, { type: 'array' }, 'error', 'info'],
  ['type-unset', string, {}, 'info', 'error'],
  ['type-set', {}, string, 'error', 'info'],
  ['became-nullable', string, { type: ['string', 'null'] }, 'info', 'error'],
  ['became-nullable', string, { anyOf: [string, { type: 'null' }] }, 'info', 'error'],
  ['became-nullable', string, { ...string, nullable: true }, 'info', 'error'],
  ['became-not-nullable', { ...string, nullable: true }, string, 'error', 'info'],
  ['format-set', string, { ...string, format: 'uuid' }, 'error', 'info'],
  ['format-unset', { ...string, format: 'date' }, string, 'info', 'error'],
  ['format-changed', { ...string, format: 'date' }, { ...string, format: 'date-time' }, 'error', 'error'],
  [
    'format-generalized',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    'info',
    'error',
  ],
  [
    'format-specialized',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    'error',
    'info',
  ],
  ['format-set', string, { ...string, format: 'password' }, 'info', 'info'],
  ['became-enum', string, { ...string, enum: ['a'] }, 'error', 'info'],
  ['enum-dropped', { ...string, enum: ['a'] }, string, 'info', 'error'],
  ['enum-value-added', { ...string, enum: ['a'] }, { ...string, enum: ['a', 'b'] }, 'info', 'warning'],
  ['enum-value-removed', { ...string, enum: ['a', 'b'] }, { ...string, enum: ['a'] }, 'error', 'info'],
  ['enum-value-added', { ...string, const: 'a' }, { ...string, enum: ['a', 'b'] }, 'info', 'warning'],
  [
    'extensible-enum-value-removed',
    { ...string, 'x-extensible-enum': ['a', 'b'] },
    { ...string, 'x-extensible-enum': ['a'] },
    'error',
    'info',
  ],
  ['const-added', string, { ...string, const: 'a' }, 'error', 'info'],
  ['const-removed', { ...string, const: 'a' }, string, 'info', 'error'],
  ['const-changed', { ...string, const: 'a' }, { ...string, const: 'b' }, 'error', 'error'],
  ['default-value-added', string, { ...string, default: 'a' }, 'info', 'info'],
  ['default-value-removed', { ...string, default: 'a' }, string, 'info', 'info'],
  ['default-value-changed', { ...string, default: 'a' }, { ...string, default: 'b' }, 'info', 'info'],
  ['all-of', string, { ...string, allOf: [{ maxLength: 3 }] }, 'error', 'info'],
  ['all-of', { ...string, allOf: [{ maxLength: 3 }] }, string, 'info', 'error'],
  [
    'all-of-added',
    { ...object, not: { required: ['x'] } },
    { ...object, not: { required: ['x'] }, allOf: [{ not: { required: ['y'] } }] },
    'error',
    'info',
  ],
  [
    'one-of-added',
    { oneOf: [pet('a'), pet('b')] },
    { oneOf: [pet('a'), pet('b'), pet('c')] },
    'info',
    'error',
  ],
  [
    'one-of-removed',
    { oneOf: [pet('a'), pet('b'), pet('c')] },
    { oneOf: [pet('a'), pet('b')] },
    'error',
    'info',
  ],
  [
    'any-of-added',
    { anyOf: [pet('a'), pet('b')] },
    { anyOf: [pet('a'), pet('b'), pet('c')] },
    'info',
    'error',
  ],
  [
    'any-of-removed',
    { anyOf: [pet('a'), pet('b'), pet('c')] },
    { anyOf: [pet('a'), pet('b')] },
    'error',
    'info',
  ],
  ['one-of-added', pet('a'), { oneOf: [pet('b'), pet('c')] }, 'error', 'error'],
  ['one-of-added', pet('a'), { oneOf: [pet('a'), pet('c')] }, 'info', 'error'],
  ['one-of-removed', { oneOf: [pet('a'), pet('c')] }, pet('a'), 'error', 'info'],
  ['discriminator-added', object, { ...object, discriminator: { propertyName: 'k' } }, 'info', 'info'],
  ['discriminator-removed', { ...object, discriminator: { propertyName: 'k' } }, object, 'info', 'info'],
  [
    'discriminator-property-name-changed',
    { ...object, discriminator: { propertyName: 'k' } },
    { ...object, discriminator: { propertyName: 'l' } },
    'info',
    'info',
  ],
  ...(
    [
      ['added', {}, { a: '#/a' }],
      ['removed', { a: '#/a' }, {}],
      ['changed', { a: '#/a' }, { a: '#/b' }],
    ] as const
  ).map(([verb, before, after]): Row => [
    `discriminator-mapping-${verb}`,
    { ...object, discriminator: { propertyName: 'k', mapping: before } },
    { ...object, discriminator: { propertyName: 'k', mapping: after } },
    'info',
    'info',
  ]),
  ['not-added', string, { ...string, not: { const: 'a' } }, 'error', 'info'],
  [
    'not-changed',
    { ...string, not: { const: 'b' } },
    { ...string, not: { const: 'a' } },
    'warning',
    'warning',
  ],
  ...['if', 'then', 'else'].flatMap((word): readonly Row[] => [
    [`${word}-added`, object, { ...object, [word]: { required: ['a'] } }, 'error', 'info'],
    [`${word}-removed`, { ...object, [word]: { required: ['a'] } }, object, 'info', 'error'],
  ]),
  ...(
    [
      ['contains', array, { const: 'a' }],
      ['propertyNames', object, { pattern: '^a' }],
      ['unevaluatedItems', array, false],
      ['unevaluatedProperties', object, false],
      ['contentSchema', string, object],
    ] as const
  ).flatMap(([keyword, base, part]): readonly Row[] => {
    const id = keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [
      [`${id}-added`, base, { ...base, [keyword]: part }, 'error', 'info'],
      [`${id}-removed`, { ...base, [keyword]: part }, base, 'info', 'error'],
    ];
  }),
  ...(
    [
      ['patternProperties', 'pattern-property'],
      ['dependentSchemas', 'dependent-schema'],
    ] as const
  ).flatMap(([keyword, id]): readonly Row[] => [
    [`${id}-added`, object, { ...object, [keyword]: { a: string } }, 'error', 'info'],
    [`${id}-removed`, { ...object, [keyword]: { a: string } }, object, 'info', 'error'],
  ]),
  [
    'min-contains-increased',
    { ...array, contains: string, minContains: 1 },
    { ...array, contains: string, minContains: 2 },
    'error',
    'info',
  ],
  [
    'max-contains-increased',
    { ...array, contains: string, maxContains: 1 },
    { ...array, contains: string, maxContains: 2 },
    'info',
    'error',
  ],
  ['dependent-required-added', object, { ...object, dependentRequired: { a: ['b'] } }, 'error', 'info'],
  ['dependent-required-removed', { ...object, dependentRequired: { a: ['b'] } }, object, 'info', 'error'],
  [
    'dependent-required-changed',
    { ...object, dependentRequired: { a: ['b'] } },
    { ...object, dependentRequired: { a: ['c'] } },
    'error',
    'error',
  ],
  [
    'prefix-items-added',
    { type: 'array', prefixItems: [string] },
    { type: 'array', prefixItems: [string, string] },
    'info',
    'error',
  ],
  [
    'prefix-items-removed',
    { type: 'array', prefixItems: [string, string] },
    { type: 'array', prefixItems: [string] },
    'error',
    'info',
  ],
  [
    'content-media-type-changed',
    { ...string, contentMediaType: 'a/b' },
    { ...string, contentMediaType: 'a/c' },
    'error',
    'error',
  ],
  [
    'content-encoding-changed',
    { ...string, contentEncoding: 'base64' },
    { ...string, contentEncoding: 'base32' },
    'error',
    'error',
  ],
  ['additional-properties-refused', object, { ...object, additionalProperties: false }, 'error', 'info'],
  ['additional-properties-allowed', { ...object, additionalProperties: false }, object, 'info', 'warning'],
  [
    'additional-properties-schema-added',
    object,
    { ...object, additionalProperties: string },
    'error',
    'info',
  ],
  [
    'additional-properties-schema-removed',
    { ...object, additionalProperties: string },
    object,
    'info',
    'warning',
  ],
];

const PLACES: readonly (readonly [Where, 'sent' | 'received', string])[] = [
  ['request body', 'sent', 'request-body'],
  ['request property', 'sent', 'request-property'],
  ['response body', 'received', 'response-body'],
  ['response property', 'received', 'response-property'],
];

test.each(SCHEMAS)(
  '%s: as a body and a property, in requests and responses',
  (id, before, after, sent, received) => {
    for (const [where, direction, prefix] of PLACES) {
      const [level, ids] = judged(described(before, where), described(after, where));
      expect([where, level]).toEqual([where, direction === 'sent' ? sent : received]);
      if (!/^all-of$/.test(id)) expect(ids).toContain(`${prefix}-${id}`);
      // The same description is equal to itself, however it is written.
      expect(judged(described(after, where), described(structuredClone(after), where))[0]).toBe('none');
    }
  },
);

const text = SCHEMAS.filter(([id]) => /^(?:m(?:ax|in)|enum|became|default|pattern|const|format)/.test(id));

test.each(text)('%s: as a parameter and a response header', (id, before, after, sent, received) => {
  for (const where of ['parameter', 'header'] as const) {
    const [level, ids] = judged(described(before, where), described(after, where));
    expect([where, level]).toEqual([where, where === 'parameter' ? sent : received]);
    expect(ids).toContain(`${where === 'parameter' ? 'request-parameter' : 'response-header'}-${id}`);
  }
});
