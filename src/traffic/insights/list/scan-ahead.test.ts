import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import { CaptureBudget } from '../../../flow/capture-budget.ts';
import { PackedFlow } from '../../../flow/packed-flows.ts';
import { FlowStore } from '../../../flow/store.ts';
import { TrafficList } from '../../traffic-list.ts';
import { insightsOf } from './index.ts';
import { ScanAhead } from './scan-ahead.ts';

const LOOK_MS = 20;
const MANY = 500;

let store: FlowStore;
let list: TrafficList;
let records = 0;
let ahead: ScanAhead;

beforeEach(() => {
  const spillPath = join(tmpdir(), 'never-made');
  store = new FlowStore(new CaptureBudget({ maxBodyBytes: 1e6, memoryBytes: 1e8, spillPath }));
  list = new TrafficList(store);
  records = 0;
  store.subscribePacked((flow) => (records += flow instanceof PackedFlow ? 1 : 0));
  ahead = new ScanAhead(list, LOOK_MS);
});
afterEach(() => ahead.close());

function capture(count: number, body = '{"id":1}'): void {
  for (let at = 0; at < count; at += 1) {
    const flow = capturedFlow({
      id: store.takeId(),
      response: { head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'], body },
    });
    store.add(flow);
    store.finish(flow);
  }
}

const scanned = async (): Promise<number> => (await insightsOf(list)).scanned;

test('many exchanges are scanned once the list rests, records of them too, and what comes later', async () => {
  capture(MANY);
  expect(records).toBeGreaterThan(MANY / 2);
  await expect.poll(scanned, { timeout: 10_000 }).toBe(MANY);
  capture(MANY);
  await expect.poll(scanned, { timeout: 10_000 }).toBe(2 * MANY);
});

test('few exchanges are left to the sections', async () => {
  capture(MANY - 1);
  await delay(10 * LOOK_MS);
  expect(await scanned()).toBe(0);
});

test('a list that changes is left alone', async () => {
  capture(MANY);
  const changes = setInterval(() => (store.revision += 1), 1);
  await delay(20 * LOOK_MS);
  expect(await scanned()).toBe(0);
  clearInterval(changes);
  await expect.poll(scanned, { timeout: 10_000 }).toBe(MANY);
});

test('parts with many megabytes are left to the sections', async () => {
  capture(70, JSON.stringify('x'.repeat(1e6 - 2)));
  capture(MANY);
  await delay(10 * LOOK_MS);
  expect(await scanned()).toBe(0);
});

test('an end in the middle leaves no thread behind', async () => {
  capture(8 * MANY);
  await expect.poll(scanned, { timeout: 10_000 }).toBeGreaterThan(0);
  await ahead.close();
  const before = await scanned();
  await delay(10 * LOOK_MS);
  expect(await scanned()).toBe(before);
});
