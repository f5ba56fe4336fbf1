import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { TestExchange } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import { Client } from '../../flow/client.ts';
import { allowList } from './allow-list.ts';
import { mapLocal } from './map-local/index.ts';
import { ToolSet } from '../tool-set.ts';

function listing(...rules: readonly Readonly<Record<string, unknown>>[]): ToolSet {
  const set = new ToolSet(toolServices(), [allowList, mapLocal]);
  for (const rule of rules) set.upsert('allowList', rule);
  return set;
}

async function send(set: ToolSet, url: string) {
  const exchange = new TestExchange({ url });
  const hook = set.hooks.exchange?.(exchange.flow) ?? null;
  return { recorded: hook?.recorded, verdict: await hook?.request(exchange), flow: exchange.flow };
}

const tunnelTo = (host: string) =>
  capturedFlow({ request: null, target: { scheme: 'https', host, port: 443 } });
const client = new Client('127.0.0.1', 1);

test('forwards and records matching requests, without a match in the flow', async () => {
  const { recorded, verdict, flow } = await send(listing({ pattern: 'a.test' }), 'http://a.test/x');
  expect([recorded, verdict]).toEqual([true, { type: 'forward' }]);
  expect([flow.tags, flow.matchedRules]).toEqual([[], []]);
});

test('forwards other requests unrecorded, and bypasses other tools', async () => {
  const set = listing({ pattern: 'a.test' });
  set.upsert('mapLocal', {});
  const { recorded, verdict } = await send(set, 'http://b.test/x');
  expect([recorded, verdict]).toEqual([false, { type: 'forward' }]);
  expect((await send(set, 'http://a.test/x')).verdict).toMatchObject({ type: 'respond' });
});

test('when a rule blocks, other requests are blocked, recorded and marked', async () => {
  const set = listing({ pattern: 'a.test' }, { name: 'strict', pattern: 'b.test', unmatched: 'block' });
  const { recorded, verdict, flow } = await send(set, 'http://c.test/x');
  expect(recorded).toBe(true);
  expect(verdict).toMatchObject({
    type: 'respond',
    response: { status: 403, body: Buffer.from('This request was refused. It is not on the Allow List.\n') },
  });
  expect(flow.tags).toEqual(['Allow List']);
  expect(flow.matchedRules).toMatchObject([{ tool: 'allowList', name: 'strict', note: 'not on the list' }]);
  expect((await send(set, 'http://a.test/x')).verdict).toEqual({ type: 'forward' });
});

test('has no effect without an enabled rule', () => {
  const set = listing({ pattern: 'a.test', enabled: false });
  expect(set.activeTools).toEqual(['allowList']);
  expect(set.hooks).toEqual({});
});

describe('tunnels', () => {
  test('without a match are not recorded', () => {
    const set = listing({ pattern: '*.a.test' });
    expect(set.hooks.tunnel?.(tunnelTo('b.test'))).toMatchObject({
      recorded: false,
      verdict: { type: 'open' },
    });
    expect(set.hooks.tunnel?.(tunnelTo('x.a.test'))).toMatchObject({ recorded: true });
  });

  test('without a match can be blocked', () => {
    const set = listing({ pattern: 'a.test/path', unmatched: 'block' });
    const refused = { verdict: { type: 'refuse', status: 403, reason: 'It is not on the Allow List.' } };
    const flow = tunnelTo('a.test');
    expect(set.hooks.tunnel?.(flow)).toMatchObject({ recorded: true, ...refused });
    expect(flow.tags).toEqual(['Allow List']);
  });
});

test.each([
  ['a.test/path', 'ignore', 'a.test', true],
  ['a.test/path', 'ignore', 'b.test', false],
  ['*.a.test', 'ignore', 'x.a.test', true],
  ['*.a.test/*', 'ignore', 'b.test', false],
  ['*/api/*', 'ignore', 'b.test', true],
  ['http://a.test', 'ignore', 'a.test', false],
  ['a.test', 'block', 'b.test', true],
])('%s with %s: %s may be decrypted: %s', (pattern, unmatched, host, expected) => {
  const set = listing({ pattern, unmatched });
  expect(set.hooks.mayDecrypt?.(host, 443, client)).toBe(expected);
});
