// A pair of descriptions for each rule that another comparison of API descriptions publishes: those of schemas come
// from the pairs of schemas and properties by the name of the rule, the others are listed here.
import type { DiffRules } from '../../../src/specs/diff/index.ts';
import {
  answer,
  api,
  array,
  body,
  described,
  flow,
  FUTURE,
  hook,
  json,
  noPaths,
  object,
  PAST,
  pet,
  record,
  required,
  schemes,
  secured,
  string,
  without,
  withParameter,
  type Loose,
  type Where,
} from './descriptions.ts';
import { PROPERTIES } from './property-pairs.ts';
import { SCHEMAS } from './schema-pairs.ts';

export type RulePair = readonly [before: Loose, after: Loose, rules?: DiffRules];

const NOTICE: DiffRules = { deprecationDays: 30 };
const SOON = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
const stability = (level: string): Loose => ({ 'x-stability-level': level });
const old = { deprecated: true };
const versioned = (version: string, schema: Loose): Loose => ({
  ...described(schema, 'request body'),
  info: { title: 'A', version },
});
const global = (security: unknown): Loose => api({}, { security });
const basic = { type: 'http', scheme: 'basic' };
const header = (more: Loose): Loose => api({ parameters: [{ name: 'X-P', in: 'header', ...more }] });
const withHeader = (schema: Loose): Loose => described(schema, 'header');
const media = (type: string): Loose => answer({ content: { [type]: { schema: string } } });
const statuses = (...all: readonly string[]): Loose =>
  api({ responses: Object.fromEntries(all.map((status) => [status, { description: 'x' }])) });
const extensible = (...values: readonly string[]): Loose => ({ ...string, 'x-extensible-enum': values });
const schemaOf = (name: string): Loose => api({}, { components: { schemas: { [name]: string } } });

const DOCUMENT_RULES: Readonly<Record<string, RulePair>> = {
  'endpoint-added': [noPaths, without()],
  'api-security-component-removed': [schemes(basic), without()],
  'api-security-component-added': [without(), schemes(basic)],
  'api-security-component-oauth-url-changed': [flow({}), flow({ authorizationUrl: 'https://b.test' })],
  'api-security-component-type-changed': [schemes(basic), schemes({ type: 'mutualTLS' })],
  'api-security-component-oauth-token-url-changed': [flow({}), flow({ tokenUrl: 'https://b.test' })],
  'api-security-component-oauth-scope-added': [flow({}), flow({ scopes: { r: 'read', w: 'write' } })],
  'api-security-component-oauth-scope-removed': [flow({}), flow({ scopes: {} })],
  'api-security-component-oauth-scope-changed': [flow({}), flow({ scopes: { r: 'other' } })],
  'api-security-removed': [secured([{ a: [] }, { b: [] }]), secured([{ a: [] }])],
  'api-security-added': [secured([{ a: [] }]), secured([{ a: [] }, { b: [] }])],
  'api-security-scope-added': [secured([{ a: ['r'] }]), secured([{ a: ['r', 'w'] }])],
  'api-security-scope-removed': [secured([{ a: ['r', 'w'] }]), secured([{ a: ['r'] }])],
  'api-global-security-removed': [global([{ a: [] }, { b: [] }]), global([{ a: [] }])],
  'api-global-security-added': [global([{ a: [] }]), global([{ a: [] }, { b: [] }])],
  'api-global-security-scope-added': [global([{ a: ['r'] }]), global([{ a: ['r', 'w'] }])],
  'api-global-security-scope-removed': [global([{ a: ['r', 'w'] }]), global([{ a: ['r'] }])],
  'api-stability-decreased': [without(), api(stability('beta'))],
  'api-stability-increased': [api(stability('alpha')), api(stability('beta'))],
  'api-invalid-stability-level': [without(), api(stability('soon'))],
  'endpoint-reactivated': [api(old), without()],
  'api-deprecated-sunset-parse': [without(), api({ ...old, 'x-sunset': 'soon' })],
  'api-deprecated-sunset-missing': [without(), api(old), NOTICE],
  'api-sunset-date-too-small': [without(), api({ ...old, 'x-sunset': SOON }), NOTICE],
  'api-sunset-date-changed-too-small': [
    api({ ...old, 'x-sunset': FUTURE }),
    api({ ...old, 'x-sunset': SOON }),
  ],
  'endpoint-deprecated': [without(), api(old)],
  'endpoint-deprecated-with-sunset': [without(), api({ ...old, 'x-sunset': FUTURE })],
  'api-path-removed-without-deprecation': [without(), noPaths],
  'api-path-removed-with-deprecation': [api({ ...old, 'x-sunset': PAST }), noPaths],
  'api-path-sunset-parse': [api({ ...old, 'x-sunset': 'soon' }), noPaths],
  'api-path-removed-before-sunset': [api({ ...old, 'x-sunset': FUTURE }), noPaths],
  'sunset-deleted': [api({ ...old, 'x-sunset': FUTURE }), api(old)],
  'api-operation-id-removed': [api({ operationId: 'a' }), without()],
  'api-operation-id-added': [without(), api({ operationId: 'a' })],
  'api-tag-removed': [api({ tags: ['a'] }), without()],
  'api-tag-added': [without(), api({ tags: ['a'] })],
  'webhook-added': [noPaths, hook()],
  'webhook-removed': [hook(), noPaths],
  'api-schema-removed': [schemaOf('A'), without()],
};

