import { expect, test } from 'vitest';
import { argumentFields, argumentsIn, problemOf, promptFields, typedValue } from './arguments.ts';

const [query, limit, inStock, sort, tags] = argumentFields({
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', description: 'Words' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    inStock: { type: 'boolean' },
    sort: { enum: ['price', 'name'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
});

test('properties become fields of their kind', () => {
  expect([query, limit, inStock, sort, tags].map((field) => field!.kind)).toEqual([
    'text',
    'number',
    'flag',
    'choice',
    'json',
  ]);
  expect(limit!.note).toBe('integer, 1 to 100, default 20');
  expect(sort!.choices).toEqual(['price', 'name']);
  expect(argumentFields({ type: 'object' })).toEqual([]);
  expect(argumentFields(null)).toEqual([]);
  expect(promptFields([{ name: 'a', description: '', required: true }])[0]).toMatchObject({ kind: 'text' });
});

test('a typed text is a value of its kind, and says why it is wrong', () => {
  const problem = (field: typeof query, text: string) => problemOf(field!, typedValue(field!, text));
  expect(problem(query, '')).toBe('It must be given.');
  expect(problem(query, '12')).toBeNull();
  expect(problem(limit, '')).toBeNull();
  expect(problem(limit, '500')).toBe('At most 100.');
  expect(problem(limit, '0')).toBe('At least 1.');
  expect(problem(limit, '1.5')).toBe('It is not a whole number.');
  expect(problem(limit, 'many')).toBe('It is not a number.');
  expect(problem(limit, '{{limit}}')).toBeNull();
  expect(problem(tags, '["a"]')).toBeNull();
  expect(problem(tags, '["a"')).toBe('It is not JSON.');
});

test('arguments are a JSON object, or nothing yet', () => {
  expect(argumentsIn('')).toEqual({});
  expect(argumentsIn('{"a":1}')).toEqual({ a: 1 });
  expect([argumentsIn('[1]'), argumentsIn('{"a":')]).toEqual([null, null]);
});
