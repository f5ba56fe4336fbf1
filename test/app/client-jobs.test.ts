// Runs and load tests in channels of a window.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ClientConsole, type ConsoleEvent } from '../helpers/client-console.ts';
import { startOrigin } from '../helpers/origin.ts';

const app = await startTestApp();
const { result } = app;
/** Requests whose response waits. */
const held: (() => void)[] = [];
const broken = new Set<string>();
const origin = await startOrigin((request, response) => {
  const url = request.url ?? '';
  const answer = (): void => void response.writeHead(broken.has(url) ? 500 : 200).end('ok');
  if (url === '/held') held.push(answer);
  else answer();
});
let client: ClientConsole;

beforeAll(async () => {
  await result('create_collection', { name: 'Shop' });
  for (const name of ['a', 'b', 'c', 'held'])
    await result('create_request', {
      collection: 'Shop',
      name,
      url: `${origin.http}/${name}`,
      scripts: { test: "pm.test('is fine', () => pm.response.to.have.status(200))" },
    });
});
beforeEach(() => {
  client = new ClientConsole(app).follow();
});
afterEach(() => client[Symbol.asyncDispose]());
afterAll(async () => {
  await app.close();
  await origin.close();
});

async function start(method: string, params: object): Promise<string> {
  const owner = { window: client.window, tab: crypto.randomUUID(), collection: 'Shop' };
  return (await result(method, { ...owner, ...params })).channel;
}
const names = (channel: string): readonly string[] =>
  client
    .of(channel)
    .filter(({ type }) => type === 'request')
    .map(({ row }) => row.name as string);
const rowOf = (name: string) => (event: ConsoleEvent) => event['row']?.name === name;

test('what is selected runs in its order, and is compared with the last run of the same', async () => {
  const selected = { only: ['c', 'a', 'b'], isOrdered: true };
  const first = await start('client.run', selected);
  expect(await client.until(first, 'end')).toMatchObject({ success: true, before: null });
  expect(names(first)).toEqual(['c', 'a', 'b']);
  broken.add('/a');
  const second = await start('client.run', selected);
  const end = await client.until(second, 'end');
  expect(end).toMatchObject({ success: false, before: { newlyFailed: [1], failedBefore: [], fixed: 0 } });
  const failed = await result('client.run_results', { channel: second, onlyFailed: true });
  expect(failed).toMatchObject({ total: 1, rows: [{ name: 'a', status: 500, tests: [{ passed: false }] }] });
  const third = await start('client.run', selected);
  expect(await client.until(third, 'end')).toMatchObject({ before: { newlyFailed: [], failedBefore: [1] } });
  broken.clear();
  const again = await start('client.run', {
    only: failed.rows.map((row: { request: string }) => row.request),
  });
  expect(await client.until(again, 'end')).toMatchObject({ success: true, before: null });
  expect(names(again)).toEqual(['a']);
});

test('a run pauses before its next request, and goes on', async () => {
  const channel = await start('client.run', { only: ['held', 'a'], isOrdered: true });
  await expect.poll(() => held.length).toBe(1);
  await result('client.pause', { channel, on: true });
  held.pop()!();
  await client.until(channel, rowOf('held'));
  expect(client.of(channel).map(({ type }) => type)).toEqual(['start', 'paused', 'request']);
  await result('client.pause', { channel, on: false });
  expect(await client.until(channel, 'end')).toMatchObject({ success: true });
  expect(names(channel)).toEqual(['held', 'a']);
});

test('the first stop finishes the request in progress, the second ends it', async () => {
  const finished = await start('client.run', { only: ['held', 'a'], isOrdered: true });
  await expect.poll(() => held.length).toBe(1);
  await result('client.cancel', { channel: finished });
  held.pop()!();
  expect(await client.until(finished, 'end')).toMatchObject({
    totals: { requests: 1, stopped: 'it was stopped' },
  });
  expect(await client.until(finished, rowOf('held'))).toMatchObject({ row: { status: 200 } });
  const ended = await start('client.run', { only: ['held', 'a'], isOrdered: true });
  await expect.poll(() => held.length).toBe(1);
  await result('client.cancel', { channel: ended });
  await result('client.cancel', { channel: ended });
  expect(await client.until(ended, 'end')).toMatchObject({ outcome: 'ended', success: false });
  expect(await client.until(ended, rowOf('held'))).toMatchObject({ row: { status: 0, hasFailed: true } });
  held.pop()!();
});