/** An operation of a path that stays; the rules of paths are about one that goes with its only operation. */
const OPERATION_RULES: Readonly<Record<string, RulePair>> = Object.fromEntries(
  (
    [
      ['api-removed-without-deprecation', {}],
      ['api-removed-with-deprecation', { ...old, 'x-sunset': PAST }],
      ['api-removed-before-sunset', { ...old, 'x-sunset': FUTURE }],
    ] as const
  ).map(([rule, gone]) => {
    const stays = { get: { responses: { 200: { description: 'x' } } } };
    const both = { ...stays, post: { ...stays.get, ...gone } };
    return [
      rule,
      [
        { ...noPaths, paths: { '/a': both } },
        { ...noPaths, paths: { '/a': stays } },
      ],
    ] as const;
  }),
);

const VERSION_RULES: Readonly<Record<string, RulePair>> = Object.fromEntries(
  (
    [
      ['api-version-not-bumped', '1.2.0'],
      ['api-version-decreased', '1.1.0'],
      ['api-major-version-not-bumped', '1.3.0'],
    ] as const
  ).map(([rule, version]) => [rule, [versioned('1.2.0', string), versioned(version, array)]] as const),
);

const PARAMETER_RULES: Readonly<Record<string, RulePair>> = {
  'new-required-request-default-parameter-to-existing-path': [without(), shared(true)],
  'new-optional-request-default-parameter-to-existing-path': [without(), shared(false)],
  'new-required-request-parameter': [without(), withParameter({ required: true })],
  'new-optional-request-parameter': [without(), withParameter()],
  'new-request-path-parameter': [
    without(),
    api({ parameters: [{ name: 'p', in: 'path', required: true, schema: string }] }),
  ],
  'new-required-request-header-property': [
    header({ schema: record(null) }),
    header({ schema: record({}, required) }),
  ],
  'request-header-property-became-enum': [
    header({ schema: record({}) }),
    header({ schema: record({ enum: ['a'] }) }),
  ],
  'request-header-property-became-required': [
    header({ schema: record({}) }),
    header({ schema: record({}, required) }),
  ],
  'request-parameter-removed': [withParameter(), without()],
  'request-parameter-removed-with-deprecation': [withParameter({ ...old, 'x-sunset': PAST }), without()],
  'request-parameter-sunset-parse': [withParameter({ ...old, 'x-sunset': 'soon' }), without()],
  'request-parameter-removed-before-sunset': [withParameter({ ...old, 'x-sunset': FUTURE }), without()],
  'request-parameter-became-required': [withParameter(), withParameter({ required: true })],
  'request-parameter-became-optional': [withParameter({ required: true }), withParameter()],
  'request-parameter-reactivated': [withParameter(old), withParameter()],
  'request-parameter-deprecated': [withParameter(), withParameter(old)],
  'request-parameter-deprecated-sunset-missing': [withParameter(), withParameter(old), NOTICE],
  'request-parameter-sunset-date-too-small': [
    withParameter(),
    withParameter({ ...old, 'x-sunset': SOON }),
    NOTICE,
  ],
  'request-parameter-sunset-deleted': [withParameter({ ...old, 'x-sunset': FUTURE }), withParameter(old)],
  'request-parameter-sunset-date-changed-too-small': [
    withParameter({ ...old, 'x-sunset': FUTURE }),
    withParameter({ ...old, 'x-sunset': SOON }),
  ],
};

