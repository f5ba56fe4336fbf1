// Random values of schemas of many shapes are valid by an independent validator, and the same for the same seed.
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../base/seeded-random.ts';
import { SchemaChecker } from '../../../specs/contract/schema-checker.ts';
import type { JsonObject } from '../../json-values.ts';
import { References } from '../references.ts';
import { randomValue } from './index.ts';

const ROOT: JsonObject = {
  openapi: '3.1.0',
  components: {
    schemas: {
      Node: {
        type: 'object',
        required: ['value', 'next'],
        properties: {
          value: { type: 'integer' },
          next: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
        },
      },
      Tree: {
        type: 'object',
        required: ['children'],
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Expression: {
        oneOf: [
          {
            type: 'object',
            required: ['op', 'args'],
            additionalProperties: false,
            properties: {
              op: { enum: ['and', 'or'] },
              args: { type: 'array', minItems: 2, items: { $ref: '#/components/schemas/Expression' } },
            },
          },
          { type: 'string', minLength: 1 },
        ],
      },
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
      },
      Cat: {
        type: 'object',
        required: ['kind', 'lives'],
        properties: { kind: { const: 'feline' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['kind', 'barks'],
        properties: { kind: { const: 'Dog' }, barks: { type: 'boolean' } },
      },
      Endless: {
        type: 'object',
        required: ['self'],
        properties: { self: { $ref: '#/components/schemas/Endless' } },
      },
    },
  },
};

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const SHAPES: Readonly<Record<string, JsonObject>> = {
  'a required nullable recursion': ref('Node'),
  'a recursive list': ref('Tree'),
  'a recursive list with a minimum': ref('Expression'),
  'a discriminator': ref('Pet'),
  'a list of them': { type: 'array', items: ref('Pet'), minItems: 3, maxItems: 4 },
  'numbers between bounds': { type: 'integer', minimum: 3, exclusiveMaximum: 5 },
  'an exclusive flag of old drafts': { type: 'integer', minimum: 3, maximum: 9, multipleOf: 3 },
  'a decimal between exclusive bounds': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.01 },
  'a multiple': { type: 'number', multipleOf: 0.25, minimum: 7 },
  'a negative one': { type: 'integer', maximum: -4 },
  'a pattern': { type: 'string', pattern: '^[A-Z]{2,4}-\\d{3}(?:/[a-z]+)?$' },
  'a pattern with a length': { type: 'string', pattern: '^[a-f\\d]+$', minLength: 40, maxLength: 48 },
  lengths: { type: 'string', minLength: 30, maxLength: 32 },
  formats: {
    type: 'object',
    required: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'],
    properties: {
      a: { type: 'string', format: 'date-time' },
      b: { type: 'string', format: 'date' },
      c: { type: 'string', format: 'uuid' },
      d: { type: 'string', format: 'email' },
      e: { type: 'string', format: 'ipv6' },
      f: { type: 'string', format: 'uri' },
      g: { type: 'string', format: 'time' },
      h: { type: 'string', format: 'duration' },
      i: { type: 'string', format: 'hostname' },
      j: { type: 'string', format: 'json-pointer' },
      k: { type: 'string', format: 'byte' },
    },
  },
  'items that differ': {
    type: 'array',
    uniqueItems: true,
    minItems: 4,
    items: { enum: ['a', 'b', 'c', 'd'] },
  },
  'items that contain something': {
    type: 'array',
    contains: { type: 'object', required: ['primary'], properties: { primary: { const: true } } },
    items: { type: 'object', properties: { primary: { type: 'boolean' }, n: { type: 'integer' } } },
  },
  'a tuple': {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    items: false,
    minItems: 2,
  },
  'a map with a minimum': { type: 'object', minProperties: 5, additionalProperties: { type: 'integer' } },
  'names by a pattern': {
    type: 'object',
    minProperties: 2,
    patternProperties: { '^x-[a-z]{3}$': { type: 'boolean' } },
    additionalProperties: false,
  },
  'names of properties': { type: 'object', minProperties: 2, propertyNames: { pattern: '^[a-c]{6}$' } },
  'few properties': {
    type: 'object',
    required: ['a'],
    maxProperties: 2,
    properties: {
      a: { type: 'string' },
      b: { type: 'string' },
      c: { type: 'string' },
      d: { type: 'string' },
    },
  },
  'a condition': {
    type: 'object',
    required: ['country', 'code'],
    properties: { country: { enum: ['US', 'NL'] }, code: { type: 'string' } },
    if: { properties: { country: { const: 'US' } } },
    then: { properties: { code: { pattern: '^\\d{5}$' } } },
    else: { properties: { country: { const: 'NL' }, code: { pattern: '^\\d{4} [A-Z]{2}$' } } },
  },
  'dependent properties': {
    type: 'object',
    properties: { card: { type: 'string' }, address: { type: 'string' }, zip: { type: 'string' } },
    dependentRequired: { card: ['address'] },
    dependentSchemas: { address: { required: ['zip'] } },
  },
  'combined schemas': {
    allOf: [
      { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 5 } } },
      { type: 'object', required: ['name'], properties: { id: { maximum: 7 }, name: { type: 'string' } } },
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {
        oneOf: [
          { properties: { t: { const: 1 } }, required: ['t'] },
          { properties: { t: { const: 2 } }, required: ['t'] },
        ],
      },
    ],
  },
  'several types': { type: ['integer', 'null', 'array'], items: { type: 'boolean' }, minimum: 4 },
  anything: {},
  'a constant': { const: { a: [1] } },
};

function valuesOf(schema: JsonObject, count = 60): readonly unknown[] {
  const references = new References(ROOT, () => undefined);
  return Array.from({ length: count }, (_, at) =>
    randomValue(schema, references, new SeededRandom(`seed ${at}`), 'response'),
  );
}

test.each(Object.entries(SHAPES))('%s', (_, schema) => {
  const checker = new SchemaChecker(ROOT, 'writeOnly');
  for (const value of valuesOf(schema)) {
    expect(value).not.toBeUndefined();
    expect([value, checker.errors(schema, value)]).toEqual([value, []]);
  }
});

test('the same seed has the same values, another one others', () => {
  expect(valuesOf(ref('Tree'))).toEqual(valuesOf(ref('Tree')));
  expect(new Set(valuesOf({ type: 'string', format: 'uuid' }).map(String)).size).toBe(60);
});

test.each([
  ['a schema without end', ref('Endless')],
  ['a contradiction', { type: 'integer', minimum: 5, maximum: 3 }],
  [
    'more items than there are',
    { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'boolean' } },
  ],
])('%s has no value', (_, schema) => expect(valuesOf(schema, 5)).toEqual(Array(5).fill(undefined)));

test('names say what is meant', () => {
  const properties = {
    email: { type: 'string' },
    city: { type: 'string' },
    price: { type: 'number' },
    lat: { type: 'number' },
  };
  const [value] = valuesOf({ type: 'object', required: Object.keys(properties), properties }, 1) as [
    JsonObject,
  ];
  expect(value).toEqual({
    email: expect.stringMatching(/@example\.com$/),
    city: expect.stringMatching(/^[A-Z]/),
    price: expect.any(Number),
    lat: expect.any(Number),
  });
  expect(Math.abs(Number(value['lat']))).toBeLessThanOrEqual(90);
});

test('properties that only the client sends are left out', () => {
  const properties = { name: { type: 'string' }, password: { type: 'string', writeOnly: true } };
  for (const value of valuesOf({ type: 'object', required: ['name', 'password'], properties }, 10))
    expect(Object.keys(value as object)).toEqual(['name']);
});
