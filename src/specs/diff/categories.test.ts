// The kinds of changes that `spec diff` knows, each as a pair of descriptions with the level that it has: a schema as a
// body, a property, a parameter and a header, sent and received.
import { expect, test } from 'vitest';
import {
  answer,
  api,
  array,
  body,
  callback,
  described,
  flow,
  FUTURE,
  hook,
  json,
  judged,
  type Loose,
  noPaths,
  object,
  PAST,
  pet,
  schemes,
  secured,
  string,
  type Where,
  without,
  withParameter,
} from '../../../test/helpers/spec-pairs/descriptions.ts';
import { PROPERTIES } from '../../../test/helpers/spec-pairs/property-pairs.ts';
import { SCHEMAS } from '../../../test/helpers/spec-pairs/schema-pairs.ts';
import { compareSpecs, type Level } from './index.ts';

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

/** Levels of parameters that are other ones than those of bodies: a server puts the default in place of what is left out. */
const OF_PARAMETERS: Readonly<Record<string, Level>> = {
  'default-value-added': 'warning',
  'default-value-removed': 'warning',
  'default-value-changed': 'error',
};

test.each(text)('%s: as a parameter and a response header', (id, before, after, sent, received) => {
  for (const where of ['parameter', 'header'] as const) {
    const [level, ids] = judged(described(before, where), described(after, where));
    expect([where, level]).toEqual([where, where === 'parameter' ? (OF_PARAMETERS[id] ?? sent) : received]);
    expect(ids).toContain(`${where === 'parameter' ? 'request-parameter' : 'response-header'}-${id}`);
  }
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
    'warning',
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
