import { expect, test } from 'vitest';
import { TestExchange, TestResponse } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import type { HeaderLines } from '../../proxy/hooks.ts';
import { noCaching } from './no-caching.ts';
import { ToolSet } from '../tool-set.ts';

async function send(method: string, fields: HeaderLines, answer: HeaderLines = []) {
  const set = new ToolSet(toolServices(), [noCaching]);
  set.setEnabled('noCaching', true);
  const exchange = new TestExchange({ method, fields });
  const response = new TestResponse({ fields: answer });
  const hook = set.hooks.exchange?.(exchange.flow);
  await hook?.request(exchange);
  await hook?.response(exchange, response);
  return { requestFields: exchange.request.fields, responseFields: response.fields, flow: exchange.flow };
}

const FRESH: HeaderLines = [
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
];

test('a request asks for a whole new response', async () => {
  const { requestFields, flow } = await send('GET', [
    ['Host', 'a.test'],
    ['if-none-match', '"1"'],
    ['If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['If-Match', '"1"'],
    ['If-Unmodified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['Cache-Control', 'max-age=60'],
    ['Accept', '*/*'],
  ]);
  expect(requestFields).toEqual([['Host', 'a.test'], ['Accept', '*/*'], ...FRESH]);
  expect([flow.tags, flow.matchedRules]).toEqual([['No Caching'], []]);
});

test('a range stays unless it has a condition', async () => {
  const range = ['Range', 'bytes=0-9'] as const;
  expect((await send('GET', [range])).requestFields).toEqual([range, ...FRESH]);
  expect((await send('GET', [range, ['If-Range', '"1"']])).requestFields).toEqual(FRESH);
});

test('conditions of writes stay', async () => {
  const guard = ['If-Match', '"1"'] as const;
  expect((await send('PUT', [guard])).requestFields).toEqual([guard, ...FRESH]);
});

test('a response forbids caching', async () => {
  const { responseFields } = await send(
    'GET',
    [],
    [
      ['Content-Type', 'text/plain'],
      ['ETag', '"1"'],
      ['last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT'],
      ['Expires', '0'],
      ['Age', '5'],
      ['Cache-Control', 'max-age=60'],
      ['cache-control', 'public'],
      ['Pragma', 'cache'],
    ],
  );
  expect(responseFields).toEqual([
    ['Content-Type', 'text/plain'],
    ['Cache-Control', 'no-store'],
  ]);
});
