import { expect, test } from 'vitest';
import { TestExchange, TestResponse } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import type { HeaderLines } from '../../proxy/hooks.ts';
import { noCaching } from './no-caching.ts';
import { ToolSet } from '../tool-set.ts';

async function through(method: string, fields: HeaderLines, answer: HeaderLines = []) {
  const set = new ToolSet(toolServices(), [noCaching]);
  set.setEnabled('noCaching', true);
  const exchange = new TestExchange({ method, fields });
  const response = new TestResponse({ fields: answer });
  const hook = set.hooks.exchange?.(exchange.flow);
  await hook?.request(exchange);
  await hook?.response(exchange, response);
  return { asked: exchange.request.fields, answered: response.fields, flow: exchange.flow };
}

const FRESH: HeaderLines = [
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
];

test('a request asks for a whole new response', async () => {
  const { asked, flow } = await through('GET', [
    ['Host', 'a.test'],
    ['if-none-match', '"1"'],
    ['If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['If-Match', '"1"'],
    ['If-Unmodified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['Cache-Control', 'max-age=60'],
    ['Accept', '*/*'],
  ]);
  expect(asked).toEqual([['Host', 'a.test'], ['Accept', '*/*'], ...FRESH]);
  expect([flow.tags, flow.matchedRules]).toEqual([['No Caching'], []]);
});

test('a part is asked for as such only when nothing hangs on it', async () => {
  const range = ['Range', 'bytes=0-9'] as const;
  expect((await through('GET', [range])).asked).toEqual([range, ...FRESH]);
  expect((await through('GET', [range, ['If-Range', '"1"']])).asked).toEqual(FRESH);
});

test('what guards a write stays', async () => {
  const guard = ['If-Match', '"1"'] as const;
  expect((await through('PUT', [guard])).asked).toEqual([guard, ...FRESH]);
});

test('a response is kept by nobody', async () => {
  const { answered } = await through(
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
  expect(answered).toEqual([
    ['Content-Type', 'text/plain'],
    ['Cache-Control', 'no-store'],
  ]);
});
