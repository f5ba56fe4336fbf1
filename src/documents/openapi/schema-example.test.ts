// Examples that are generated from schemas: given examples take precedence, and no example is endless.
import { describe, expect, test } from 'vitest';
import { References } from './references.ts';
import { SchemaExamples, type Direction } from './schema-example.ts';

interface ExampleResult {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

function createExample(
  schema: object,
  schemas: object = {},
  direction: Direction = 'request',
): ExampleResult {
  const warnings: string[] = [];
  const warn = (sentence: string): void => {
    warnings.push(sentence);
  };
  const references = new References({ components: { schemas } }, warn);
  return { value: new SchemaExamples(references, warn).of(schema, direction), warnings };
}

const value = (schema: object, schemas: object = {}, direction: Direction = 'request'): unknown =>
  createExample(schema, schemas, direction).value;
const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('the example of a schema', () => {
  test.each([
    [{ type: 'string', example: 'a', default: 'b' }, 'a'],
    [{ type: 'integer', examples: [3, 4] }, 3],
    [{ const: 'c' }, 'c'],
    [{ type: 'boolean', default: false }, false],
    [{ enum: [null, 'x', 'y'] }, 'x'],
    [{ type: 'object', properties: { a: { type: 'string' } }, example: { b: 1 } }, { b: 1 }],
    [{ type: 'string', 'x-example': 'd' }, 'd'],
  ])('%j', (schema, expected) => {
    expect(value(schema)).toEqual(expected);
  });
});

describe('examples generated from types', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date-time' }, '2024-01-01T00:00:00Z'],
    [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    [{ type: 'string', format: 'email' }, 'user@example.com'],
    [{ type: 'string', format: 'binary' }, ''],
    [{ type: 'string', minLength: 8 }, 'stringxx'],
    [{ type: 'string', maxLength: 3 }, 'str'],
    [{ format: 'date' }, '2024-01-01'],
    [{ type: 'integer' }, 0],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', exclusiveMinimum: 5 }, 6],
    [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
    [{ type: 'number', maximum: -2.5 }, -2.5],
    [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    [{ type: 'boolean' }, true],
    [{ type: ['null', 'string'] }, 'string'],
    [{ type: 'null' }, null],
    [{ type: 'array', items: { type: 'integer' } }, [0]],
    [{ items: { type: 'string' } }, ['string']],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, ['string', 0]],
    [{ type: 'array' }, []],
    [{ properties: { a: { type: 'string' } } }, { a: 'string' }],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { key: 0 }],
    [{ type: 'object' }, {}],
    [{}, null],
  ])('%j', (schema, expected) => {
    expect(value(schema)).toEqual(expected);
  });
});

describe('combined schemas', () => {
  test('all of several', () => {
    const schemas = { A: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } } };
    expect(
      value(
        { allOf: [to('A'), { properties: { b: { type: 'integer' } } }], properties: { c: { const: 1 } } },
        schemas,
      ),
    ).toEqual({
      a: 'string',
      b: 0,
      c: 1,
    });
  });

  test('the first of alternatives that is more than null', () => {
    expect(value({ oneOf: [{ type: 'null' }, { type: 'integer' }, { type: 'string' }] })).toBe(0);
    expect(
      value({ anyOf: [{ $ref: '#/components/schemas/N' }, { type: 'string' }] }, { N: { type: 'null' } }),
    ).toBe('string');
    expect(
      value({
        type: 'object',
        oneOf: [{ properties: { a: { const: 1 } } }],
        properties: { b: { const: 2 } },
      }),
    ).toEqual({ a: 1, b: 2 });
  });

  test('properties that only the other side sets are left out', () => {
    const schema = {
      properties: {
        id: { type: 'integer', readOnly: true },
        pin: { type: 'string', writeOnly: true },
        at: to('T'),
      },
    };
    const schemas = { T: { type: 'string', readOnly: true } };
    expect(value(schema, schemas, 'request')).toEqual({ pin: 'string' });
    expect(value(schema, schemas, 'response')).toEqual({ id: 0, at: 'string' });
  });

  test('names of every object stay names', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
    ) as object;
    const found = value(schema) as object;
    expect(Object.entries(found)).toEqual([
      ['__proto__', 'string'],
      ['constructor', 0],
    ]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });
});

