import { describe, expect, test } from 'vitest';
import { CaptureBudget, type BudgetedBody } from './capture-budget.ts';
import { Client } from './client.ts';
import { Flow } from './flow.ts';
import { Message } from './message.ts';
import { FlowStore, MAX_FLOWS, type FlowChange } from './store.ts';

const client = new Client('127.0.0.1', 1);
const target = { scheme: 'http', host: 'a.test', port: 80 } as const;

/** A budget that records which bodies were released. */
class RecordingBudget extends CaptureBudget {
  readonly released: BudgetedBody[] = [];

  constructor() {
    super({ maxBodyBytes: 100, memoryBytes: 100, spillPath: 'never-made' });
  }

  override release(capture: BudgetedBody): void {
    this.released.push(capture);
    super.release(capture);
  }
}

function openStore(): {
  readonly store: FlowStore;
  readonly budget: RecordingBudget;
  readonly changes: [number, FlowChange][];
} {
  const budget = new RecordingBudget();
  const store = new FlowStore(budget);
  const changes: [number, FlowChange][] = [];
  store.subscribe(({ id }, change) => changes.push([id, change]));
  return { store, budget, changes };
}

function newFlow(store: FlowStore, from = client): Flow {
  const request = new Message('POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n', store.captures);
  request.body.add(Buffer.from('x'));
  return new Flow({
    id: store.takeId(),
    client: from,
    method: 'POST',
    target,
    request,
    decrypted: false,
    startedAt: 0,
  });
}

function addTo(store: FlowStore, from = client): Flow {
  const flow = newFlow(store, from);
  store.add(flow);
  return flow;
}

function ids(store: FlowStore): number[] {
  return store.list().map(({ id }) => id);
}

describe('the flows', () => {
  test('are numbered from 1, and listed in order', () => {
    const { store } = openStore();
    for (let n = 0; n < 3; n += 1) addTo(store);
    expect(ids(store)).toEqual([1, 2, 3]);
    expect(store.size).toBe(3);
  });

  test('are at most 5,000: one more drops the oldest 1,000', () => {
    const { store, budget } = openStore();
    const flows = Array.from({ length: MAX_FLOWS }, () => addTo(store));
    expect(store.size).toBe(5000);
    expect(budget.released).toEqual([]);
    addTo(store);
    expect(store.size).toBe(4001);
    expect(ids(store)[0]).toBe(1001);
    expect(ids(store).at(-1)).toBe(5001);
    // Their bodies are released.
    expect(budget.released).toEqual(flows.slice(0, 1000).map(({ request }) => request?.body));
    for (let n = 0; n < 999; n += 1) addTo(store);
    expect(store.size).toBe(5000);
    addTo(store);
    expect(ids(store)[0]).toBe(2001);
  });

  test('that are no longer listed free their memory when they finish', () => {
    const { store, budget, changes } = openStore();
    const hidden = newFlow(store);
    hidden.unrecorded = true;
    store.add(hidden);
    store.finish(hidden);
    expect(changes).toEqual([]);
    expect(budget.released).toEqual([hidden.request?.body]);
    store.finish(addTo(store));
    expect(budget.released).toHaveLength(1);
  });

  test('are found by id after evictions and removals', () => {
    const { store } = openStore();
    for (let n = 0; n < MAX_FLOWS + 1; n += 1) addTo(store);
    for (const id of [1001, 3000, 4000, 5001]) store.remove(store.find(id)!);
    for (const id of [1002, 2999, 3001, 3999, 4001, 5000]) expect(store.find(id)?.id).toBe(id);
    for (const id of [0, -1, 1, 1000, 1001, 3000, 4000, 5001, 5002, 1.5, Number.NaN, Infinity]) {
      expect(store.find(id)).toBeUndefined();
    }
  });

  test('do not exist in an empty store', () => {
    const { store } = openStore();
    expect(store.find(1)).toBeUndefined();
    expect(store.list()).toEqual([]);
  });

  test('are not listed when they are unrecorded', () => {
    const { store, changes } = openStore();
    store.recording = false;
    addTo(store);
    expect([store.size, changes]).toEqual([0, []]);
    const replayed = newFlow(store);
    store.add(replayed, true);
    store.recording = true;
    const next = addTo(store);
    expect(ids(store)).toEqual([replayed.id, next.id]);
    expect([replayed.id, next.id]).toEqual([2, 3]);
  });

  test('are cleared together, and their ids never reused', () => {
    const { store, budget } = openStore();
    const flow = addTo(store);
    flow.response = new Message('HTTP/1.1 200 OK\r\n\r\n', budget);
    flow.response.body.add(Buffer.from('y'));
    store.clear();
    expect(store.size).toBe(0);
    expect(budget.released).toEqual([flow.request?.body, flow.response.body]);
    expect(addTo(store).id).toBe(2);
  });

  test('of one connection are found among the last 500, newest first', () => {
    const { store } = openStore();
    const other = new Client('127.0.0.1', 2);
    const [first] = [addTo(store, other), addTo(store)];
    expect(store.ofClient(other)).toEqual([first]);
    for (let n = 0; n < 400; n += 1) addTo(store);
    const second = addTo(store, other);
    expect(store.ofClient(other)).toEqual([second, first]);
    for (let n = 0; n < 200; n += 1) addTo(store);
    expect(store.ofClient(other)).toEqual([second]);
    expect(store.ofClient(new Client('127.0.0.1', 2))).toEqual([]);
  });
});

describe('a subscriber', () => {
  test('is called for each change, with a distinct revision', () => {
    const { store, changes } = openStore();
    const a = addTo(store);
    const b = addTo(store);
    store.update(a);
    store.finish(b);
    store.remove(a);
    expect(changes).toEqual([
      [1, 'added'],
      [2, 'added'],
      [1, 'updated'],
      [2, 'finished'],
      [1, 'removed'],
    ]);
    expect([a.revision, b.revision, store.revision]).toEqual([5, 4, 5]);
  });

  test('is not called after unsubscribing, even during a call', () => {
    const { store } = openStore();
    const changes: number[] = [];
    const stop = store.subscribe(({ id }) => {
      changes.push(id);
      stop();
    });
    const later: number[] = [];
    store.subscribe(({ id }) => later.push(id));
    addTo(store);
    addTo(store);
    expect(changes).toEqual([1]);
    expect(later).toEqual([1, 2]);
  });

  test('is not called for the removal of an unknown flow', () => {
    const { store, changes, budget } = openStore();
    const flow = newFlow(store);
    store.remove(flow);
    expect([changes, budget.released]).toEqual([[], []]);
  });
});
