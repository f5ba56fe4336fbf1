import { expect, test } from 'vitest';
import { parseRuleResult } from './result.ts';
import type { FunctionName } from '../rules/setup.ts';

const request = (changes: object): string => JSON.stringify({ type: 'request', changes });

test.each<[FunctionName, string]>([
  ['onRequest', 'null'],
  ['onRequest', '{'],
  ['onRequest', '[]'],
  ['onRequest', '{"type":"response","changes":{}}'],
  ['onRequest', '{"type":"request"}'],
  ['onRequest', '{"type":"respond","response":{"statusCode":200}}'],
  ['onRequest', request({ method: 'A B' })],
  ['onRequest', request({ scheme: 'file' })],
  ['onRequest', request({ host: 'a/b' })],
  ['onRequest', request({ port: 0 })],
  ['onRequest', request({ path: 'x' })],
  ['onRequest', request({ query: 'a b' })],
  ['onRequest', request({ headers: 'a: b\nc' })],
  ['onRequest', request({ headers: 'a\nb\r\nc: d\nd' })],
  ['onRequest', request({ headers: 'a' })],
  ['onRequest', request({ headers: 5 })],
  ['onRequest', request({ body: { text: 5 } })],
  ['onResponse', '{"type":"response","changes":{"statusCode":100}}'],
  ['onResponse', '{"type":"response","changes":{"statusPhrase":"a\\nb"}}'],
  ['onResponse', '{"type":"block"}'],
  ['onWebSocketMessage', '{"type":"message","data":5}'],
  ['onServerEvent', '{"type":"event","changes":{"retry":0.5}}'],
])('%s: %s is not believed', (name, json) => {
  expect(parseRuleResult(name, json)).toBeNull();
});

test('unknown fields are left out', () => {
  expect(parseRuleResult('onRequest', request({ method: 'GET', other: 1 }))).toEqual({
    type: 'request',
    changes: { method: 'GET' },
  });
});
