// Small descriptions of APIs, and schemas for them, of which pairs are made that differ in one thing.
import { expect } from 'vitest';
import { compareSpecs, type DiffRules, type Level } from '../../../src/specs/diff/index.ts';

export type Loose = Record<string, unknown>;
export type Where =
  | 'request body'
  | 'request property'
  | 'response body'
  | 'response property'
  | 'parameter'
  | 'header';

export const json = (schema: unknown): Loose => ({ 'application/json': { schema } });
export const inside = (schema: unknown, where: Where): unknown =>
  where.endsWith('property') ? { type: 'object', properties: { a: schema } } : schema;

/** Describes an operation whose only schema is at one place. */
export function described(schema: unknown, where: Where): Loose {
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

export function api(operation: Loose, more: Loose = {}): Loose {
  return {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { post: { responses: { 200: { description: 'x' } }, ...operation } } },
    ...more,
  };
}

/** Returns the worst level and the ids of the changes; `none` without any. */
export function judged(
  before: Loose,
  after: Loose,
  rules: DiffRules = {},
): readonly [Level | 'none', readonly string[]] {
  const { changes, notCompared } = compareSpecs(before, after, rules);
  expect(notCompared).toEqual([]);
  const level = (['error', 'warning', 'info'] as const).find((each) =>
    changes.some((change) => change.level === each),
  );
  return [level ?? 'none', changes.map(({ id }) => id)];
}

export type Row = readonly [string, unknown, unknown, Level, Level];

export const string = { type: 'string' };
export const object = { type: 'object' };
export const array = { type: 'array', items: string };
export const pet = (kind: string): Loose => ({
  type: 'object',
  title: kind,
  properties: { [kind]: string },
  required: [kind],
});

export const FUTURE = '2999-01-01';
export const PAST = '2001-01-01';
export const parameter = (more: Loose = {}): Loose => ({ name: 'p', in: 'query', schema: string, ...more });
export const withParameter = (more: Loose = {}): Loose => api({ parameters: [parameter(more)] });
export const body = (more: Loose = {}): Loose => api({ requestBody: { content: json(string), ...more } });
export const answer = (more: Loose = {}): Loose => api({ responses: { 200: { description: 'x', ...more } } });
export const secured = (security: unknown, more: Loose = {}): Loose => api({ security }, more);
export const without = (): Loose => api({});
export const noPaths: Loose = { ...api({}), paths: {} };
export const hook = (more: Loose = {}): Loose => ({
  ...noPaths,
  webhooks: { made: { post: { responses: {}, ...more } } },
});
export const callback = (more: Loose | null): Loose =>
  api({
    callbacks: more === null ? {} : { done: { '{$request.query.u}': { post: { responses: {}, ...more } } } },
  });
export const schemes = (scheme: Loose): Loose => api({}, { components: { securitySchemes: { s: scheme } } });
export const flow = (more: Loose): Loose =>
  schemes({
    type: 'oauth2',
    flows: { implicit: { authorizationUrl: 'https://a.test', scopes: { r: 'read' }, ...more } },
  });

export const record = (schema: Loose | null, more: Loose = {}): Loose => ({
  type: 'object',
  properties: schema === null ? { z: string } : { z: string, a: { ...string, ...schema } },
  ...more,
});
export const required = { required: ['a'] };
