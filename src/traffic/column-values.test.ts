import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { Pace } from '../flow/search/pace.ts';
import { columnRows, columnValues, contentColumn, MAX_PARSED_BYTES } from './column-values.ts';

const TYPE = 'Content-Type: application/json';

async function valuesOf(ids: readonly string[], body: string | Buffer, fields: readonly string[] = []) {
  const flow = capturedFlow({
    request: { head: ['POST /a HTTP/1.1', 'Accept: a/b', 'accept: c/d', 'X-Client: ios/4127'] },
    response: { head: ['HTTP/1.1 200 OK', TYPE, ...fields], body },
  });
  const columns = ids.map((id) => contentColumn(id)!);
  return columnValues(flow, columns, new Pace(new AbortController().signal));
}

test('fields of both heads, by any spelling, joined when there are several', async () => {
  const ids = [
    'request-header:ACCEPT',
    'request-header:x-client',
    'response-header:content-type',
    'response-header:age',
  ];
  expect(await valuesOf(ids, '')).toEqual(['a/b, c/d', 'ios/4127', 'application/json', null]);
});

test('values of a JSONPath: one keeps its type, several are joined, objects are JSON', async () => {
  const body = JSON.stringify({
    total: 228.89,
    ok: false,
    id: 'ch_1',
    none: null,
    items: [{ id: 1 }, { id: 2 }],
  });
  const ids = ['$..total', '$.ok', '$.id', '$.none', '$.items[*].id', '$.items[0]', '$.missing'].map(
    (path) => `response-body:${path}`,
  );
  const values = [228.89, false, 'ch_1', 'null', '1, 2', '{"id":1}', null];
  expect(await valuesOf(ids, body)).toEqual(values);
  expect(await valuesOf(ids, gzipSync(body), ['Content-Encoding: gzip'])).toEqual(values);
  expect(await valuesOf(['request-body:$.id'], body)).toEqual([null]);
});

test('hits of a filter: in bodies, and in headers where it asks for nothing else', async () => {
  const body = 'aXa Xa\na'.repeat(100);
  expect(
    await valuesOf(['hits:body:"Xa" header:x-client=ios', 'hits:header:accept', 'hits:body:nothing'], body),
  ).toEqual([200, 2, 0]);
});

test('what is not JSON, or too long, has no values; a long value is cut', async () => {
  expect(await valuesOf(['response-body:$.a'], '{"a": 1')).toEqual([null]);
  expect(await valuesOf(['response-body:$.a'], 'a=1')).toEqual([null]);
  const long = JSON.stringify({ a: 'x'.repeat(MAX_PARSED_BYTES) });
  expect(await valuesOf(['response-body:$.a'], long)).toEqual([null]);
  const [value] = await valuesOf(['response-body:$.a'], JSON.stringify({ a: 'x'.repeat(5000) }));
  expect(value).toMatch(/^x{199}…$/);
});

test('a call ends after some bytes, and goes on where it ended', async () => {
  const body = JSON.stringify({ a: 1, filler: 'x'.repeat(MAX_PARSED_BYTES - 100) });
  const flow = capturedFlow({ response: { head: ['HTTP/1.1 200 OK', TYPE], body } });
  const columns = [contentColumn('response-body:$.a')!];
  const find = (id: number) => (id === 3 ? undefined : flow);
  const { signal } = new AbortController();
  let ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const calls: number[] = [];
  const values: unknown[] = [];
  while (ids.length > 0) {
    const rows = await columnRows(ids, find, columns, signal);
    calls.push(rows.length);
    values.push(...rows.map((row) => row.values));
    ids = ids.slice(rows.length);
  }
  expect(Math.max(...calls)).toBeLessThan(12);
  expect(Math.min(...calls)).toBeGreaterThan(0);
  expect(values).toEqual(Array.from({ length: 20 }, (_, index) => (index === 2 ? [] : [1])));
});

test.each([
  '',
  'accept',
  'request-header:',
  'request-header:a b',
  'header:a',
  'response-body:a',
  'response-body:$[',
])('%j is not a column', (id) => {
  expect(contentColumn(id)).toBeNull();
});