describe('references', () => {
  test('to themselves end where they begin again', () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: { name: { type: 'string' }, next: to('Node'), all: { type: 'array', items: to('Node') } },
      },
    };
    expect(value(to('Node'), schemas)).toEqual({ name: 'string', all: [] });
    expect(createExample(to('A'), { A: to('B'), B: to('A') })).toEqual({
      value: null,
      warnings: ['the reference "#/components/schemas/A" refers to itself'],
    });
  });

  test('elsewhere are not followed', () => {
    expect(
      createExample({
        properties: { a: { $ref: 'https://a.test/schema.json#/A' }, b: { $ref: 'file:///etc/passwd' } },
      }).warnings,
    ).toEqual([
      expect.stringContaining('"https://a.test/schema.json#/A" is in another document'),
      expect.stringContaining('"file:///etc/passwd" is in another document'),
    ]);
  });

  test('that cannot be resolved cause a few warnings', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, to(`X${at}`)]));
    const { warnings } = createExample({ properties });
    expect(warnings).toHaveLength(6);
    expect(warnings.at(-1)).toBe('there are more references that cannot be resolved');
  });

  test('with escapes', () => {
    const schemas = { 'a/b~c d%': { const: 1 } };
    expect(value({ $ref: '#/components/schemas/a~1b~0c%20d%25' }, schemas)).toBe(1);
  });
});

describe('sizes', () => {
  const count = (example: unknown): number =>
    typeof example === 'object' && example !== null
      ? Object.values(example).reduce<number>((sum, inner) => sum + count(inner), 1)
      : 1;

  test('schemas that double with every step', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `S${at}`,
        { properties: { a: to(`S${at + 1}`), b: to(`S${at + 1}`) } },
      ]),
    );
    expect(count(value(to('S0'), schemas))).toBeLessThan(5000);
  });

  test('a chain of a hundred thousand', () => {
    const chain = (schema: (next: object) => object): object =>
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`S${at}`, schema(to(`S${at + 1}`))]));
    expect(
      count(
        value(
          to('S0'),
          chain((next) => ({ properties: { a: next } })),
        ),
      ),
    ).toBeLessThan(100);
    value(
      to('S0'),
      chain((next) => ({ allOf: [next] })),
    );
    value(
      to('S0'),
      chain((next) => next),
    );
  });

  test('schemas that all refer to each other', () => {
    const names = Array.from({ length: 200 }, (_, at) => `S${at}`);
    const schemas = Object.fromEntries(
      names.map((name) => [name, { properties: Object.fromEntries(names.map((each) => [each, to(each)])) }]),
    );
    expect(count(value(to('S0'), schemas))).toBeLessThan(5000);
  });
});

describe('what has to be there', () => {
  const KIND = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };

  test('a required recursion ends with null', () => {
    const next = { anyOf: [to('Node'), { type: 'null' }] };
    const node = { type: 'object', required: ['next'], properties: { next, other: to('Node') } };
    expect(value(to('Node'), { Node: node })).toEqual({ next: null });
  });

  test('a recursive list that needs items is left out', () => {
    const children = { type: 'array', minItems: 1, items: to('Tree') };
    expect(
      value(to('Tree'), { Tree: { type: 'object', properties: { a: { const: 1 }, children } } }),
    ).toEqual({ a: 1 });
  });

  test.each([
    [to('Pet'), { kind: 'Cat' }],
    [to('Cat'), { kind: 'string' }],
    [to('Dog'), { kind: 'canine' }],
    [
      {
        oneOf: [to('Cat'), to('Dog')],
        discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
      },
      { kind: 'feline' },
    ],
  ])('a discriminator of %j', (schema, expected) => {
    const schemas = {
      Pet: { oneOf: [to('Cat'), to('Dog')], discriminator: { propertyName: 'kind' } },
      Base: {
        ...KIND,
        discriminator: { propertyName: 'kind', mapping: { canine: '#/components/schemas/Dog' } },
      },
      Cat: KIND,
      Dog: { allOf: [to('Base')] },
    };
    expect(value(schema, schemas)).toEqual(expected);
  });
});
