// Changes that a client of the old description notices in the new one.
import { expect, test } from 'vitest';
import { compareSpecs } from './index.ts';

type Loose = Record<string, unknown>;

const changesOf = (...both: Parameters<typeof compareSpecs>) => compareSpecs(...both).changes;

function api(
  change: (parts: { operation: Loose; body: Loose; answer: Loose; paths: Loose }) => unknown = () => 0,
) {
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } },
  };
  const answer = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
  };
  const operation: Loose = {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
    responses: {
      200: { description: 'x', content: { 'application/json': { schema: answer } } },
      404: { description: 'x' },
    },
  };
  const paths: Loose = { '/pets/{id}': { put: operation } };
  change({ operation, body, answer, paths });
  return {
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths,
    components: { schemas: { Body: body } },
  };
}

const properties = (schema: Loose) => schema['properties'] as Record<string, Loose>;
const parameters = (operation: Loose) => operation['parameters'] as Loose[];
const responses = (operation: Loose) => operation['responses'] as Record<string, Loose>;

test.each<readonly [string, Parameters<typeof api>[0], boolean, string]>([
  ['no operation', ({ paths }) => delete paths['/pets/{id}'], true, 'the operation was removed'],
  [
    'a new operation',
    ({ paths }) => (paths['/b'] = { get: { responses: {} } }),
    false,
    'the operation is new',
  ],
  ['deprecation', ({ operation }) => (operation['deprecated'] = true), false, 'the operation is deprecated'],
  [
    'a new parameter',
    ({ operation }) => parameters(operation).push({ name: 'a', in: 'query' }),
    false,
    'the optional query parameter a is new',
  ],
  [
    'a new parameter that is required',
    ({ operation }) => parameters(operation).push({ name: 'a', in: 'header', required: true }),
    true,
    'the required header parameter a is new',
  ],
  [
    'a parameter that is required now',
    ({ operation }) => (parameters(operation)[1]!['required'] = true),
    true,
    'the query parameter limit became required',
  ],
  [
    'a parameter less',
    ({ operation }) => parameters(operation).pop(),
    false,
    'the query parameter limit was removed',
  ],
  [
    'another type of a parameter',
    ({ operation }) => (parameters(operation)[1]!['schema'] = { type: 'boolean' }),
    true,
    'the query parameter limit was integer and is boolean',
  ],
  [
    'a wider type of a parameter',
    ({ operation }) => (parameters(operation)[1]!['schema'] = { type: 'number' }),
    false,
    'the query parameter limit was integer and is number',
  ],
  [
    'another type in the path',
    ({ operation }) => (parameters(operation)[0]!['schema'] = { type: 'integer' }),
    true,
    'the path parameter 1 was string and is integer',
  ],
  ['no body', ({ operation }) => delete operation['requestBody'], true, 'it takes no body any more'],
  [
    'a body that is required',
    ({ operation }) => ((operation['requestBody'] as Loose)['required'] = true),
    true,
    'the body became required',
  ],
  [
    'a property that is required',
    ({ body }) => (body['required'] = ['name', 'kind']),
    true,
    'the body (application/json): kind became required',
  ],
  [
    'a property that is optional',
    ({ body }) => (body['required'] = []),
    false,
    'the body (application/json): name became optional',
  ],
  [
    'a new property',
    ({ body }) => (properties(body)['a'] = {}),
    false,
    'the body (application/json): a is new',
  ],
  [
    'a property that is not read any more',
    ({ body }) => delete properties(body)['kind'],
    false,
    'the body (application/json): kind was removed',
  ],
  [
    'a value less',
    ({ body }) => (properties(body)['kind']!['enum'] = ['a']),
    true,
    'the body (application/json): kind is never b now',
  ],
  [
    'a value more',
    ({ body }) => (properties(body)['kind']!['enum'] = ['a', 'b', 'c']),
    false,
    'the body (application/json): kind may be c',
  ],
  [
    'another media type',
    ({ operation }) => (operation['requestBody'] = { content: { 'text/plain': {} } }),
    true,
    'the body may not be application/json any more',
  ],
  [
    'a success less',
    ({ operation }) => delete responses(operation)['200'],
    true,
    'the response 200 was removed',
  ],
  [
    'an error less',
    ({ operation }) => delete responses(operation)['404'],
    false,
    'the response 404 was removed',
  ],
  ['a status more', ({ operation }) => (responses(operation)['409'] = {}), false, 'the response 409 is new'],
  ['a field less', ({ answer }) => delete properties(answer)['id'], true, 'the response 200: id was removed'],
  [
    'a field that may be missing',
    ({ answer }) => (answer['required'] = []),
    true,
    'the response 200: id became optional',
  ],
  ['a field more', ({ answer }) => (properties(answer)['a'] = {}), false, 'the response 200: a is new'],
  [
    'a wider type of a field',
    ({ answer }) => (properties(answer)['id']!['type'] = 'number'),
    true,
    'the response 200: id was integer and is number',
  ],
  [
    'a field that may be null',
    ({ answer }) => (properties(answer)['id']!['nullable'] = true),
    true,
    'the response 200: id was integer and is integer or null',
  ],
  [
    'another type in a list',
    ({ answer }) => (properties(properties(answer)['tags']!['items'] as Loose)['name'] = { type: 'integer' }),
    true,
    'the response 200: tags[].name was string and is integer',
  ],
])('%s', (_, change, breaking, what) => {
  const found = changesOf(api(), api(change));
  expect(found).toContainEqual(expect.objectContaining({ breaking, what }));
  expect(found.some((one) => one.breaking)).toBe(breaking);
});

test('the names of path parameters mean nothing, and nothing changes without a change', () => {
  expect(changesOf(api(), api())).toEqual([]);
  const renamed = api(({ paths, operation }) => {
    parameters(operation)[0]!['name'] = 'pet';
    paths['/pets/{pet}'] = paths['/pets/{id}'];
    delete paths['/pets/{id}'];
  });
  expect(changesOf(api(), renamed)).toEqual([]);
});

test('schemas that contain themselves are compared to an end', () => {
  const nested = (type: string) => ({
    ...api(
      ({ operation }) =>
        (responses(operation)['200'] = {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
        }),
    ),
    components: {
      schemas: {
        Node: {
          type: 'object',
          properties: { next: { $ref: '#/components/schemas/Node' }, value: { type } },
        },
      },
    },
  });
  expect(changesOf(nested('string'), nested('integer')).length).toBeGreaterThan(0);
});

test('webhooks: clients receive their bodies', () => {
  const hooks = (properties: Loose | null) => ({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    webhooks:
      properties === null
        ? {}
        : {
            made: {
              post: {
                requestBody: {
                  content: {
                    'application/json': {
                      schema: { type: 'object', required: Object.keys(properties), properties },
                    },
                  },
                },
                responses: { 200: { description: 'x' } },
              },
            },
          },
  });
  const [id, name] = [{ id: { type: 'integer' } }, { id: { type: 'integer' }, name: { type: 'string' } }];
  const shown = (before: Loose | null, after: Loose | null) =>
    changesOf(hooks(before), hooks(after)).map(
      ({ breaking, operation, what }) => `${breaking ? '!' : ' '} ${operation}: ${what}`,
    );
  expect(shown(id, id)).toEqual([]);
  expect(shown(null, id)).toEqual(['  webhook made (POST): the operation is new']);
  expect(shown(id, null)).toEqual(['! webhook made (POST): the operation was removed']);
  expect(shown(name, id).filter((line) => line.startsWith('!'))).toHaveLength(1);
  expect(shown(id, name).filter((line) => line.startsWith('!'))).toEqual([]);
});