/** A parameter of all operations of a path. */
function shared(isRequired: boolean): Loose {
  const { paths } = without() as { paths: { '/a': Loose } };
  const parameters = [{ name: 'p', in: 'query', schema: string, required: isRequired }];
  return { ...without(), paths: { '/a': { ...paths['/a'], parameters } } };
}

const BODY_RULES: Readonly<Record<string, RulePair>> = {
  'request-body-added-required': [without(), body({ required: true })],
  'request-body-added-optional': [without(), body()],
  'request-body-removed': [body(), without()],
  'request-body-became-optional': [body({ required: true }), body()],
  'request-body-became-required': [body(), body({ required: true })],
  'request-body-media-type-added': [body(), body({ content: { ...json(string), 'a/b': {} } })],
  'request-body-media-type-removed': [body({ content: { ...json(string), 'a/b': {} } }), body()],
  'request-body-media-type-schema-added': [body({ content: { 'application/json': {} } }), body()],
  'request-body-media-type-schema-removed': [body(), body({ content: { 'application/json': {} } })],
  'response-body-media-type-schema-added': [
    answer({ content: { 'application/json': {} } }),
    media('application/json'),
  ],
  'response-body-media-type-schema-removed': [
    media('application/json'),
    answer({ content: { 'application/json': {} } }),
  ],
  'response-media-type-removed': [
    answer({ content: { ...json(string), 'a/b': {} } }),
    media('application/json'),
  ],
  'response-media-type-added': [
    media('application/json'),
    answer({ content: { ...json(string), 'a/b': {} } }),
  ],
  'response-media-type-name-changed': [media('application/json; v=1'), media('application/json; v=2')],
  'response-media-type-name-generalized': [media('application/problem+json'), media('application/json')],
  'response-media-type-name-specialized': [media('application/json'), media('application/problem+json')],
  'response-success-status-removed': [statuses('200', '201'), statuses('200')],
  'response-success-status-added': [statuses('200'), statuses('200', '201')],
  'response-non-success-status-removed': [statuses('200', '404'), statuses('200')],
  'response-non-success-status-added': [statuses('200'), statuses('200', '404')],
  'response-header-became-optional': [
    answer({ headers: { 'X-H': { required: true, schema: string } } }),
    withHeader(string),
  ],
  'required-response-header-removed': [
    answer({ headers: { 'X-H': { required: true, schema: string } } }),
    answer(),
  ],
  'optional-response-header-removed': [withHeader(string), answer()],
  'response-header-added': [answer(), withHeader(string)],
  'response-header-type-compatible': [withHeader(string), withHeader({ type: 'integer' })],
  ...compatibleTypes(),
};

