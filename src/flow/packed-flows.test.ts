// Flows of the list that have become records: nobody can tell.
import { expect, test } from 'vitest';
import { capturedFlow, flowHome, type Captured } from '../../test/helpers/flows.ts';
import { flowDetail } from './detail.ts';
import type { Flow } from './flow.ts';
import type { PackedFlow } from './packed-flows.ts';
import { FlowStore } from './store.ts';

/** Enough that the oldest of them are packed. */
const MANY = 200;

interface Filled {
  readonly store: FlowStore;
  /** As they were when they finished. */
  readonly flows: readonly Flow[];
  readonly packed: readonly number[];
}

function filled(captured: (id: number) => Captured = () => ({})): Filled {
  const store = new FlowStore(flowHome().captures);
  const packed: number[] = [];
  store.subscribePacked(({ id }) => packed.push(id));
  const flows = Array.from({ length: MANY }, () => {
    const id = store.takeId();
    const flow = capturedFlow({ id, ...captured(id) });
    store.add(flow);
    store.finish(flow);
    return flow;
  });
  return { store, flows, packed };
}

const shared = (id: number): Captured => ({
  request: { head: [`POST /items/${id} HTTP/1.1`, 'Host: a.test'], body: `request ${id}` },
  response: { head: ['HTTP/1.1 200 OK', 'Content-Type: text/plain'], body: `response ${id}` },
});

test('they are shown as they were, in their order, with their clients', async () => {
  const { store, flows, packed } = filled(shared);
  expect(packed.length).toBeGreaterThan(MANY / 2);
  const listed = store.list();
  expect(listed.map(({ id }) => id)).toEqual(flows.map(({ id }) => id));
  expect(await Promise.all(listed.map((flow) => flowDetail(flow)))).toEqual(
    await Promise.all(flows.map((flow) => flowDetail(flow))),
  );
  for (const [at, flow] of listed.entries()) {
    expect(flow.client).toBe(flows[at]!.client);
    expect(flow.revision).toBe(flows[at]!.revision);
    expect(String(flow.response!.body.bytes())).toBe(`response ${flow.id}`);
  }
  expect(store.changedAfter(flows[9]!.revision).map(({ id }) => id)).toEqual(
    flows.slice(10).map(({ id }) => id),
  );
});

test('everybody who looks at one at the same time sees the same', () => {
  const { store, packed } = filled();
  const [id = 0] = packed;
  const found = store.find(id)!;
  expect(store.find(id)).toBe(found);
  expect(store.list()[0]).toBe(found);
});

test('one that changes afterwards is listed with the change', () => {
  const { store, packed } = filled();
  const [id = 0] = packed;
  const found = store.find(id)!;
  found.comment = 'changed';
  store.update(found);
  expect(store.find(id)!.comment).toBe('changed');
  expect(store.changedAfter(store.revision - 1).map((flow) => flow.id)).toEqual([id]);
});

test.each([
  ['with large bodies', { response: { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(5000) } }],
  ['that failed', { state: 'failed', error: 'no route' }],
  ['with large heads', { request: { head: ['GET / HTTP/1.1', `Cookie: ${'c'.repeat(20_000)}`] } }],
] satisfies [string, Captured][])('flows %s stay as they are', (_, captured) => {
  const { store, flows, packed } = filled(() => captured);
  expect(packed).toEqual([]);
  expect(store.list()).toEqual(flows);
});

test('the memory of those that are gone is used for others', () => {
  const body = 'x'.repeat(3000);
  const { store } = filled(() => ({ response: { head: ['HTTP/1.1 200 OK'], body } }));
  const held: PackedFlow[] = [];
  store.subscribePacked((packed) => {
    packed.hold();
    held.push(packed);
  });
  for (let added = 0; added < 300; added += 1) {
    const flow = capturedFlow({
      id: store.takeId(),
      response: { head: ['HTTP/1.1 200 OK'], body: `${added}` },
    });
    store.add(flow);
    store.finish(flow);
  }
  store.clear();
  for (let added = 0; added < 1000; added += 1) {
    const flow = capturedFlow({ id: store.takeId(), response: { head: ['HTTP/1.1 200 OK'], body } });
    store.add(flow);
    store.finish(flow);
  }
  // Records that somebody holds stay as they were.
  const bodies = held.slice(0, 100).map((packed) => packed.flow().response!.body.bytes().toString());
  expect(bodies.every((text) => text === body || /^\d+$/.test(text))).toBe(true);
  expect(bodies).toContain('0');
});
