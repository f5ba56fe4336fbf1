// The kinds of changes that `spec diff` knows, each as a pair of descriptions with the level that it has: a schema as a
// body, a property, a parameter and a header, sent and received.
import { expect, test } from 'vitest';
import { compareSpecs, type Level } from './index.ts';

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

const FUTURE = '2999-01-01';
const PAST = '2001-01-01';
const parameter = (more: Loose = {}): Loose => ({ name: 'p', in: 'query', schema: string, ...more });
const withParameter = (more: Loose = {}): Loose => api({ parameters: [parameter(more)] });
const body = (more: Loose = {}): Loose => api({ requestBody: { content: json(string), ...more } });
const answer = (more: Loose = {}): Loose => api({ responses: { 200: { description: 'x', ...more } } });
const secured = (security: unknown, more: Loose = {}): Loose => api({ security }, more);
const without = (): Loose => api({});
const noPaths: Loose = { ...api({}), paths: {} };
const hook = (more: Loose = {}): Loose => ({
  ...noPaths,
  webhooks: { made: { post: { responses: {}, ...more } } },
});
const callback = (more: Loose | null): Loose =>
  api({
    callbacks: more === null ? {} : { done: { '{$request.query.u}': { post: { responses: {}, ...more } } } },
  });
const schemes = (scheme: Loose): Loose => api({}, { components: { securitySchemes: { s: scheme } } });
const flow = (more: Loose): Loose =>
  schemes({
    type: 'oauth2',
    flows: { implicit: { authorizationUrl: 'https://a.test', scopes: { r: 'read' }, ...more } },
  });