/** Types that look alike in XML. */
function compatibleTypes(): Readonly<Record<string, RulePair>> {
  const xml = (schema: unknown): Loose => ({ content: { 'application/xml': { schema } } });
  const property = (schema: Loose): Loose => ({ type: 'object', properties: { a: schema } });
  const integer = { type: 'integer' };
  return {
    'request-body-type-compatible': [body(xml(integer)), body(xml(string))],
    'request-property-type-compatible': [body(xml(property(integer))), body(xml(property(string)))],
    'response-body-type-compatible': [answer(xml(string)), answer(xml(integer))],
    'response-property-type-compatible': [answer(xml(property(string))), answer(xml(property(integer)))],
  };
}

/** Schemas whose pair is another one than that of our category of the same name, or that has none. */
const SCHEMA_RULES: Readonly<Record<string, readonly [Loose, Loose]>> = {
  'all-of-added': [{ allOf: [pet('a')] }, { allOf: [pet('a'), pet('b')] }],
  'all-of-removed': [{ allOf: [pet('a'), pet('b')] }, { allOf: [pet('a')] }],
  'all-of-added-annotation-only': [{ allOf: [pet('a')] }, { allOf: [pet('a'), { description: 'b' }] }],
  'all-of-removed-annotation-only': [{ allOf: [pet('a'), { description: 'b' }] }, { allOf: [pet('a')] }],
  'wrapped-in-one-of': [pet('a'), { oneOf: [pet('b'), pet('c')] }],
  'x-extensible-enum-value-removed': [extensible('a', 'b'), extensible('a')],
  'pattern-generalized': [
    { ...string, pattern: '^a' },
    { ...string, pattern: '.*' },
  ],
  'min-contains-decreased': [
    { ...array, contains: string, minContains: 2 },
    { ...array, contains: string, minContains: 1 },
  ],
  'max-contains-decreased': [
    { ...array, contains: string, maxContains: 2 },
    { ...array, contains: string, maxContains: 1 },
  ],
  'type-changed': [string, object],
  'type-generalized': [{ type: 'integer' }, { type: 'number' }],
  'type-specialized': [{ type: 'number' }, { type: 'integer' }],
  'list-of-types-widened': [{ type: ['string', 'boolean'] }, { type: ['string', 'boolean', 'array'] }],
  'list-of-types-narrowed': [{ type: ['string', 'boolean', 'array'] }, { type: ['string', 'boolean'] }],
  'max-length-unset': [{ ...string, maxLength: 5 }, string],
  'min-items-unset': [{ ...array, minItems: 5 }, array],
};

/** Properties, by the end of the rule's name: of an object before and after. */
const PROPERTY_RULES: Readonly<Record<string, readonly [Loose, Loose, DiffRules?]>> = {
  deprecated: [record({}), record(old)],
  'deprecated-with-sunset': [record({}), record({ ...old, 'x-sunset': FUTURE })],
  'deprecated-sunset-missing': [record({}), record(old), NOTICE],
  'deprecated-sunset-invalid': [record({}), record({ ...old, 'x-sunset': 'soon' })],
  'sunset-date-too-small': [record({}), record({ ...old, 'x-sunset': SOON }), NOTICE],
  reactivated: [record(old), record({})],
  'stability-decreased': [record({}), record(stability('alpha'))],
  'stability-increased': [record(stability('alpha')), record(stability('beta'))],
  removed: [record({}), record(null)],
  added: [record(null), record({})],
  'became-required': [record({}), record({}, required)],
  'became-required-with-default': [record({ default: 'x' }), record({ default: 'x' }, required)],
  'became-optional': [record({}, required), record({})],
};

const NEW_PROPERTIES: Readonly<Record<string, readonly [Loose, Loose]>> = {
  'new-required-request-property': [record(null), record({}, required)],
  'new-required-request-property-with-default': [record(null), record({ default: 'x' }, required)],
  'new-optional-request-property': [record(null), record({})],
};

const ALIASES: Readonly<Record<string, string>> = {
  'discriminator-mapping-deleted': 'discriminator-mapping-removed',
};

