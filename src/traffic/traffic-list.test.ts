import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import { Message } from '../flow/message.ts';
import { FlowStore } from '../flow/store.ts';
import { TrafficList } from './traffic-list.ts';

let budget: CaptureBudget;
let store: FlowStore;
let list: TrafficList;

beforeEach(() => {
  budget = new CaptureBudget({ maxBodyBytes: 1000, memoryBytes: 10_000, spillPath: join(tmpdir(), 'never') });
  store = new FlowStore(budget);
  list = new TrafficList(store);
});

function capture(): Flow {
  const flow = capturedFlow({ id: store.takeId() });
  store.add(flow);
  return flow;
}

function imported(): Flow {
  return capturedFlow({ id: list.takeId() });
}

const ids = (): readonly number[] => list.newest().map(({ id }) => id);

describe('content', () => {
  test('has the captured flows until they are removed from it', () => {
    const [first, second] = [capture(), capture()];
    expect(ids()).toEqual([1, 2]);
    expect(list.remove([first.id, first.id, 99])).toBe(1);
    expect(ids()).toEqual([2]);
    expect(store.size).toBe(2);
    expect(list.find(second.id)).toBe(second);
  });

  test('keeps flows that the engine drops at a restart, but not those it takes back', () => {
    capture();
    const wrong = capture();
    store.remove(wrong);
    store.clear();
    expect(ids()).toEqual([1]);
  });

  test('has imported flows, with ids of the same sequence', () => {
    capture();
    list.open([imported(), imported()]);
    capture();
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(store.size).toBe(2);
    expect(list.clear()).toBe(4);
    expect(list.size).toBe(0);
    expect(store.takeId()).toBe(5);
  });

  test('leaves out flows that a tool does not record, without an event', () => {
    const changes: string[] = [];
    list.subscribe((_, change) => changes.push(change));
    const flow = capturedFlow({ id: store.takeId() });
    flow.unrecorded = true;
    store.add(flow);
    store.update(flow);
    store.finish(flow);
    expect(changes).toEqual([]);
    expect(list.size).toBe(0);
  });

  test('has composed requests nevertheless', () => {
    const flow = capturedFlow({ id: store.takeId() });
    flow.unrecorded = true;
    store.recording = false;
    store.add(flow, true);
    expect(list.size).toBe(1);
  });
});

describe('bounds', () => {
  test('evicts the oldest 1,000 beyond 5,000 captured flows', () => {
    for (let count = 0; count < 5000; count += 1) capture();
    list.open([imported()]);
    expect(list.size).toBe(5001);
    capture();
    expect(list.size).toBe(4002);
    expect(ids()[0]).toBe(1001);
    expect(ids()).toContain(5001);
  });

  test('keeps up to 1,000 annotated flows beyond that', () => {
    const flows = Array.from({ length: 1200 }, capture);
    flows.forEach((flow, index) =>
      list.annotate(flow, [{ color: 'red' as const }, { comment: 'x' }, { pinned: true }][index % 3]!),
    );
    for (let count = 0; count < 20_000; count += 1) capture();
    expect(list.size).toBeLessThanOrEqual(6000);
    expect(list.find(flows[199]!.id)).toBeUndefined();
    expect(list.find(flows[200]!.id)).toBe(flows[200]);
    expect(list.find(flows[1199]!.id)).toBe(flows[1199]);
  });

  test('an evicted flow goes on', () => {
    const pending = capture();
    for (let count = 0; count < 5000; count += 1) capture();
    expect(list.find(pending.id)).toBeUndefined();
    const changes: number[] = [];
    list.subscribe(({ id }) => changes.push(id));
    store.finish(pending);
    expect(changes).toEqual([]);
  });
});

describe('memory', () => {
  function withBody(): Flow {
    const request = new Message('POST / HTTP/1.1\r\n\r\n', budget);
    request.body.add(Buffer.alloc(100));
    const target = { scheme: 'http', host: 'example.test', port: 80 } as const;
    const flow = store.create({
      client: new Client('127.0.0.1', 1),
      method: 'POST',
      target,
      request,
      decrypted: false,
    });
    store.add(flow);
    return flow;
  }

  test('counts a body as long as one of the lists has its flow', () => {
    const [first, second] = [withBody(), withBody()];
    store.clear();
    expect(first.request?.body.counted).toBe(100);
    list.remove([first.id]);
    expect(first.request?.body.counted).toBe(0);
    expect(second.request?.body.counted).toBe(100);
    list.clear();
    expect(second.request?.body.counted).toBe(0);
  });

  test('counts a flow that only the engine still has', () => {
    const flow = withBody();
    list.clear();
    expect(flow.request?.body.counted).toBe(100);
    store.clear();
    expect(flow.request?.body.counted).toBe(0);
  });
});

describe('subscribers', () => {
  test('get each change with its own revision', () => {
    const changes: string[] = [];
    list.subscribe((flow, change) => changes.push(`${change} ${flow.id} ${flow.revision === list.revision}`));
    const flow = capture();
    list.annotate(flow, { color: 'blue' });
    list.remove([flow.id]);
    list.annotate(flow, { color: null });
    expect(changes).toEqual(['added 1 true', 'updated 1 true', 'removed 1 true']);
  });

  test('get one event when the list is emptied', () => {
    capture();
    capture();
    const changes: string[] = [];
    list.subscribe((flow, change) => changes.push(`${change} ${flow.id}`));
    list.clear();
    list.clear();
    expect(changes).toEqual(['removed 2']);
  });
});

describe('discarding', () => {
  test('restore brings the flows back at their places, with their bodies', async () => {
    const flows = [capture(), capture(), capture()];
    list.open([imported()]);
    store.clear();
    expect(await list.discard(Float64Array.of(1, 2, 4, 99))).toBe(3);
    expect(ids()).toEqual([3]);
    expect(list.restore()).toBe(3);
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(list.find(1)).toBe(flows[0]);
    expect(list.restore()).toBe(0);
  });

  test('only the last flows that were discarded come back', async () => {
    capture();
    capture();
    await list.discard(Float64Array.of(1));
    await list.discard(Float64Array.of(2));
    expect(list.restore()).toBe(1);
    expect(ids()).toEqual([2]);
  });
});
