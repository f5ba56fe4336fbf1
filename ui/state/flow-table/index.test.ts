import { describe, expect, test } from 'vitest';
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';
import { FlowCounters } from '../flow-counters.ts';
import { FlowTable } from './index.ts';
import { randomFlow, randomNumbers } from './random-flows.ts';

const ids = (table: FlowTable): readonly number[] => [...table.ids()];

function flow(id: number, status?: number): FlowSummary {
  const rest = status === undefined ? { state: 'pending' as const } : { state: 'completed' as const, status };
  return {
    id,
    method: 'GET',
    url: `http://a.test/${id}`,
    host: 'a.test',
    startedAt: '2026-11-22T14:00:00.000Z',
    decrypted: false,
    app: null,
    tags: [],
    ...rest,
  };
}

describe('merging', () => {
  test('new flows are added in the order of their ids, changed ones replaced where they are', () => {
    const table = new FlowTable();
    table.merge([flow(1), flow(2), flow(5)]);
    table.merge([flow(6), flow(2, 404), flow(3), flow(6, 200)]);
    expect(ids(table)).toEqual([1, 2, 3, 5, 6]);
    expect([2, 3, 6].map((id) => table.find(id)?.status)).toEqual([404, undefined, 200]);
  });

  test('a flow that did not change stays the same object, so that its row is not drawn again', () => {
    const table = new FlowTable();
    table.merge([flow(1), flow(2)]);
    const [first, second] = [table.find(1), table.find(2)];
    table.merge([flow(2, 200)]);
    expect(table.find(1)).toBe(first);
    expect(table.find(2)).not.toBe(second);
  });

  test('summaries come out as they went in', () => {
    const tunnel: FlowSummary = {
      ...flow(3),
      method: 'CONNECT',
      url: 'https://[::1]:8443',
      state: 'tunneled',
      sentBytes: 0,
      receivedBytes: 7,
      notDecrypted: 'not listed',
      notDecryptedCode: 'not-listed',
    };
    const both: FlowSummary = {
      ...tunnel,
      id: 4,
      state: 'failed',
      error: 'refused',
      responseSize: 12,
      status: 502,
    };
    const whole: FlowSummary = {
      ...flow(5, 200),
      url: 'https://ä.test/π?x=😀',
      requestSize: 0,
      responseSize: 2 ** 40,
      durationMs: 0.125,
      tags: ['Map Local'],
      operation: { type: 'graphql', name: 'Cart' },
      contentType: '',
    };
    const table = new FlowTable();
    table.merge([tunnel, both, whole]);
    expect([3, 4, 5].map((id) => table.find(id))).toEqual([tunnel, both, whole]);
  });
});

test('flows are removed by id and below an id', () => {
  const table = new FlowTable();
  table.merge([flow(1), flow(2), flow(3), flow(4)]);
  expect(table.remove([3, 9], 2)).toEqual([1, 3]);
  expect(ids(table)).toEqual([2, 4]);
  expect(table.find(3)).toBeUndefined();
});

test('whatever comes and goes, the table has what a map has, and counts it', () => {
  const random = randomNumbers(7);
  const table = new FlowTable();
  const counters = new FlowCounters(table);
  counters.countFilters(
    [({ url }) => url.includes('/a'), ({ durationMs = 0 }) => durationMs > 500],
    () => undefined,
  );
  const naive = new Map<number, FlowSummary>();
  let next = 1;
  for (let round = 0; round < 120; round += 1) {
    const changed = Array.from({ length: random(300) }, () =>
      randomFlow(random, random(3) === 0 ? 1 + random(next) : (next += 1 + random(2))),
    );
    table.merge(changed);
    for (const each of changed) naive.set(each.id, each);
    const gone = Array.from({ length: random(60) }, () => random(next));
    const before = round % 10 === 9 ? next - random(4000) : 0;
    const removed = [...naive.keys()].filter((id) => gone.includes(id) || id < before);
    expect(table.remove(gone, before)).toEqual(removed.toSorted((a, b) => a - b));
    for (const id of removed) naive.delete(id);
  }
  const expected = [...naive.values()].sort((a, b) => a.id - b.id);
  expect(ids(table)).toEqual(expected.map(({ id }) => id));
  expect(expected.map(({ id }) => table.find(id))).toEqual(expected);
  expect([...table.commonParts].reduce((sum, { rows }) => sum + rows, 0)).toBe(naive.size);
  for (const [session, { count, found, hosts }] of counters.sessions) {
    const own = expected.filter(({ openedFrom = '' }) => openedFrom === session);
    expect(count).toBe(own.length);
    expect(found.map((number) => number)).toEqual([
      own.filter(({ url }) => url.includes('/a')).length,
      own.filter(({ durationMs = 0 }) => durationMs > 500).length,
    ]);
    const a = hosts.get('a.test')?.children.get('/a');
    const paths = own.filter(({ host, url }) => host === 'a.test' && /test\/a(?:[/?]|$)/.test(url));
    expect(a?.count ?? 0).toBe(paths.length);
  }
  table.clear();
  expect([table.size, counters.sessions.size, [...table.commonParts].length]).toEqual([0, 0, 0]);
});