/** Id, descriptions before and after, level. */
const DOCUMENTS: readonly (readonly [string, Loose, Loose, Level | 'none'])[] = [
  ['endpoint-added', noPaths, without(), 'info'],
  ['api-removed', without(), noPaths, 'error'],
  ['api-removed', api({ deprecated: true }), noPaths, 'error'],
  ['api-removed-with-deprecation', api({ deprecated: true, 'x-sunset': PAST }), noPaths, 'info'],
  ['api-removed-before-sunset', api({ deprecated: true, 'x-sunset': FUTURE }), noPaths, 'error'],
  ['api-removed-sunset-invalid', api({ deprecated: true, 'x-sunset': 'soon' }), noPaths, 'error'],
  ['endpoint-deprecated', without(), api({ deprecated: true }), 'info'],
  ['endpoint-deprecated-with-sunset', without(), api({ deprecated: true, 'x-sunset': FUTURE }), 'info'],
  ['endpoint-sunset-invalid', without(), api({ deprecated: true, 'x-sunset': 'soon' }), 'error'],
  ['endpoint-sunset-date-passed', without(), api({ deprecated: true, 'x-sunset': PAST }), 'error'],
  [
    'endpoint-sunset-deleted',
    api({ deprecated: true, 'x-sunset': FUTURE }),
    api({ deprecated: true }),
    'error',
  ],
  [
    'endpoint-sunset-date-earlier',
    api({ deprecated: true, 'x-sunset': FUTURE }),
    api({ deprecated: true, 'x-sunset': '2998-01-01' }),
    'error',
  ],
  ['endpoint-reactivated', api({ deprecated: true }), without(), 'info'],
  ['endpoint-stability-decreased', without(), api({ 'x-stability-level': 'beta' }), 'error'],
  [
    'endpoint-stability-increased',
    api({ 'x-stability-level': 'alpha' }),
    api({ 'x-stability-level': 'beta' }),
    'info',
  ],
  ['endpoint-stability-invalid', without(), api({ 'x-stability-level': 'soon' }), 'error'],
  ['api-operation-id-added', without(), api({ operationId: 'a' }), 'info'],
  ['api-operation-id-removed', api({ operationId: 'a' }), api({ operationId: 'b' }), 'info'],
  ['api-tag-added', without(), api({ tags: ['a'] }), 'info'],
  ['api-tag-removed', api({ tags: ['a'] }), without(), 'info'],
  ['new-required-request-parameter', without(), withParameter({ required: true }), 'error'],
  ['new-optional-request-parameter', without(), withParameter(), 'info'],
  ['request-parameter-removed', withParameter(), without(), 'warning'],
  ['request-parameter-removed', withParameter({ required: true }), without(), 'error'],
  [
    'request-parameter-removed-with-deprecation',
    withParameter({ deprecated: true, 'x-sunset': PAST }),
    without(),
    'info',
  ],
  [
    'request-parameter-removed-before-sunset',
    withParameter({ deprecated: true, 'x-sunset': FUTURE }),
    without(),
    'error',
  ],
  [
    'request-parameter-removed-sunset-invalid',
    withParameter({ deprecated: true, 'x-sunset': 'x' }),
    without(),
    'error',
  ],
  ['request-parameter-became-required', withParameter(), withParameter({ required: true }), 'error'],
  ['request-parameter-became-optional', withParameter({ required: true }), withParameter(), 'info'],
  ['request-parameter-deprecated', withParameter(), withParameter({ deprecated: true }), 'info'],
  ['request-parameter-reactivated', withParameter({ deprecated: true }), withParameter(), 'info'],
  [
    'request-parameter-sunset-deleted',
    withParameter({ deprecated: true, 'x-sunset': FUTURE }),
    withParameter({ deprecated: true }),
    'error',
  ],
  [
    'request-parameter-style-changed',
    withParameter({ schema: array }),
    withParameter({ schema: array, explode: false }),
    'error',
  ],
  ['', withParameter(), withParameter({ explode: false }), 'none'],
  [
    'request-parameter-allow-reserved-changed',
    withParameter({ allowReserved: true }),
    withParameter(),
    'error',
  ],
  [
    'request-parameter-content-changed',
    withParameter(),
    withParameter({ schema: undefined, content: json(string) }),
    'error',
  ],
  ['request-parameter-type-generalized', withParameter(), withParameter({ schema: array }), 'info'],
  [
    'request-parameter-type-generalized',
    withParameter({ schema: { type: 'integer' } }),
    withParameter(),
    'info',
  ],
  [
    'request-parameter-type-specialized',
    withParameter(),
    withParameter({ schema: { type: 'integer' } }),
    'error',
  ],
  [
    '',
    api({ parameters: [{ name: 'X-A', in: 'header' }] }),
    api({ parameters: [{ name: 'x-a', in: 'header' }] }),
    'none',
  ],
  ['added-required-request-body', without(), body({ required: true }), 'error'],
  ['added-optional-request-body', without(), body(), 'info'],
  ['request-body-removed', body(), without(), 'error'],
  ['request-body-became-required', body(), body({ required: true }), 'error'],
  ['request-body-became-optional', body({ required: true }), body(), 'info'],
  ['request-media-type-added', body(), body({ content: { ...json(string), 'a/b': {} } }), 'info'],
  ['request-media-type-removed', body({ content: { ...json(string), 'a/b': {} } }), body(), 'error'],
  [
    'request-media-type-name-generalized',
    body(),
    body({ content: { 'application/*': { schema: string } } }),
    'info',
  ],
  ['request-media-type-name-specialized', body({ content: { '*/*': { schema: string } } }), body(), 'error'],
  ['request-body-media-type-schema-added', body({ content: { 'application/json': {} } }), body(), 'error'],
  ['request-body-media-type-schema-removed', body(), body({ content: { 'application/json': {} } }), 'info'],
  [
    'request-body-media-type-item-schema-added',
    body({ content: { 'a/b': {} } }),
    body({ content: { 'a/b': { itemSchema: string } } }),
    'error',
  ],
  [
    'request-property-type-generalized',
    body({ content: { 'multipart/form-data': { schema: { properties: { a: { type: 'integer' } } } } } }),
    body({ content: { 'multipart/form-data': { schema: { properties: { a: string } } } } }),
    'info',
  ],
  [
    'request-body-xml-changed',
    body({ content: { 'application/xml': { schema: { ...string, xml: { name: 'a' } } } } }),
    body({ content: { 'application/xml': { schema: { ...string, xml: { name: 'b' } } } } }),
    'warning',
  ],
  [
    'request-body-encoding-changed',
    body({ content: { 'multipart/form-data': { encoding: { a: { contentType: 'a/b' } } } } }),
    body({ content: { 'multipart/form-data': { encoding: { a: { contentType: 'a/c' } } } } }),
    'warning',
  ],
  [
    'response-media-type-added',
    answer({ content: json(string) }),
    answer({ content: { ...json(string), 'a/b': {} } }),
    'info',
  ],
  ['response-media-type-removed', answer({ content: json(string) }), answer(), 'error'],
  [
    'response-media-type-name-generalized',
    answer({ content: json(string) }),
    answer({ content: { '*/*': { schema: string } } }),
    'error',
  ],
  [
    'response-media-type-name-specialized',
    answer({ content: json(string) }),
    answer({ content: { 'application/problem+json': { schema: string } } }),
    'info',
  ],
  [
    'response-media-type-name-changed',
    answer({ content: json(string) }),
    answer({ content: { 'application/json; charset=utf-8': { schema: string } } }),
    'info',
  ],
  [
    'response-body-media-type-schema-added',
    answer({ content: { 'application/json': {} } }),
    answer({ content: json(string) }),
    'info',
  ],
  [
    'response-body-media-type-schema-removed',
    answer({ content: json(string) }),
    answer({ content: { 'application/json': {} } }),
    'error',
  ],
  ['response-success-status-removed', without(), api({ responses: { 204: { description: 'x' } } }), 'error'],
  ['response-success-status-added', api({ responses: {} }), without(), 'info'],
  [
    'response-non-success-status-removed',
    api({ responses: { 200: {}, 404: {} } }),
    api({ responses: { 200: {} } }),
    'info',
  ],
  [
    'response-non-success-status-added',
    api({ responses: { 200: {} } }),
    api({ responses: { 200: {}, 404: {} } }),
    'info',
  ],
  ['', api({ responses: { 200: {} } }), api({ responses: { '2XX': {} } }), 'none'],
  ['required-response-header-removed', answer({ headers: { A: { required: true } } }), answer(), 'error'],
  ['optional-response-header-removed', answer({ headers: { A: {} } }), answer(), 'warning'],
  ['response-header-added', answer(), answer({ headers: { A: {} } }), 'info'],
  ['', answer({ headers: { 'X-A': {} } }), answer({ headers: { 'x-a': {} } }), 'none'],
  [
    'response-header-became-optional',
    answer({ headers: { A: { required: true } } }),
    answer({ headers: { A: {} } }),
    'error',
  ],
  [
    'response-header-became-required',
    answer({ headers: { A: {} } }),
    answer({ headers: { A: { required: true } } }),
    'info',
  ],
  ['response-link-removed', answer({ links: { a: { operationId: 'b' } } }), answer(), 'info'],
  ['api-security-required', without(), secured([{ a: [] }]), 'error'],
  ['api-security-required', without(), api({}, { security: [{ a: [] }] }), 'error'],
  ['api-security-dropped', secured([{ a: [] }]), secured([]), 'info'],
  ['api-security-removed', secured([{ a: [] }, { b: [] }]), secured([{ a: [] }]), 'error'],
  ['api-security-added', secured([{ a: [] }]), secured([{ a: [] }, { b: [] }]), 'info'],
  ['api-security-removed', secured([{ a: [] }]), secured([{ a: [], b: [] }]), 'error'],
  ['api-security-scope-added', secured([{ a: ['r'] }]), secured([{ a: ['r', 'w'] }]), 'error'],
  ['api-security-scope-removed', secured([{ a: ['r', 'w'] }]), secured([{ a: ['r'] }]), 'info'],
  ['', secured([{ a: [] }]), api({}, { security: [{ a: [] }] }), 'none'],
  [
    'api-security-scheme-removed',
    { ...secured([{ a: [] }]), components: { securitySchemes: { a: { type: 'http', scheme: 'basic' } } } },
    { ...secured([{ b: [] }]), components: { securitySchemes: { b: { type: 'http', scheme: 'basic' } } } },
    'info',
  ],
  ['api-security-scheme-added', without(), schemes({ type: 'http', scheme: 'basic' }), 'info'],
  ['api-security-scheme-removed', schemes({ type: 'http', scheme: 'basic' }), without(), 'info'],
  [
    'api-security-scheme-type-changed',
    schemes({ type: 'http', scheme: 'basic' }),
    schemes({ type: 'mutualTLS' }),
    'error',
  ],
  ['', schemes({ type: 'http', scheme: 'basic' }), schemes({ type: 'http', scheme: 'Basic' }), 'none'],
  ['api-security-oauth-url-changed', flow({}), flow({ authorizationUrl: 'https://b.test' }), 'info'],
  ['api-security-oauth-url-changed', flow({}), flow({ tokenUrl: 'https://b.test' }), 'info'],
  ['api-security-oauth-scope-added', flow({}), flow({ scopes: { r: 'read', w: 'write' } }), 'info'],
  ['api-security-oauth-scope-removed', flow({}), flow({ scopes: {} }), 'info'],
  ['api-security-oauth-scope-changed', flow({}), flow({ scopes: { r: 'other' } }), 'info'],
  ['api-server-removed', api({}, { servers: [{ url: 'https://a.test' }] }), without(), 'warning'],
  ['api-server-added', without(), api({}, { servers: [{ url: 'https://a.test' }] }), 'info'],
  [
    '',
    api({}, { servers: [{ url: 'https://a.test/' }] }),
    api({}, { servers: [{ url: 'https://a.test' }] }),
    'none',
  ],
  ['api-schema-removed', api({}, { components: { schemas: { A: string } } }), without(), 'info'],
  ['webhook-added', noPaths, hook(), 'info'],
  ['webhook-removed', hook(), noPaths, 'error'],
  [
    'response-body-max-length-set',
    hook({ requestBody: { content: json(string) } }),
    hook({ requestBody: { content: json({ ...string, maxLength: 3 }) } }),
    'info',
  ],
  ['callback-added', callback(null), callback({}), 'info'],
  ['callback-removed', callback({}), callback(null), 'error'],
  [
    'callback-response-body-type-changed',
    callback({ requestBody: { content: json(string) } }),
    callback({ requestBody: { content: json(array) } }),
    'error',
  ],
];

