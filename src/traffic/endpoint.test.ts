import { expect, test } from 'vitest';
import { templatedPath } from './endpoint.ts';
import { variedNames } from './insights/varied-names.ts';

test.each([
  ['/users/12', '/users/{userId}'],
  ['/users/12/', '/users/{userId}'],
  ['/users/12?page=2#a', '/users/{userId}'],
  ['/', '/'],
  ['/v1/550e8400-e29b-41d4-a716-446655440000', '/v1/{id}'],
  ['/reports/2026-11-21', '/reports/{reportId}'],
  ['/reports/2026-11-21T16:11:40.123Z/rows', '/reports/{reportId}/rows'],
  ['/items/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/items/{itemId}'],
  ['/items/V1StGXR8_Z5jdHi6B-myT', '/items/{itemId}'],
  ['/customers/cus_NffrFeUfNV2Hib', '/customers/{customerId}'],
  ['/products/SKU-1', '/products/{productId}'],
  ['/orders/ORD-2026-17', '/orders/{orderId}'],
  ['/users/ada@example.test/roles', '/users/{userId}/roles'],
  ['/users/ada%40example.test', '/users/{userId}'],
  ['/@ada/posts', '/{id}/posts'],
  ['/weather/52.52,13.40', '/weather/{weatherId}'],
  ['/commits/3f2a9c1', '/commits/{commitId}'],
  ['/assets/main.3f2a9c1b.js', '/assets/main.{hash}.js'],
  ['/assets/index-BX12cd9A.css', '/assets/index-{hash}.css'],
  ['/files/a1b2c3d4e5f6.png', '/files/{hash}.png'],
  ['/users/123.json', '/users/{userId}.json'],
  ['/photos/IMG_1234.jpg', '/photos/IMG_{photoId}.jpg'],
  ['/books/978-3-16-148410-0', '/books/{bookId}'],
  ['/calls/+491701234567', '/calls/{callId}'],
  ['/hosts/192.168.1.10', '/hosts/{hostId}'],
  ['/hosts/2001:db8::1', '/hosts/{hostId}'],
  ['/packages/1.2.3-beta.4', '/packages/{packageId}'],
  ['/flights/LH400', '/flights/{flightId}'],
  ['/teams/T01ABCDEF/channels/C02GHIJKL', '/teams/{teamId}/channels/{channelId}'],
  ['/roles/arn:aws:iam::123456789012:role%2Fx', '/roles/{roleId}'],
  ['/hook/ghp_k3J9sLq0ZxT7vB2nM5cW8yR1aP4dF6gH0uEi', '/hook/{hookId}'],
])('%s is %s', (path, template) => {
  expect(templatedPath(path)).toBe(template);
});

test.each([
  '/api/v1/users',
  '/v2.1/me',
  '/oauth2/token',
  '/en-US/home',
  '/utf-8',
  '/index.html',
  '/jquery.min.js',
  '/deadbeef',
  '/a/b-c/d_e',
  '/api/getUserById',
  '/.well-known/openid-configuration',
  '/package.Service/Method',
  '/assets/bootstrap-4.6.css',
  '/api/2/tweets',
  '/rest/api/3/search',
  '/I18N/RFC7231',
])('%s has no parameter', (path) => expect(templatedPath(path)).toBe(path));

const endpoints = (paths: readonly string[]): readonly string[] => paths.map((path) => `GET a.test${path}`);
const resolved = (paths: readonly string[]): readonly string[] => {
  const names = variedNames(endpoints(paths));
  return [...new Set(endpoints(paths).map((each) => names.get(each) ?? each))].sort();
};
const slugs = [
  'how-to-bake-bread',
  'ten-ways-to-rest',
  'the-old-house-2',
  'red-shoe-for-men',
  'blue-hat-for-all',
];

test('many slugs in one place are a parameter, whatever their order', () => {
  const paths = [
    ...slugs.flatMap((slug) => [`/posts/${slug}`, `/posts/${slug}/comments`]),
    '/posts/latest',
    '/posts/{postId}',
  ];
  const expected = [
    'GET a.test/posts/latest',
    'GET a.test/posts/{postId}',
    'GET a.test/posts/{postId}/comments',
  ];
  expect(resolved(paths)).toEqual(expected);
  expect(resolved(paths.toReversed())).toEqual(expected);
});

test('few slugs, and resources of an API, are none', () => {
  expect(resolved(slugs.slice(1).map((slug) => `/posts/${slug}`))).toHaveLength(4);
  const resources = [
    'users',
    'orders',
    'items',
    'carts',
    'search',
    'login',
    'logout',
    'health',
    'sales-reports',
    'me',
  ];
  expect(resolved(resources.map((each) => `/api/${each}`))).toHaveLength(10);
});

test('many names below a plural are a parameter', () => {
  const names = Array.from({ length: 15 }, (_, at) => `/users/${'abcdefghijklmno'[at]}da`);
  expect(resolved(names)).toEqual(['GET a.test/users/{userId}']);
});
