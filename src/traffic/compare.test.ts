import { expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../test/helpers/flows.ts';
import { compareFlows } from './compare.ts';

const compared = (a: Captured, b: Captured) =>
  compareFlows(capturedFlow({ id: 1, ...a }), capturedFlow({ id: 2, ...b }));
const response = (body: string, ...fields: readonly string[]): Captured => ({
  response: { head: ['HTTP/1.1 200 OK', ...fields], body },
});

test('equal exchanges have no diff', async () => {
  const { request, response: changed } = await compared(response('same'), response('same'));
  expect([request, changed]).toEqual([
    { diff: '', changes: [] },
    { diff: '', changes: [] },
  ]);
});

test('a diff of lines, and the parts that changed', async () => {
  const { request } = await compared(
    { request: { head: ['GET /a HTTP/1.1', 'Host: a', 'X-A: 1', 'Cookie: b'] } },
    { request: { head: ['PUT /a HTTP/1.1', 'Host: a', 'X-A: 2', 'Accept: c'] } },
  );
  expect(request.changes).toEqual([
    { where: 'method', before: 'GET', after: 'PUT' },
    { where: 'header x-a', before: '1', after: '2' },
    { where: 'header cookie', before: 'b', after: null },
    { where: 'header accept', before: null, after: 'c' },
  ]);
  expect(request.diff).toMatch(/^=+\n--- #1\n\+\+\+ #2\n@@ /);
  expect(request.diff).toContain('-GET http://example.test/a\n+PUT http://example.test/a\n Host: a\n');
});

test('JSON is compared by value', async () => {
  const json = 'Content-Type: application/json';
  const same = await compared(
    response('{"a":1,"b":[1,{"c":2}]}', json),
    response('{ "b": [1, {"c": 2}], "a": 1 }', json),
  );
  expect(same.response).toEqual({ diff: '', changes: [] });
  const { response: changed } = await compared(
    response('{"a":1,"b":[1,2],"odd name":true}', json),
    response('{"a":"1","b":[1],"c":null}', json),
  );
  expect(changed.changes).toEqual([
    { where: 'body $.a', before: '1', after: '"1"' },
    { where: 'body $.b[1]', before: '2', after: null },
    { where: 'body $["odd name"]', before: 'true', after: null },
    { where: 'body $.c', before: null, after: 'null' },
  ]);
});

test.each(['Date', 'ETag', 'X-Request-Id', 'CF-Ray', 'Set-Cookie', 'X-Amzn-Trace-Id', 'traceparent', 'Age'])(
  '%s is volatile',
  async (name) => {
    const { response: changed } = await compared(response('', `${name}: a`), response('', `${name}: b`));
    expect(changed.changes).toEqual([
      { where: `header ${name.toLowerCase()}`, before: 'a', after: 'b', volatile: true },
    ]);
  },
);

test.each(['Content-Type', 'X-Id-Type', 'Location', 'Grid'])('%s is not volatile', async (name) => {
  const { response: changed } = await compared(response('', `${name}: a`), response('', `${name}: b`));
  expect(changed.changes[0]?.volatile).toBe(undefined);
});

test('a missing response, a tunnel and a binary body', async () => {
  const { response: none } = await compared({ response: null, state: 'failed' }, response('x'));
  expect(none.changes).toContainEqual({ where: 'status', before: null, after: '200 OK' });
  const { request } = await compared({ request: null }, {});
  expect(request.changes[0]).toEqual({ where: 'method', before: 'CONNECT', after: 'GET' });
  const { response: bytes } = await compared(response('\0\xff'), response('\0\xfe'));
  expect(bytes.changes).toHaveLength(1);
});

test('the diff of large and unrelated bodies is abandoned in time', { tags: ['full'] }, async () => {
  const lines = (mark: string): string =>
    Array.from({ length: 20_000 }, (_, at) => `${mark}${at * 7}`).join('\n');
  const { response: changed } = await compared(response(lines('a')), response(lines('b')));
  expect(changed.changes).toHaveLength(1);
  expect(changed.diff.length).toBeGreaterThan(10);
});
