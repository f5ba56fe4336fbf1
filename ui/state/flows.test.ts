import { describe, expect, test } from 'vitest';
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import { emptyFlows, mergeFlows, removeFlows, type FlowList } from './flows.ts';

function flow(id: number, status?: number): FlowSummary {
  return {
    id,
    method: 'GET',
    url: `http://a.test/${id}`,
    host: 'a.test',
    startedAt: '2026-11-22T14:00:00.000Z',
    state: 'completed',
    decrypted: false,
    app: null,
    tags: [],
    ...(status !== undefined && { status }),
  };
}

const ids = ({ flows }: FlowList): readonly number[] => flows.map(({ id }) => id);

describe('merging', () => {
  test('new flows are added in the order of their ids, changed ones replaced where they are', () => {
    const first = mergeFlows(emptyFlows(), [flow(1), flow(2), flow(5)]);
    const second = mergeFlows(first, [flow(6), flow(2, 404), flow(3), flow(6, 200)]);
    expect(ids(second)).toEqual([1, 2, 3, 5, 6]);
    expect(second.flows.map(({ status }) => status)).toEqual([undefined, 404, undefined, undefined, 200]);
    expect(second.byId.get(2)).toBe(second.flows[1]);
    expect(ids(first)).toEqual([1, 2, 5]);
  });

  test('a flow that did not change stays the same object, so that its row is not drawn again', () => {
    const first = mergeFlows(emptyFlows(), [flow(1), flow(2)]);
    expect(mergeFlows(first, [flow(2, 200)]).flows[0]).toBe(first.flows[0]);
  });
});

test('flows are removed by id and below an id', () => {
  const list = mergeFlows(emptyFlows(), [flow(1), flow(2), flow(3), flow(4)]);
  const rest = removeFlows(list, { ids: [3], before: 2 });
  expect(ids(rest)).toEqual([2, 4]);
  expect(rest.byId.has(3)).toBe(false);
  expect(removeFlows(emptyFlows(), { ids: [], before: 1 }).isLoaded).toBe(true);
});
