// Generated bodies are valid by the schemas of their document, as checked by an independent validator.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../base/is-object.ts';
import { chooseMedia } from '../../interchange/import/openapi/body.ts';
import { readContent } from '../../interchange/import/content.ts';
import type { JsonObject } from '../json-values.ts';
import { ApiDocument } from './document.ts';
import type { Direction } from './schema-example.ts';
import { corpus } from '../../../test/helpers/corpus.ts';

const ROOT = 'document';

/** Converts `nullable` of OpenAPI 3.0 to JSON Schema. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (!isObject(value)) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withNull(inner)]),
  );
  if (nullable !== true) return rest;
  return typeof rest['type'] === 'string'
    ? { ...rest, type: [rest['type'], 'null'] }
    : { anyOf: [rest, { type: 'null' }] };
}

/** Returns what is wrong with the bodies that have no example of their own, and the number of them all. */
function problemsOf(root: JsonObject): { readonly problems: readonly string[]; readonly count: number } {
  const document = new ApiDocument(root, () => undefined);
  const options = { strict: false, allErrors: true, validateSchema: false, logger: false } as const;
  const ajv = String(root['openapi']).startsWith('3.1') ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(ajv);
  ajv.addSchema({ ...(withNull(root) as JsonObject), $id: ROOT });
  const problems: string[] = [];
  let count = 0;
  for (const { method, path, fields } of document.operations()) {
    const responses = Object.values(isObject(fields['responses']) ? fields['responses'] : {});
    const owners: readonly (readonly [Direction, unknown])[] = [
      ['request', fields['requestBody']],
      ...responses.map((response) => ['response', response] as const),
    ];
    for (const [direction, owner] of owners) {
      const chosen = chooseMedia(document.references.fields(owner)['content'], document);
      const media = chosen?.[1] ?? {};
      if (!(chosen?.[0] ?? '').includes('json') || 'example' in media || 'examples' in media) continue;
      if (!isObject(media['schema'])) continue;
      count += 1;
      const validate = ajv.compile(absolute(withNull(media['schema'])) as JsonObject);
      if (validate(document.texts.example(media, direction).value)) continue;
      const errors = (validate.errors ?? []).filter((error) => !isOmitted(error, direction, document));
      for (const { instancePath, message = '' } of errors)
        problems.push(`${method} ${path} ${direction}${instancePath} ${message}`);
    }
  }
  return { problems, count };
}

function absolute(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${ROOT}${value}` : value,
    ),
  );
}

/** True for a property that is required of the other side only. */
function isOmitted(
  { keyword, params, parentSchema }: ErrorObject,
  direction: Direction,
  document: ApiDocument,
): boolean {
  if (keyword !== 'required') return false;
  const properties: unknown = parentSchema?.['properties'];
  const property = isObject(properties) ? properties[String(params['missingProperty'])] : undefined;
  return document.references.fields(property)[direction === 'request' ? 'readOnly' : 'writeOnly'] === true;
}

describe('the keywords of a schema', () => {
  const object = (properties: object, more = {}): object => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...more,
  });
  test.each<[string, object]>([
    ['pattern', { type: 'string', pattern: '^[A-F]{4,}$', minLength: 8 }],
    ['minItems', { type: 'array', items: { type: 'string' }, minItems: 3 }],
    ['uniqueItems', { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }],
    ['unique choices', { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 2, uniqueItems: true }],
    ['maxItems', { type: 'array', items: { type: 'string' }, maxItems: 0 }],
    ['required', { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] }],
    ['a wrong example', { type: 'string', format: 'date-time', example: '"2021-01-01T00:00:00Z"' }],
    ['a wrong choice', { type: 'string', enum: ['a', 'b'], example: 'c' }],
    [
      'required by another part',
      {
        allOf: [
          object({ id: { type: 'integer' } }),
          { type: 'object', properties: { b: { type: 'string' } }, required: ['id', 'b'] },
        ],
      },
    ],
  ])('%s', (_, schema) => {
    const requestBody = { content: { 'application/json': { schema } } };
    const root = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: { '/a': { post: { requestBody, responses: {} } } },
    };
    expect(problemsOf(root)).toEqual({ problems: [], count: 1 });
  });
});

const documents = join(corpus, 'openapi');
const files = readdirSync(documents).filter(
  (name) => /[.](?:ya?ml|json)$/.test(name) && !name.startsWith('invalid'),
);

describe('documents of others', () => {
  test.each(files)('%s', { timeout: 60_000 }, (name) => {
    const root = readContent(readFileSync(join(documents, name)), name).value();
    expect(problemsOf(root as JsonObject).problems).toEqual([]);
  });
});