const LISTED: Readonly<Record<string, RulePair>> = {
  ...DOCUMENT_RULES,
  ...OPERATION_RULES,
  ...VERSION_RULES,
  ...PARAMETER_RULES,
  ...BODY_RULES,
};

/** Returns the pair of a rule; null for a rule that nobody here knows. */
export function pairOf(rule: string): RulePair | null {
  return LISTED[rule] ?? newProperty(rule) ?? accessPair(rule) ?? partPair(rule);
}

function newProperty(rule: string): RulePair | null {
  const pair = NEW_PROPERTIES[rule];
  return pair === undefined ? null : at(pair, 'request body');
}

/** Optional and required properties that come, go, and are written or read alone. */
function accessPair(rule: string): RulePair | null {
  const match = /^(request|response)-(optional|required)-(write-only-)?property-(.+)$/.exec(rule);
  if (match === null) return null;
  const [, side, need, writeOnly, verb = ''] = match;
  const rest = need === 'required' ? required : {};
  const own = writeOnly === undefined ? {} : { writeOnly: true };
  const access = /^became-(not-)?(read|write)-only$/.exec(verb);
  const where = `${side} body` as Where;
  if (access !== null) {
    const marked = record({ [`${access[2]}Only`]: true }, rest);
    return at(access[1] === undefined ? [record({}, rest), marked] : [marked, record({}, rest)], where);
  }
  const [without, within] = [record(null), record(own, rest)];
  return at(verb === 'added' ? [without, within] : [within, without], where);
}

/** Schemas and properties of bodies, parameters and headers. */
function partPair(rule: string): RulePair | null {
  const match =
    /^(request|response)-(mediatype|header|parameter-property|parameter|body|(?:read-only-|write-only-)?property)-(.+)$/.exec(
      rule,
    );
  if (match === null) return null;
  const [, side, part = '', verb = ''] = match;
  const guard = part.startsWith('read')
    ? { readOnly: true }
    : part.startsWith('write')
      ? { writeOnly: true }
      : {};
  const property = part.endsWith('property') ? PROPERTY_RULES[verb] : undefined;
  if (property !== undefined && part !== 'parameter-property') {
    const [before, after, rules] = property;
    return at([guarded(before, guard), guarded(after, guard)], `${side} body` as Where, rules);
  }
  const pair = schemaPair(ALIASES[verb] ?? verb);
  if (pair === null) return null;
  const [before, after] = pair.map((schema) => ({ ...(schema as Loose), ...guard })) as [Loose, Loose];
  if (part === 'parameter-property')
    return [withParameter({ schema: holding(before) }), withParameter({ schema: holding(after) })];
  const where = {
    header: 'header',
    parameter: 'parameter',
    body: `${side} body`,
    mediatype: `${side} body`,
  }[part];
  return at([before, after], (where ?? `${side} property`) as Where);
}

function holding(schema: Loose): Loose {
  return { type: 'object', properties: { a: schema } };
}

/** Gives the property of an object more fields. */
function guarded(schema: Loose, guard: Loose): Loose {
  const properties = schema['properties'] as Record<string, Loose>;
  return properties['a'] === undefined
    ? schema
    : { ...schema, properties: { ...properties, a: { ...properties['a'], ...guard } } };
}

function schemaPair(verb: string): readonly [unknown, unknown] | null {
  const own = SCHEMA_RULES[verb];
  if (own !== undefined) return own;
  const long = verb.replace(/^(exclusive-)?(max|min)-(?=(?:set|increased|decreased)$)/, '$1$2imum-');
  const row = [...SCHEMAS, ...PROPERTIES].find(([id]) => id === long);
  return row === undefined ? null : [row[1], row[2]];
}

function at([before, after]: readonly [unknown, unknown], where: Where, rules?: DiffRules): RulePair {
  const pair = [described(before, where), described(after, where)] as const;
  return rules === undefined ? pair : [...pair, rules];
}