test.each(DOCUMENTS)('%s (%#)', (id, before, after, expected) => {
  const [level, ids] = judged(before, after);
  expect([level, ids]).toEqual([expected, id === '' ? [] : expect.arrayContaining([id])]);
});

const record = (schema: Loose | null, more: Loose = {}): Loose => ({
  type: 'object',
  properties: schema === null ? { z: string } : { z: string, a: { ...string, ...schema } },
  ...more,
});
const required = { required: ['a'] };

/** Id, objects before and after, level where they are sent, and where they are received. */
const PROPERTIES: readonly Row[] = [
  ['added', record(null), record({}), 'info', 'info'],
  ['added-required', record(null), record({}, required), 'error', 'info'],
  ['added-required', record(null), record({ default: 'x' }, required), 'error', 'info'],
  ['removed', record({}), record(null), 'warning', 'warning'],
  ['removed', record({}, required), record(null), 'warning', 'error'],
  [
    'removed',
    record({}, { additionalProperties: false }),
    record(null, { additionalProperties: false }),
    'error',
    'warning',
  ],
  ['became-required', record({}), record({}, required), 'error', 'info'],
  ['became-optional', record({}, required), record({}), 'info', 'error'],
  ['became-required', record({ readOnly: true }), record({ readOnly: true }, required), 'info', 'info'],
  ['became-optional', record({ writeOnly: true }, required), record({ writeOnly: true }), 'info', 'info'],
  ['added-required', record(null), record({ readOnly: true }, required), 'info', 'info'],
  ['removed', record({ readOnly: true }, required), record(null), 'info', 'error'],
  ['removed', record({ writeOnly: true }, required), record(null), 'warning', 'info'],
  ['max-length-set', record({ readOnly: true }), record({ readOnly: true, maxLength: 3 }), 'info', 'info'],
  [
    'max-length-unset',
    record({ writeOnly: true, maxLength: 3 }),
    record({ writeOnly: true }),
    'info',
    'info',
  ],
  ['became-read-only', record({}), record({ readOnly: true }), 'info', 'info'],
  ['became-not-read-only', record({ readOnly: true }), record({}), 'info', 'info'],
  ['became-not-read-only', record({ readOnly: true }, required), record({}, required), 'error', 'info'],
  ['became-write-only', record({}), record({ writeOnly: true }), 'info', 'warning'],
  ['became-write-only', record({}, required), record({ writeOnly: true }, required), 'info', 'error'],
  ['became-not-write-only', record({ writeOnly: true }), record({}), 'info', 'info'],
  ['became-not-write-only', record({ writeOnly: true }, required), record({}, required), 'info', 'warning'],
  ['deprecated', record({}), record({ deprecated: true }), 'info', 'info'],
  ['reactivated', record({ deprecated: true }), record({}), 'info', 'info'],
  ['stability-decreased', record({}), record({ 'x-stability-level': 'alpha' }), 'error', 'error'],
];

