import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import type { Flow } from './flow.ts';
import { parseFlowQuery, selectFlows } from './query.ts';

const flows: readonly Flow[] = [
  capturedFlow({ id: 3, app: 'Safari', request: { head: ['GET /Users?q=One HTTP/1.1'] } }),
  capturedFlow({
    id: 4,
    request: { head: ['POST /orders HTTP/1.1'] },
    response: { head: ['HTTP/1.1 404 No'] },
  }),
  capturedFlow({ id: 7, app: 'curl', target: { host: 'api.example.org' }, state: 'failed', response: null }),
  capturedFlow({ id: 8, request: null, target: { scheme: 'https', host: 'tunnel.test', port: 443 } }),
  capturedFlow({ id: 9, response: null, state: 'pending', timestamps: { end: 0 } }),
  capturedFlow({ id: 12, app: 'Safari', response: { head: ['HTTP/1.1 503 Busy'] } }),
];

async function ids(query: string): Promise<readonly number[]> {
  const parsed = parseFlowQuery(new URLSearchParams(query));
  if (parsed.type === 'invalid') throw new Error(`${parsed.parameter}: ${parsed.message}`);
  return (await selectFlows(flows, parsed)).map(({ id }) => id);
}

describe('a query selects', () => {
  test.each([
    ['', [3, 4, 7, 8, 9, 12]],
    ['search=USERS', [3]],
    ['search=q%3Done', [3]],
    ['search=safari', [3, 12]],
    ['search=tunnel', [8]],
    ['search=', [3, 4, 7, 8, 9, 12]],
    ['host=EXAMPLE', [3, 4, 7, 9, 12]],
    ['host=api.', [7]],
    ['status=404', [4]],
    ['status=0', []],
    ['status=200', [3]],
    ['app=saf', [3, 12]],
    ['app=CURL', [7]],
    ['method=post', [4]],
    ['method=Connect', [8]],
    ['method=pos', []],
    ['since=7', [8, 9, 12]],
    ['since=0', [3, 4, 7, 8, 9, 12]],
    ['since=12', []],
    ['errors=1', [4, 7, 12]],
    ['errors=true', [4, 7, 12]],
    ['errors=0', [3, 4, 7, 8, 9, 12]],
    ['errors=False', [3, 4, 7, 8, 9, 12]],
    ['errors=', [4, 7, 12]],
    ['errors', [4, 7, 12]],
    ['limit=2', [9, 12]],
    ['limit=0', []],
    ['limit=1&method=GET&search=users', [3]],
    ['errors=1&app=safari', [12]],
    ['unknown=1&unknown=2', [3, 4, 7, 8, 9, 12]],
  ])('%s: %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });
});

describe('a query is rejected with the name of its parameter', () => {
  test.each([
    ['status=abc', 'status', '"abc" is not a whole number of 0 or more'],
    ['status=', 'status', '"" is not a whole number of 0 or more'],
    ['status=2e2', 'status', '"2e2" is not a whole number of 0 or more'],
    ['limit=-1', 'limit', '"-1" is not a whole number of 0 or more'],
    ['since=1.5', 'since', '"1.5" is not a whole number of 0 or more'],
    ['since=+1', 'since', '" 1" is not a whole number of 0 or more'],
    ['limit=9999999999999999', 'limit', '"9999999999999999" is not a whole number of 0 or more'],
    ['host=a&host=b', 'host', 'given more than once; give it once'],
  ])('%s', (query, parameter, message) => {
    expect(parseFlowQuery(new URLSearchParams(query))).toEqual({ type: 'invalid', parameter, message });
  });

  test('without quoting all of its value', () => {
    const parsed = parseFlowQuery(new URLSearchParams({ status: 'x'.repeat(10_000) }));
    expect(parsed.type === 'invalid' && parsed.message.length).toBeLessThan(120);
  });
});

test('the default limit is the newest 50', async () => {
  const many = Array.from({ length: 120 }, (_, index) => capturedFlow({ id: index + 1 }));
  const parsed = parseFlowQuery(new URLSearchParams());
  const found = parsed.type === 'query' ? await selectFlows(many, parsed) : [];
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => index + 71));
});
