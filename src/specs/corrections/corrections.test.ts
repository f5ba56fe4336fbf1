// Corrections for what the traffic shows: the label, and the description that follows.
import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../documents/yaml.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { editedText } from '../text-edits/index.ts';
import { correctionsOf, valueAt, type BrokenPart } from './index.ts';

const text = (version: string): string => `${version}
info: { title: Shop, version: '1' }
paths:
  /orders:
    parameters:
      - { name: limit, in: query, required: true, schema: { type: integer, maximum: 100 } }
    get: { responses: {} }
components:
  schemas:
    Order:
      type: object
      required: [id, total]
      additionalProperties: false
      properties:
        id: { type: string, format: uuid }
        total:
          type: integer
          minimum: 1
        state: { type: [string, boolean], enum: [open, done] }
`;
const order = ['components', 'schemas', 'Order'];
const total = [...order, 'properties', 'total', 'type'];
const limit = ['paths', '/orders', 'parameters', '0'];

function corrected(version: string, path: readonly string[], part: Partial<BrokenPart> = {}) {
  const before = text(version);
  const root = parseYaml(before) as JsonObject;
  const [correction] = correctionsOf(root, { path, values: [], property: '', ...part });
  if (correction === undefined) return null;
  const after = parseYaml(editedText(before, correction.edits)!.text);
  expect(valueAt(root, correction.part)).toBeDefined();
  return { label: correction.label, after };
}

const V31 = 'openapi: 3.1.0';
const V30 = 'openapi: 3.0.3';
const V20 = "swagger: '2.0'";

describe('what is too narrow is widened by what was seen', () => {
  test.each<[string, string, readonly string[], Partial<BrokenPart>, string, unknown]>([
    ['another type', V31, total, { values: ['7'] }, 'Allow integer or string', ['integer', 'string']],
    ['a fraction', V30, total, { values: [1.5, 2] }, 'Allow number', 'number'],
    [
      'a fraction and a text',
      V31,
      total,
      { values: [1.5, 'x'] },
      'Allow number or string',
      ['number', 'string'],
    ],
    ['null', V31, total, { values: [null] }, 'Allow null beside integer', ['integer', 'null']],
    [
      'one more type of a list',
      V31,
      [...order, 'properties', 'state', 'type'],
      { values: [null] },
      'Allow null beside string or boolean',
      ['string', 'boolean', 'null'],
    ],
    [
      'a value',
      V30,
      [...order, 'properties', 'state', 'enum'],
      { values: ['lost', 'lost', 'sold'] },
      'Add "lost", "sold"',
      ['open', 'done', 'lost', 'sold'],
    ],
    ['a missing property', V20, [...order, 'required'], { property: 'total' }, 'Make total optional', ['id']],
    [
      'a missing parameter',
      V30,
      [...limit, 'required'],
      { values: [undefined] },
      'Make limit optional',
      false,
    ],
    ['a size', V30, [...limit, 'schema', 'maximum'], { values: [120, 250] }, 'Set maximum to 250', 250],
    [
      'a format',
      V30,
      [...order, 'properties', 'id', 'format'],
      { values: ['x'] },
      'Remove format',
      undefined,
    ],
  ])('%s', (_, version, path, part, label, expected) => {
    const found = corrected(version, path, part);
    expect(found?.label).toBe(label);
    expect(valueAt(found?.after, path)).toEqual(expected);
  });

  test('before 3.1, null is a keyword, and types are alternatives', () => {
    expect(valueAt(corrected(V30, total, { values: [null] })?.after, total.slice(0, -1))).toMatchObject({
      type: 'integer',
      nullable: true,
    });
    expect(valueAt(corrected(V30, total, { values: ['7'] })?.after, total.slice(0, -1))).toEqual({
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      minimum: 1,
    });
  });

  test.each([
    [V31, { type: ['string', 'null'] }],
    [V30, { type: 'string', nullable: true }],
  ])('%s: a property gets the schema of its value', (version, note) => {
    const part = { property: 'lines', propertyValue: [{ price: 1.5, note: null }] };
    const found = corrected(version, [...order, 'additionalProperties'], part);
    expect(found?.label).toBe('Add the property lines');
    expect(valueAt(found?.after, [...order, 'properties', 'lines'])).toEqual({
      type: 'array',
      items: { type: 'object', properties: { price: { type: 'number' }, note } },
    });
  });

  test.each<[string, readonly string[], Partial<BrokenPart>]>([
    ['null in Swagger 2', total, { values: [null] }],
    ['two types in Swagger 2', total, { values: ['x'] }],
    ['a keyword of which nothing follows', [...order, 'properties'], { values: [1] }],
    ['a part that is not there', [...order, 'enum'], { values: [1] }],
  ])('%s: only its author can say', (_, path, part) => {
    expect(corrected(V20, path, part)).toBeNull();
  });
});