test('a load test says which thresholds passed, and is compared with the last one of the same', async () => {
  const load = async (params: object) => {
    const channel = await start('client.load_test', { users: 2, durationSeconds: 1, ...params });
    return { channel, end: await client.until(channel, 'end') };
  };
  const thresholds = ['errors>1%', 'requests>=1'];
  const first = await load({ only: ['b'], thresholds });
  expect(first.end).toMatchObject({
    verdict: 'failed',
    thresholds: [
      { text: 'errors>1%', passed: true, value: 0 },
      { text: 'requests>=1', passed: false, value: first.end['result'].requests },
    ],
    before: null,
  });
  const other = await load({ only: ['c'] });
  expect(other.end).toMatchObject({
    verdict: null,
    before: { id: first.channel, isSame: false, differs: [{ option: 'only', before: ['b'], now: ['c'] }] },
  });
  broken.add('/b');
  const second = await load({ only: ['b'], users: 3, thresholds: ['p95>60s'] });
  broken.clear();
  // The comparison has no part in the verdict.
  expect(second.end).toMatchObject({
    verdict: 'passed',
    before: { id: first.channel, isSame: true, differs: [{ option: 'users', before: 2, now: 3 }] },
  });
  const { figures } = second.end['before'];
  expect(figures.find(({ metric }: { metric: string }) => metric === 'errors%')).toMatchObject({
    before: 0,
    now: 100,
    change: null,
    mark: 'worse',
  });
  const { entries } = await result('client.history', { kinds: ['loadTest'] });
  expect(entries.slice(0, 3)).toMatchObject([
    { id: second.channel, outcome: 'ended', requests: { failed: second.end['result'].errors } },
    { id: other.channel },
    { id: first.channel },
  ]);
  expect(await result('client.history_entry', { id: second.channel })).toMatchObject({
    loadTest: {
      options: { only: ['b'], users: 3, durationMs: 1000, profile: 'fixed', rate: null },
      result: { seconds: expect.any(Array) },
      verdict: 'passed',
      before: { id: first.channel },
    },
  });
  expect(await result('client.delete_history', { ids: [first.channel] })).toEqual({ deleted: 1 });
  expect((await load({ only: ['b'] })).end).toMatchObject({ before: { id: second.channel, isSame: true } });
});

test('a load test with stages: errors by kind, samples, totals, and the comparison of two', async () => {
  const stages = [
    { seconds: 0, to: 3 },
    { seconds: 1.5, to: 3 },
  ];
  broken.add('/b');
  const channel = await start('client.load_test', { only: ['b'], stages, thresholds: ['errors>1'] });
  const second = await client.until(channel, 'second');
  const { totals } = await result('client.load_test_totals', { channel });
  const end = await client.until(channel, 'end');
  broken.clear();
  expect(client.of(channel)[0]).toMatchObject({ name: 'Shop', profile: 'stages', stages, users: 3 });
  // A failed test says more than the status.
  const errorKinds = { status: 0, test: second['errors'], none: 0 };
  expect(second).toMatchObject({ users: 3, errorKinds, p50Ms: expect.any(Number) });
  expect(second['thresholds']).toMatchObject([{ text: 'errors>1', passed: false, failedAt: second['at'] }]);
  expect(totals).toMatchObject({ perRequest: [{ name: 'b' }] });
  const { perRequest } = end['result'];
  expect(perRequest[0].samples.length).toBe(5);
  expect(perRequest[0].samples[0]).toMatchObject({
    kind: 'test',
    head: expect.stringMatching(/^HTTP\/1\.1 \d/),
  });
  const later = await start('client.load_test', { only: ['b'], stages });
  await client.until(later, 'end');
  const { loadTests } = await result('client.load_tests');
  expect(loadTests.slice(0, 2)).toMatchObject([{ id: later, options: { stages } }, { id: channel }]);
  const compared = await result('client.compare_load_tests', { id: later, before: channel });
  expect(compared).toMatchObject({ isSame: true, differs: [], perRequest: [{ name: 'b' }] });
  const report = await result('client.load_test_report', { id: channel, format: 'html' });
  expect(report.text).toContain('Failed: errors&gt;1');
});

test('a load test has the figures of each second, and its result when it is stopped', async () => {
  const channel = await start('client.load_test', { only: ['a'], users: 2, durationSeconds: 30 });
  expect(await client.until(channel, 'second')).toMatchObject({ users: expect.any(Number) });
  const second = { window: client.window, tab: '', collection: 'Shop' };
  expect(await app.rpc('client.load_test', second)).toMatchObject({ status: 422 });
  await result('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'stopped',
    result: expect.any(Object),
  });
});
