import { expect, test } from 'vitest';
import type { Route } from './model.ts';
import { mainExample, nearestRoutes } from './routes.ts';

const example = (name: string, status: number): Route['examples'][number] => ({
  id: name,
  name,
  status,
  mediaType: null,
  query: [],
  calls: 0,
  body: null,
});
const route = (method: string, path: string, ...statuses: readonly number[]): Route => ({
  method,
  path,
  request: path,
  calls: 0,
  examples: statuses.map((status) => example(`${status}`, status)),
});
const ROUTES = [
  route('GET', '/v1/orders', 404, 200),
  route('GET', '/v1/orders/:id', 200),
  route('POST', '/v1/checkout', 409),
  route('GET', '/other', 200),
];

test('a plain call is answered by a success, where there is one', () => {
  expect(ROUTES.slice(0, 3).map((each) => mainExample(each)?.name)).toEqual(['200', '200', '409']);
  expect(mainExample(route('GET', '/'))).toBeUndefined();
});

test.each([
  ['GET', '/v1/wishlists?a=1', ['/v1/orders: another last segment', '/v1/checkout: another last segment']],
  ['DELETE', '/v1/orders/7', ['/v1/orders/:id: only GET']],
  ['GET', '/v1', ['/v1/orders: a longer path', '/v1/checkout: a longer path']],
  ['GET', '/nothing/here/at/all', []],
])('%s %s is near to %j', (method, path, expected) => {
  const found = nearestRoutes(method, path, ROUTES).map((each) => `${each.route.path}: ${each.why}`);
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found[0]).toBe(expected[0]);
});
