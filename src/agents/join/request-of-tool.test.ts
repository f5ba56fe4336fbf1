import { expect, test } from 'vitest';
import type { ExchangeFacts } from '../facts/contract.ts';
import type { OpenCall } from './drafts.ts';
import { callOfRequest } from './request-of-tool.ts';

const calls = [
  '{"city":"Oslo"}',
  '{"city":"Rome","days":3}',
  '{"url":"https://shop.test/x"}',
  '{"id":12}',
].map((what) => ({ step: { what } }) as OpenCall);

test.each([
  ['GET /weather/Oslo', 'other.test', 0],
  ['GET /weather?city=rome&days=3', 'other.test', 1],
  ['POST /city', 'other.test', 0],
  ['GET /x', 'shop.test', 2],
  ['DELETE /orders/12', 'other.test', 3],
  ['GET /orders/123', 'other.test', 0],
  ['GET /%E0%A4%A', 'other.test', 0],
])('%s of %s is that of tool %i', (line, host, index) => {
  expect(callOfRequest(calls, { line, host } as ExchangeFacts)).toBe(calls[index]);
});

test('one that is open alone made it', () => {
  expect(callOfRequest([calls[1]!], { line: 'GET /', host: 'a.test' } as ExchangeFacts)).toBe(calls[1]);
  expect(callOfRequest([], { line: 'GET /', host: 'a.test' } as ExchangeFacts)).toBeUndefined();
});
