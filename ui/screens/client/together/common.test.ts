import { expect, test } from 'vitest';
import { requestView } from '../request/request-view.ts';
import { authText, bases, commonHeaders, effects } from './common.ts';

const header = (name: string, value: string) => ({ name, value, enabled: true, docs: '' });
const ONE = {
  url: 'https://a.test/1',
  headers: [header('Accept', 'a/b'), header('X-Client', '4126')],
  auth: { type: 'bearer', token: '{{t}}' },
  settings: { timeoutMs: 100 },
};
const TWO = { url: '{{base}}/2', headers: [header('accept', 'a/b')] };
const views = [ONE, TWO, { url: '{{base}}/3' }].map(requestView);

test('headers, authorization and bases say what requests have in common', () => {
  expect(commonHeaders(views)).toEqual([
    { name: 'Accept', values: ['a/b'], count: 2 },
    { name: 'X-Client', values: ['4126'], count: 1 },
  ]);
  expect(authText(views)).toBe('2 inherited, 1 Bearer token of its own');
  expect(bases(views)).toEqual([
    ['{{base}}', 2],
    ['https://a.test', 1],
  ]);
});

test('an effect is what stands there before and after', () => {
  const change = {
    headers: [
      { action: 'set', name: 'x-client', value: '4127', keep: false },
      { action: 'remove', name: 'Accept' },
    ],
    auth: { type: 'inherit' },
    baseUrl: '{{base}}',
    scripts: { test: 'pm.test("a");\npm.test("b");' },
    settings: { timeoutMs: null, verifyTls: false },
  } as const;
  expect(effects(ONE, change)).toEqual([
    { thing: 'x-client', before: '4126', after: '4127' },
    { thing: 'Accept', before: 'a/b', after: null },
    { thing: 'Auth', before: 'Bearer token of its own', after: 'inherited' },
    { thing: 'URL', before: 'https://a.test/1', after: '{{base}}/1' },
    { thing: 'After', before: '0 lines', after: '2 lines' },
    { thing: 'Timeout', before: '100', after: null },
    { thing: 'Verify certificates', before: null, after: 'off' },
  ]);
  expect(effects(TWO, { headers: [{ action: 'remove', name: 'X-Client' }] })).toEqual([
    { thing: 'X-Client', before: null, after: null },
  ]);
});
