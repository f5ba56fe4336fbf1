import { expect, test } from 'vitest';
import { baseOf, changedTogether } from './shared-change.ts';

const header = (name: string, value: string, enabled = true) => ({ name, value, enabled, docs: '' });
const REQUEST = {
  url: 'https://a.test/v1/cart',
  headers: [header('Accept', 'text/plain'), header('X-Client', '1'), header('x-client', '2', false)],
  auth: { type: 'bearer', token: 't' },
  scripts: { preRequest: 'one();\n', test: '' },
  settings: { followRedirects: false },
};

test('an empty change changes nothing, nor does one that is so already', () => {
  expect(changedTogether(REQUEST, {})).toEqual({});
  const same = {
    headers: [{ action: 'set', name: 'accept', value: 'text/plain', keep: false }],
    auth: { type: 'bearer', token: 't' },
    baseUrl: 'https://a.test',
    settings: { followRedirects: false, verifyTls: null },
  } as const;
  expect(changedTogether(REQUEST, same as never)).toEqual({});
  expect(changedTogether({}, { auth: { type: 'inherit' } })).toEqual({});
});

test('a header is set once, kept where that is asked for, added, removed', () => {
  const set = (keep: boolean) =>
    changedTogether(REQUEST, { headers: [{ action: 'set', name: 'X-CLIENT', value: '3', keep }] });
  expect(set(false)).toEqual({ headers: [header('Accept', 'text/plain'), header('X-Client', '3')] });
  expect(set(true)).toEqual({});
  expect(
    changedTogether(REQUEST, {
      headers: [
        { action: 'remove', name: 'x-client' },
        { action: 'set', name: 'X-New', value: '{{v}}', keep: true },
      ],
    }),
  ).toEqual({ headers: [header('Accept', 'text/plain'), header('X-New', '{{v}}')] });
});

test('scripts get lines at their end, settings go back to their defaults', () => {
  expect(changedTogether(REQUEST, { scripts: { preRequest: 'two();', test: 'pm.test("a");\n\n' } })).toEqual({
    scripts: { preRequest: 'one();\ntwo();\n', test: 'pm.test("a");\n' },
  });
  expect(changedTogether(REQUEST, { settings: { followRedirects: null, timeoutMs: 50 } })).toEqual({
    settings: { timeoutMs: 50 },
  });
});

test.for([
  ['https://a.test/v1?x=1', 'https://a.test'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['{{base}}/v1', '{{base}}'],
  ['{{base}}:{{port}}/v1', '{{base}}:{{port}}'],
  ['https://{{host}}/v1', 'https://{{host}}'],
  ['{{base}}v1/x', ''],
  ['/v1', ''],
  ['a.test/v1', ''],
])('the base of %s is %s', ([url, base]) => {
  expect(baseOf(url!)).toBe(base);
});

test('another base leaves the path, and URLs without a base', () => {
  const moved = (url: string) => changedTogether({ url }, { baseUrl: '{{base}}' });
  expect(moved('https://a.test/v1/:id')).toEqual({ url: '{{base}}/v1/:id' });
  expect(moved('{{old}}/v1')).toEqual({ url: '{{base}}/v1' });
  expect(moved('/v1')).toEqual({});
});
