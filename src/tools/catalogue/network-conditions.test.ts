import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { TestExchange, TestResponse } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import { networkConditions } from './network-conditions.ts';
import { ToolSet } from '../tool-set.ts';

function network(rule: Readonly<Record<string, unknown>>): ToolSet {
  const set = new ToolSet(toolServices(), [networkConditions]);
  set.upsert('networkConditions', { name: 'slow', ...rule });
  return set;
}

async function send(set: ToolSet, exchange = new TestExchange()) {
  const hook = set.hooks.exchange?.(exchange.flow);
  const verdict = await hook?.request(exchange);
  await hook?.response(exchange, new TestResponse());
  return { verdict, exchange };
}

const quick = { profile: 'custom', downloadKbps: 80, uploadKbps: 8 };

describe('rates', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  test('limit each direction', async () => {
    const { exchange } = await send(network(quick));
    // 1,000 bytes are 8,000 bits: a second at 8 kbps, a tenth of it at 80.
    expect(exchange.upload?.delay(1000)).toBe(1000);
    expect(exchange.download?.delay(1000)).toBe(100);
  });

  test('are shared by all matching exchanges', async () => {
    const set = network(quick);
    const one = (await send(set)).exchange;
    const other = (await send(set)).exchange;
    expect(one.upload?.delay(1000)).toBe(1000);
    expect(other.upload?.delay(1000)).toBe(2000);
    vi.advanceTimersByTime(1500);
    expect(one.upload?.delay(1000)).toBe(1500);
    vi.advanceTimersByTime(60_000);
    expect(one.upload?.delay(1000)).toBe(1000);
  });

  test('are unlimited when 0', async () => {
    const { exchange } = await send(network({ profile: 'custom' }));
    expect([exchange.upload, exchange.download]).toEqual([null, null]);
  });
});

describe('latency', () => {
  test('delays the request', async () => {
    const exchange = new TestExchange();
    const set = network({ profile: 'custom', latencyMs: 30 });
    const verdict = set.hooks.exchange?.(exchange.flow)?.request(exchange);
    expect(verdict).toBeInstanceOf(Promise);
    expect(await verdict).toEqual({ type: 'forward' });
  });

  test('ends when the client disconnects', async () => {
    const client = new AbortController();
    const set = network({ profile: 'custom', latencyMs: 3_600_000 });
    const passed = send(set, new TestExchange({ signal: client.signal }));
    client.abort();
    expect((await passed).verdict).toEqual({ type: 'forward' });
  });

  test('of a tunnel varies by the jitter', () => {
    const set = network({ profile: 'lte', jitterMs: 10 });
    const drawn = Array.from(
      { length: 200 },
      () => set.hooks.tunnel?.(capturedFlow({ request: null }))?.latencyMs ?? -1,
    );
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(60);
    expect(new Set(drawn).size).toBeGreaterThan(100);
  });
});

test.each([
  ['veryBad', 1000, 1000, 2000],
  ['edge', 240, 200, 850],
  ['3g', 780, 330, 400],
  ['lte', 50_000, 10_000, 50],
  ['wifi', 40_000, 30_000, 2],
])('%s is %i down, %i up, %i ms', (profile, down, up, latency) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The profile veryBad fails one in ten connections: one of the others is checked.
  const set = network({ profile });
  const hooks = Array.from({ length: 50 }, () => set.hooks.tunnel?.(capturedFlow({ request: null })));
  const open = hooks.find((hook) => hook?.verdict.type === 'open');
  expect(open?.latencyMs).toBe(latency);
  const bytes = 1_000_000;
  expect(open?.download?.delay(bytes)).toBe((bytes * 8) / down);
  expect(open?.upload?.delay(bytes)).toBe((bytes * 8) / up);
  vi.useRealTimers();
});

describe('failures', () => {
  const reason = 'The rule "slow" of Network Conditions cuts the network off.';
  test.each([
    ['reset', { type: 'abort', how: 'reset', reason }],
    ['timeout', { type: 'abort', how: 'blackhole', reason }],
    ['503', { type: 'respond', response: { status: 503, body: Buffer.from(`${reason}\n`) } }],
  ])('offline, %s', async (failureMode, expected) => {
    const set = network({ profile: 'offline', failureMode });
    const { verdict, exchange } = await send(set);
    expect(verdict).toMatchObject(expected);
    expect(exchange.flow.matchedRules).toMatchObject([{ name: 'slow', note: 'made to fail' }]);
    const tunnel = set.hooks.tunnel?.(capturedFlow({ request: null }));
    expect(tunnel?.verdict).toEqual(
      failureMode === '503' ? { type: 'refuse', status: 503, reason } : expected,
    );
  });

  test.each([
    [{ profile: 'veryBad' }, 0.1],
    [{ profile: 'custom', failureRate: 0.5 }, 0.5],
    [{ profile: 'wifi', failureRate: 0.5 }, 0.5],
    [{ profile: 'wifi' }, 0],
    [{ profile: 'wifi', failureRate: 1 }, 1],
  ])('%j: %d', (rule, rate) => {
    const set = network(rule);
    const verdicts = Array.from(
      { length: 2000 },
      () => set.hooks.tunnel?.(capturedFlow({ request: null }))?.verdict,
    );
    const failed = verdicts.filter((verdict) => verdict?.type === 'abort').length;
    expect(Math.abs(failed / 2000 - rate)).toBeLessThan(0.06);
  });
});
