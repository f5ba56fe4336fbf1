import { describe, expect, test } from 'vitest';
import { CaptureBudget, type BudgetedBody } from './capture-budget.ts';
import { Client } from './client.ts';
import { Flow, Message } from './flow.ts';
import { FlowStore, MAX_FLOWS, type FlowChange } from './store.ts';

const client = new Client('127.0.0.1', 1);
const target = { scheme: 'http', host: 'a.test', port: 80 } as const;

/** A budget that says what it was told to forget. */
class Ledger extends CaptureBudget {
  readonly forgotten: BudgetedBody[] = [];

  constructor() {
    super({ maxBodyBytes: 100, memoryBytes: 100, spillPath: 'never-made' });
  }

  override release(capture: BudgetedBody): void {
    this.forgotten.push(capture);
    super.release(capture);
  }
}

function opened(): {
  readonly store: FlowStore;
  readonly ledger: Ledger;
  readonly told: [number, FlowChange][];
} {
  const ledger = new Ledger();
  const store = new FlowStore(ledger);
  const told: [number, FlowChange][] = [];
  store.subscribe(({ id }, change) => told.push([id, change]));
  return { store, ledger, told };
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
  test('are numbered from 1, and listed in that order', () => {
    const { store } = opened();
    for (let n = 0; n < 3; n += 1) addTo(store);
    expect(ids(store)).toEqual([1, 2, 3]);
    expect(store.size).toBe(3);
  });

  test('are 5,000 at most: one more, and the oldest 1,000 are dropped', () => {
    const { store, ledger } = opened();
    const flows = Array.from({ length: MAX_FLOWS }, () => addTo(store));
    expect(store.size).toBe(5000);
    expect(ledger.forgotten).toEqual([]);
    addTo(store);
    expect(store.size).toBe(4001);
    expect(ids(store)[0]).toBe(1001);
    expect(ids(store).at(-1)).toBe(5001);
    // What they kept of bodies is given back.
    expect(ledger.forgotten).toEqual(flows.slice(0, 1000).map(({ request }) => request?.body));
    for (let n = 0; n < 999; n += 1) addTo(store);
    expect(store.size).toBe(5000);
    addTo(store);
    expect(ids(store)[0]).toBe(2001);
  });

  test('that are not remembered give their memory back at their end', () => {
    const { store, ledger, told } = opened();
    const hidden = newFlow(store);
    hidden.unrecorded = true;
    store.add(hidden);
    store.finish(hidden);
    expect(told).toEqual([]);
    expect(ledger.forgotten).toEqual([hidden.request?.body]);
    store.finish(addTo(store));
    expect(ledger.forgotten).toHaveLength(1);
  });

  test('are found by id, in whatever was left by drops and removals', () => {
    const { store } = opened();
    for (let n = 0; n < MAX_FLOWS + 1; n += 1) addTo(store);
    for (const id of [1001, 3000, 4000, 5001]) store.remove(store.find(id)!);
    for (const id of [1002, 2999, 3001, 3999, 4001, 5000]) expect(store.find(id)?.id).toBe(id);
    for (const id of [0, -1, 1, 1000, 1001, 3000, 4000, 5001, 5002, 1.5, Number.NaN, Infinity]) {
      expect(store.find(id)).toBeUndefined();
    }
  });

  test('of an empty store are none', () => {
    const { store } = opened();
    expect(store.find(1)).toBeUndefined();
    expect(store.list()).toEqual([]);
  });

  test('that nobody asked to remember are not', () => {
    const { store, told } = opened();
    store.recording = false;
    addTo(store);
    expect([store.size, told]).toEqual([0, []]);
    const answer = newFlow(store);
    store.add(answer, true);
    store.recording = true;
    const next = addTo(store);
    expect(ids(store)).toEqual([answer.id, next.id]);
    expect([answer.id, next.id]).toEqual([2, 3]);
  });

  test('are forgotten all at once, their ids never used again', () => {
    const { store, ledger } = opened();
    const flow = addTo(store);
    flow.response = new Message('HTTP/1.1 200 OK\r\n\r\n', ledger);
    flow.response.body.add(Buffer.from('y'));
    store.clear();
    expect(store.size).toBe(0);
    expect(ledger.forgotten).toEqual([flow.request?.body, flow.response.body]);
    expect(addTo(store).id).toBe(2);
  });

  test('of one connection are found, the newest first, as far back as 500 flows', () => {
    const { store } = opened();
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

describe('who subscribes', () => {
  test('is told of each change, whose flow has a revision of its own', () => {
    const { store, told } = opened();
    const a = addTo(store);
    const b = addTo(store);
    store.update(a);
    store.finish(b);
    store.remove(a);
    expect(told).toEqual([
      [1, 'added'],
      [2, 'added'],
      [1, 'updated'],
      [2, 'finished'],
      [1, 'removed'],
    ]);
    expect([a.revision, b.revision, store.revision]).toEqual([5, 4, 5]);
  });

  test('is told no more once that is enough, even in the middle of being told', () => {
    const { store } = opened();
    const told: number[] = [];
    const stop = store.subscribe(({ id }) => {
      told.push(id);
      stop();
    });
    const later: number[] = [];
    store.subscribe(({ id }) => later.push(id));
    addTo(store);
    addTo(store);
    expect(told).toEqual([1]);
    expect(later).toEqual([1, 2]);
  });

  test('is not told of the removal of what is not there', () => {
    const { store, told, ledger } = opened();
    const flow = newFlow(store);
    store.remove(flow);
    expect([told, ledger.forgotten]).toEqual([[], []]);
  });
});
