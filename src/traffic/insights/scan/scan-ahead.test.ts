import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import type { Flow } from '../../../flow/flow.ts';
import { knownScans } from './known-scans.ts';
import { ScanAhead } from './scan-ahead.ts';

const LOOK_MS = 20;
const MANY = 500;

const flowOf = (id: number, body = `{"id":${id}}`): Flow =>
  capturedFlow({
    id,
    request: { head: [`GET /${id} HTTP/1.1`, 'Host: a.test'] },
    response: { head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'], body },
  });
const flowsOf = (count: number): Flow[] => Array.from({ length: count }, (_, at) => flowOf(at + 1));
const isKnown = (flow: Flow): boolean => knownScans(flow, 'both') !== null;

let ahead: ScanAhead | null = null;
afterEach(() => ahead?.close());

/** A list that starts to be scanned ahead. */
function followed(flows: Flow[]): { flows: Flow[]; revision: number; unpacked: () => readonly Flow[] } {
  const list = { flows, revision: 1, unpacked: () => list.flows };
  ahead = new ScanAhead(list, LOOK_MS);
  return list;
}

test('many exchanges are scanned once the list rests, and what comes later too', async () => {
  const list = followed(flowsOf(MANY));
  await expect.poll(() => list.flows.every(isKnown), { timeout: 10_000 }).toBe(true);
  list.flows = [...list.flows, ...Array.from({ length: MANY }, (_, at) => flowOf(MANY + at + 1))];
  list.revision += 1;
  await expect.poll(() => list.flows.every(isKnown), { timeout: 10_000 }).toBe(true);
});

test('few exchanges are left to the sections', async () => {
  const list = followed(flowsOf(MANY - 1));
  await delay(10 * LOOK_MS);
  expect(list.flows.filter(isKnown)).toEqual([]);
});

test('a list that changes is left alone', async () => {
  const list = followed(flowsOf(MANY));
  const changes = setInterval(() => (list.revision += 1), 1);
  await delay(20 * LOOK_MS);
  expect(list.flows.filter(isKnown)).toEqual([]);
  clearInterval(changes);
  await expect.poll(() => list.flows.every(isKnown), { timeout: 10_000 }).toBe(true);
});

test('large bodies, and exchanges in progress, are left to the sections', async () => {
  const large = flowOf(MANY + 1, JSON.stringify('x'.repeat(300 * 1024)));
  const pending = flowOf(MANY + 2);
  pending.state = 'pending';
  const list = followed([large, pending, ...flowsOf(MANY)]);
  await expect.poll(() => list.flows.slice(2).every(isKnown), { timeout: 10_000 }).toBe(true);
  expect([large, pending].filter(isKnown)).toEqual([]);
});

test('an end in the middle leaves no thread behind', async () => {
  const list = followed(flowsOf(10 * MANY));
  await expect.poll(() => list.flows.some(isKnown), { timeout: 10_000 }).toBe(true);
  await ahead?.close();
  const before = list.flows.filter(isKnown).length;
  await delay(10 * LOOK_MS);
  expect(list.flows.filter(isKnown).length).toBe(before);
});