test.each(PROPERTIES)('a property: %s (%#)', (id, before, after, sent, received) => {
  for (const [where, expected] of [
    ['request body', sent],
    ['response body', received],
  ] as const) {
    const [level, ids] = judged(described(before, where), described(after, where));
    expect([where, level]).toEqual([where, expected]);
    expect(ids).toContain(`${where.split(' ')[0]}-property-${id}`);
  }
});

test('a description that says the same in another way has no changes', () => {
  const ref = (name: string): Loose => ({ $ref: `#/components/schemas/${name}` });
  const parts = { components: { schemas: { Pet: pet('a'), Name: string } } };
  const before = {
    ...described({ allOf: [ref('Pet'), { properties: { b: ref('Name') } }] }, 'request body'),
    ...parts,
  };
  const after = {
    ...described({ ...pet('a'), properties: { a: string, b: string } }, 'request body'),
    ...parts,
  };
  expect(judged(before, after)).toEqual(['none', []]);
  const [one, other] = [
    { x: 1, y: { b: 1, a: 2 } },
    { y: { a: 2, b: 1 }, x: 1 },
  ];
  const written = (value: Loose): Loose =>
    described({ ...object, default: value, not: { const: value } }, 'request property');
  expect(judged(written(one), written(other))).toEqual(['none', []]);
  const named = (name: string): Loose => described({ ...string, xml: { name } }, 'request property');
  expect(judged(named('a'), named('b'))).toEqual(['none', []]);
  const limits = { type: 'integer', minimum: 0, exclusiveMinimum: true };
  expect(
    judged(described(limits, 'parameter'), described({ type: 'integer', exclusiveMinimum: 0 }, 'parameter')),
  ).toEqual(['none', []]);
  const nullable = described({ ...string, nullable: true }, 'response property');
  expect(judged(nullable, described({ oneOf: [string, { type: 'null' }] }, 'response property'))).toEqual([
    'none',
    [],
  ]);
});

test('what cannot be compared is named', () => {
  const before = described({ $ref: '#/components/schemas/Gone' }, 'request body');
  const after = described({ $ref: 'other.yaml#/Pet' }, 'request body');
  expect(compareSpecs(before, after).notCompared).toEqual([
    'the old version: "#/components/schemas/Gone" does not exist in the document',
    'the new version: "other.yaml#/Pet" is in another document, which is not read: it was left out',
  ]);
  const unknown = compareSpecs(
    described({ maxBytes: 1 }, 'parameter'),
    described({ maxBytes: 2 }, 'parameter'),
  );
  // A server is compared as it is written.
  const local = api({ servers: [{ url: '/v1' }] });
  expect(compareSpecs(local, local).notCompared).toEqual([]);
  expect(unknown).toMatchObject({
    changes: [],
    compared: 1,
    notCompared: [expect.stringContaining('"maxBytes"')],
  });
});
