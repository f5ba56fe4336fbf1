import type { App } from '../system/apps/index.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { CaptureBudget } from './capture-budget.ts';
import type { Flow } from './flow.ts';
import { FlowStore } from './store.ts';
import { onFlowFinished } from './on-flow-finished.ts';

let store: FlowStore;

beforeEach(() => {
  store = new FlowStore(
    new CaptureBudget({ maxBodyBytes: 1000, memoryBytes: 10_000, spillPath: join(tmpdir(), 'never') }),
  );
});

function capture(): Flow {
  const flow = capturedFlow({ id: store.takeId() });
  store.add(flow);
  return flow;
}

function never(error: unknown): never {
  throw error;
}

test('consumes finished flows one by one, in the order in which they finished', async () => {
  const events: string[] = [];
  const finished = onFlowFinished(
    store,
    async ({ id }) => {
      events.push(`begin ${id}`);
      await Promise.resolve();
      events.push(`end ${id}`);
    },
    never,
  );
  const [first, second] = [capture(), capture()];
  store.finish(second);
  store.finish(first);
  await finished.settled();
  expect(events).toEqual(['begin 2', 'end 2', 'begin 1', 'end 1']);
});

test('waits for the app of a flow', async () => {
  const apps: (string | null)[] = [];
  const finished = onFlowFinished(store, ({ client }) => void apps.push(client.app), never);
  const flow = capture();
  let identify: (app: App) => void = () => undefined;
  flow.client.identify(new Promise((resolve) => (identify = resolve)));
  store.finish(flow);
  await new Promise(setImmediate);
  expect(apps).toEqual([]);
  identify({ name: 'curl', process: '1' });
  await finished.settled();
  expect(apps).toEqual(['curl']);
});

test.each([
  ['thrown', (): undefined => never(new Error('wrong'))],
  ['rejected', (): Promise<void> => Promise.reject(new Error('wrong'))],
])('reports an error that is %s, and goes on', async (_, fail) => {
  const errors: unknown[] = [];
  const consumed: number[] = [];
  const finished = onFlowFinished(
    store,
    ({ id }) => {
      consumed.push(id);
      return id === 1 ? fail() : undefined;
    },
    (error) => errors.push(error),
  );
  [capture(), capture()].forEach((flow) => store.finish(flow));
  await finished.settled();
  expect(consumed).toEqual([1, 2]);
  expect(errors).toEqual([new Error('wrong')]);
});

test('consumes a flow that finishes while another is consumed', async () => {
  const consumed: number[] = [];
  const second = capture();
  const finished = onFlowFinished(
    store,
    ({ id }) => {
      consumed.push(id);
      if (id !== second.id) store.finish(second);
      return undefined;
    },
    never,
  );
  store.finish(capture());
  await finished.settled();
  expect(consumed).toEqual([2, 1]);
});

test('counts the exchanges in progress', () => {
  const finished = onFlowFinished(store, () => undefined, never);
  const [first, second] = [capture(), capture()];
  expect(finished.pending).toBe(2);
  store.finish(first);
  expect(finished.pending).toBe(1);
  store.remove(second);
  expect(finished.pending).toBe(0);
});
