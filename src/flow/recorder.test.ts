import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { CaptureBudget } from './capture-budget.ts';
import { Client } from './client.ts';
import type { Flow } from './flow.ts';
import { Message } from './message.ts';
import { FlowRecorder } from './recorder.ts';
import { FlowStore, type FlowChange } from './store.ts';

const captures = new CaptureBudget({
  maxBodyBytes: 1000,
  memoryBytes: 10_000,
  spillPath: join(tmpdir(), 'never'),
});

function newFlow(store: FlowStore): Flow {
  const flow = store.create({
    client: new Client('127.0.0.1', 1),
    method: 'GET',
    target: { scheme: 'http', host: 'a.test', port: 80 },
    request: new Message('GET / HTTP/1.1\r\n\r\n', captures),
    decrypted: false,
  });
  store.add(flow);
  return flow;
}

/** A recorder, its flow, and the changes that the store reports. */
function recording(completed: (() => void) | null = null) {
  const store = new FlowStore(captures);
  const flow = newFlow(store);
  const changes: FlowChange[] = [];
  store.subscribe((_, change) => changes.push(change));
  return { flow, changes, recorder: new FlowRecorder(flow, store, completed) };
}

describe('a connection', () => {
  test('that was opened for the exchange has its durations', () => {
    const { flow, recorder } = recording();
    recorder.connected({ address: '192.0.2.1:80', tls: null, timing: { dns: 1, connect: 2, tls: 3 } });
    expect(flow.remoteAddress).toBe('192.0.2.1:80');
    expect(flow.timestamps).toMatchObject({ dns: 1, connect: 2, tls: 3 });
    expect(flow.timestamps.connected).toBeGreaterThanOrEqual(flow.timestamps.start);
  });

  test('that was reused has no durations', () => {
    const { flow, recorder } = recording();
    recorder.connected({ address: '192.0.2.1:80', tls: null, timing: null });
    expect(flow.timestamps).toMatchObject({ dns: 0, connect: 0, tls: 0 });
  });
});

test('the first byte is that of the first response', () => {
  const { flow, recorder } = recording();
  recorder.firstByte();
  const { firstByte } = flow.timestamps;
  recorder.firstByte();
  expect(firstByte).toBeGreaterThan(0);
  expect(flow.timestamps.firstByte).toBe(firstByte);
});

describe('the end', () => {
  test.each([
    [null, undefined, { state: 'completed', error: null }],
    [null, 'tunneled' as const, { state: 'tunneled', error: null }],
    [new Error('it broke'), undefined, { state: 'failed', error: 'it broke' }],
    [new Error('it broke'), 'tunneled' as const, { state: 'failed', error: 'it broke' }],
  ])('with %s and the state %s', (error, state, expected) => {
    const { flow, changes, recorder } = recording();
    expect(recorder.finish(error, state)).toBe(true);
    expect(flow).toMatchObject(expected);
    expect(flow.finished).toBe(true);
    expect(changes).toEqual(['finished']);
  });

  test('happens once: later calls change nothing', () => {
    const { flow, changes, recorder } = recording();
    recorder.finish(null);
    expect(recorder.finish(new Error('late'))).toBe(false);
    expect(flow).toMatchObject({ state: 'completed', error: null });
    expect(changes).toEqual(['finished']);
  });

  test('calls back when the flow is complete, before the store reports it', () => {
    const order: string[] = [];
    const completed = vi.fn(() => order.push(`completed as ${flow.state}`));
    const { flow, changes, recorder } = recording(completed);
    recorder.finish(null);
    expect(order).toEqual(['completed as completed']);
    expect(changes).toEqual(['finished']);
    expect(completed).toHaveBeenCalledOnce();
  });
});

test('repairs are listed by rule, however often a server breaks it', () => {
  const { flow, recorder } = recording();
  const fold = { rule: 'folded-line', text: 'a' } as const;
  recorder.repaired([fold]);
  recorder.repaired([
    { rule: 'folded-line', text: 'b' },
    { rule: 'chunk-size', text: 'c' },
  ]);
  expect(flow.repairs).toEqual([fold, { rule: 'chunk-size', text: 'c' }]);
});

test('undecrypted bytes make the flow a tunnel, with the reason', () => {
  const { flow, changes, recorder } = recording();
  recorder.tunneled({ code: 'bypassed', text: 'bypassed' }, '192.0.2.1:443');
  expect(flow).toMatchObject({
    state: 'tunneled',
    notDecrypted: { code: 'bypassed' },
    remoteAddress: '192.0.2.1:443',
  });
  expect(changes).toEqual(['updated']);
});
