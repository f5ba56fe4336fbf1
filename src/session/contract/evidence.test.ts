// Violations up close: both sides of each, and the description that follows from the correction.
import { expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import { parseYaml } from '../../documents/yaml.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { Flow } from '../../flow/flow.ts';
import { editedText } from '../../specs/text-edits/index.ts';
import { valueAt } from '../../specs/corrections/index.ts';
import { checkTraffic, contractOf } from './check-traffic.ts';
import { evidenceOf } from './evidence.ts';

const TEXT = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers:
  - url: http://example.test/v1
paths:
  /orders/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: lang, in: query, required: true, schema: { enum: [de, en] } }
      responses:
        '200':
          description: An order
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
components:
  schemas:
    Order:
      type: object
      required: [id]
      additionalProperties: false
      properties:
        id: { type: string }
        total:
          type: number # in euros
`;
const json = 'Content-Type: application/json';
const order = (body: object, more: Partial<Captured> = {}, url = '/v1/orders/7?lang=de'): Captured => ({
  app: 'shop',
  request: { head: [`GET ${url} HTTP/1.1`, 'Host: example.test'] },
  response: { head: ['HTTP/1.1 200 OK', json, 'X-Shard: 3'], body: JSON.stringify(body) },
  ...more,
});

const CAPTURED: readonly Captured[] = [
  order({ id: 'a', total: '7.50' }),
  order({ id: 'b', total: '8' }),
  order({ total: 1 }),
  order({ id: 'c', lines: [{ price: 2, note: null }] }),
  order({ id: 'd' }, {}, '/v1/orders/8?lang=fr'),
  order({ id: 'e' }, {}, '/v1/orders/9'),
  order({ error: 'gone' }, { response: { head: ['HTTP/1.1 410 Gone', json], body: '{"error":"gone"}' } }),
  order({}, { response: { head: ['HTTP/1.1 200 OK', 'Content-Type: text/csv'], body: 'a,b' } }),
  {
    request: { head: ['GET /v1/flags?token=secret-7 HTTP/1.1'] },
    response: { head: ['HTTP/1.1 200 OK', json], body: '{"beta":true}' },
  },
  { request: { head: ['DELETE /v1/orders/7 HTTP/1.1'] }, response: { head: ['HTTP/1.1 204 No Content'] } },
];
const flows = CAPTURED.map((captured, at) => capturedFlow({ id: at + 1, ...captured }));
const root = parseYaml(TEXT) as JsonObject;
const READ = 'GET /orders/{id}';

async function* chosen(ids: readonly number[]): AsyncGenerator<Flow> {
  await Promise.resolve();
  for (const flow of flows) if (ids.includes(flow.id)) yield flow;
}

const check = await checkTraffic(
  { ids: flows.map(({ id }) => id), flows: () => chosen(flows.map(({ id }) => id)) },
  { document: root, ignores: [], limit: 100 },
);

async function evidence(endpoint: string, sentence: RegExp) {
  const kinds = check.endpoints.find((each) => each.endpoint === endpoint)?.kinds ?? [];
  const kind = kinds.find(({ what }) => sentence.test(what));
  if (kind === undefined) throw new Error(`none of ${kinds.map(({ what }) => what).join(' | ')}`);
  return evidenceOf(contractOf(root).contract, { endpoint, what: kind.what }, chosen(kind.ids));
}

/** The parsed description with the first correction. */
const corrected = ({ corrections: [first] }: Awaited<ReturnType<typeof evidence>>): unknown =>
  parseYaml(editedText(TEXT, first!.edits)!.text);
const ORDER = ['components', 'schemas', 'Order'];
const GET = ['paths', '/orders/{id}', 'get'];

test.each<[RegExp, string, readonly (string | null)[], string, readonly string[], unknown]>([
  [
    /total must be number/,
    'type: number',
    ['"7.50"', '"8"'],
    'Allow number or string',
    [...ORDER, 'properties', 'total', 'type'],
    ['number', 'string'],
  ],
  [
    /required property 'id'/,
    'required: [id]',
    ['{"total":1}'],
    'Make id optional',
    [...ORDER, 'required'],
    undefined,
  ],
  [
    /additional properties: lines/,
    'properties: id, total',
    ['"lines": [{"price":2,"note":null}]'],
    'Add the property lines',
    [...ORDER, 'properties', 'lines', 'items', 'properties', 'note'],
    { type: ['string', 'null'] },
  ],
  [
    /lang must be equal/,
    'enum: [de, en]',
    ['"fr"'],
    'Add "fr"',
    [...GET, 'parameters', '1', 'schema', 'enum'],
    ['de', 'en', 'fr'],
  ],
  [
    /lang is missing/,
    'required: true',
    [null],
    'Make lang optional',
    [...GET, 'parameters', '1', 'required'],
    false,
  ],
  [/status 410/, 'responses: 200', ['410'], 'Add 410', [...GET, 'responses', '410', 'description'], 'Gone'],
  [
    /the body is text\/csv/,
    'content: application/json',
    ['text/csv'],
    'Add text/csv',
    [...GET, 'responses', '200', 'content', 'text/csv'],
    {},
  ],
])('%s', async (sentence, rule, values, label, path, expected) => {
  const found = await evidence(READ, sentence);
  expect(found.rule?.text).toBe(rule);
  expect(found.requests.map(({ value }) => value)).toEqual(values);
  expect(found.requests[0]).toMatchObject({ app: 'shop', status: expect.any(Number) });
  expect(found.corrections.map((each) => each.label)).toEqual([label]);
  expect(valueAt(corrected(found), path)).toEqual(expected);
});

test('a path, and a method of a known path, are added without values of the traffic', async () => {
  const path = await evidence('GET example.test/v1/flags', /path is not documented/);
  expect(path.rule?.text).toBe('paths: /orders/{id}');
  expect(path.corrections.map(({ label }) => label)).toEqual(['Add GET /flags']);
  const text = editedText(TEXT, path.corrections[0]!.edits)!.text;
  expect(text).not.toContain('secret-7');
  expect(valueAt(corrected(path), ['paths', '/flags', 'get'])).toMatchObject({
    parameters: [{ name: 'token', in: 'query', required: false, schema: { type: 'string' } }],
    responses: {
      200: { content: { 'application/json': { schema: { properties: { beta: { type: 'boolean' } } } } } },
    },
  });
  const method = await evidence('DELETE example.test/v1/orders/{orderId}', /method is not documented/);
  expect(method.corrections.map(({ label }) => label)).toEqual(['Add DELETE /orders/{id}']);
  expect(valueAt(corrected(method), ['paths', '/orders/{id}', 'delete'])).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
    responses: { 204: { description: 'No Content' } },
  });
});

test('responses that were seen are counted, with the headers that are not described', async () => {
  const endpoint = check.endpoints.find((each) => each.endpoint === READ);
  expect(endpoint?.described).toEqual(['200']);
  expect(endpoint?.responses).toEqual([
    { status: 200, type: 'application/json', count: 6, key: '200', ids: [1, 2, 3, 4, 5, 6] },
    { status: 200, type: 'text/csv', count: 1, key: '200', ids: [8] },
    { status: 410, type: 'application/json', count: 1, key: null, ids: [7] },
  ]);
  const [header] = endpoint!.headers;
  expect(header).toMatchObject({ name: 'X-Shard', key: '200', count: 6 });
  const found = await evidenceOf(
    contractOf(root).contract,
    { endpoint: READ, what: header!.what },
    chosen([]),
  );
  expect(valueAt(corrected(found), [...GET, 'responses', '200', 'headers', 'X-Shard'])).toEqual({
    schema: { type: 'string' },
  });
});
