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

const OWNER = { window: 'other', tab: 't', collection: 'Shop' };

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
  expect((await client.until(third, rowOf('a')))['row'].before).toMatchObject({ hasFailed: true });
  broken.clear();
  const again = await start('client.run', { ...selected, repeats: third });
  expect(await client.until(again, 'end')).toMatchObject({ success: true, before: { run: third, fixed: 1 } });
  expect(names(again)).toEqual(['a']);
  expect(await result('client.last_run', { collection: 'Shop', ...selected })).toMatchObject({
    run: { id: again, repeats: third },
    failed: [],
  });
  // A run of its own is compared with the last one of its own.
  const fourth = await start('client.run', selected);
  expect(await client.until(fourth, 'end')).toMatchObject({ before: { run: third, fixed: 1 } });
  const nothing = await app.rpc('client.run', { ...OWNER, ...selected, repeats: first });
  expect(nothing).toMatchObject({ field: 'repeats', error: expect.stringContaining('nothing failed') });
});

test('what failed runs again in its iterations, each with its row of data', async () => {
  await result('save_dataset', { name: 'users', csv: 'user\nann\nben\neve\n' });
  await result('create_request', {
    collection: 'Shop',
    name: 'user',
    url: `${origin.http}/{{user}}`,
    scripts: { test: "pm.test('is fine', () => pm.response.to.have.status(200))" },
  });
  broken.add('/ben').add('/eve');
  const data = { only: ['a', 'user'], dataset: 'users' };
  const first = await start('client.run', data);
  await client.until(first, 'end');
  broken.delete('/eve');
  const again = await start('client.run', { ...data, repeats: first });
  expect(await client.until(again, 'end')).toMatchObject({ before: { failedBefore: [0], fixed: 1 } });
  broken.clear();
  const rows = client.of(again).flatMap(({ type, row }) => (type === 'request' ? [row] : []));
  expect(rows).toMatchObject([
    { iteration: 1, url: `${origin.http}/ben`, hasFailed: true },
    { iteration: 2, url: `${origin.http}/eve`, hasFailed: false },
  ]);
});

test('a run keeps the messages of what failed, and makes every report of them without secrets', async () => {
  await result('set_variable', { scope: 'globals', key: 'key', value: 's3cret-value', secret: true });
  const { id } = await result('create_request', {
    collection: 'Shop',
    name: 'body',
    method: 'POST',
    url: `${origin.http}/body`,
    body: 'key is {{key}}',
    scripts: { test: "pm.test('is odd', () => pm.expect(pm.response.code).to.equal(201))" },
  });
  const channel = await start('client.run', { only: ['a', id] });
  await client.until(channel, 'end');
  const passed = await result('client.run_request', { channel, index: 0 });
  expect(passed).toMatchObject({ response: { status: 200, body: { text: '' } }, error: null });
  const request = await result('client.run_request', { channel, index: 1 });
  expect(request).toMatchObject({
    request: { body: { text: 'key is ••••••••' } },
    response: { body: { text: 'ok' } },
    tests: [{ name: 'is odd', error: { expected: '201', actual: '200' } }],
  });
  for (const format of ['json', 'junit', 'html', 'cli']) {
    const { size } = await result('client.run_report', { channel, format });
    const { total, base64 } = await result('client.run_report_part', { channel, format });
    const text = Buffer.from(base64, 'base64').toString();
    expect([total, size]).toEqual([size, text.length > 0 ? Buffer.byteLength(text) : -1]);
    expect(text).toContain('is odd');
    expect(text).not.toContain('s3cret-value');
  }
  const missing = await app.rpc('client.run_request', { channel, index: 2 });
  expect(missing).toMatchObject({ field: 'index', error: expect.stringContaining('was not sent') });
});

test('windows see the runs of each other, and follow them', async () => {
  const channel = await start('client.run', { only: ['held'] });
  await expect.poll(() => held.length).toBe(1);
  const { running } = await result('client.runs', {});
  expect(running).toMatchObject([{ channel, window: client.window, done: 0, total: 1, isPaused: false }]);
  held.pop()!();
  await client.until(channel, 'end');
  const after = await result('client.runs', { limit: 1 });
  expect(after).toMatchObject({ running: [], past: [{ id: channel, isWhole: false, success: true }] });
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
