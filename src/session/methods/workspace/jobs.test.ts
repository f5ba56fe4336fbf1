import { afterAll, expect, test } from 'vitest';
import { ask } from '../../../../test/helpers/ask.ts';
import { startOrigin } from '../../../../test/helpers/origin.ts';
import { until } from '../../../../test/helpers/waiting.ts';
import { openWorkspace, type WorkspaceCalls } from '../../../../test/helpers/workspace-calls.ts';

const origin = await startOrigin();
afterAll(() => origin.close());

async function shop(): Promise<WorkspaceCalls> {
  const workspace = openWorkspace();
  const { call } = workspace;
  await call('create_collection', { name: 'Shop', variables: [{ name: 'base', value: origin.http }] });
  await call('create_request', { collection: 'Shop', name: 'List', url: '{{base}}/users' });
  await call('save_example', { collection: 'Shop', request: 'List', name: 'Two', status: 203, body: 'two' });
  return workspace;
}

test('a mock server answers with examples, counts its calls, and ends with the process', async () => {
  const workspace = await shop();
  const { call } = workspace;
  const { url, mockId, port } = await call('start_mock', { collection: 'Shop' });
  expect(await ask(`${url}/users`)).toMatchObject({ status: 203, text: 'two' });
  await ask(`${url}/other`);
  expect(await call('list_mocks')).toMatchObject([
    {
      mockId,
      callCount: 2,
      calls: [
        { method: 'GET', path: '/users', status: 203, exampleName: 'Two' },
        { path: '/other', status: 404 },
      ],
    },
  ]);
  await expect(call('start_mock', { collection: 'Shop', port })).rejects.toThrow(`port ${port} is in use`);
  await workspace[Symbol.asyncDispose]();
  await expect(ask(`${url}/users`)).rejects.toThrow();
});

test(
  'a load test runs by itself, one at a time, and has its totals at the end',
  { tags: ['full'] },
  async () => {
    await using workspace = await shop();
    const { call } = workspace;
    const { id } = await call('run_load_test', { collection: 'Shop', vus: 2, durationSeconds: 1 });
    await expect(call('run_load_test', { collection: 'Shop' })).rejects.toThrow(
      'a load test of Shop is running: wait until it has ended',
    );
    let test = await call('get_load_test', { id });
    await until('the end of the load test', async () => {
      test = await call('get_load_test', { id });
      return test.state !== 'running';
    });
    expect(test).toMatchObject({ state: 'ended', error: null, result: { errors: 0, users: 2 } });
    expect(test.result.requests).toBeGreaterThan(0);
  },
);

test('a load test ends with the process', async () => {
  const workspace = await shop();
  await workspace.call('run_load_test', { collection: 'Shop', vus: 1, durationSeconds: 600 });
  await workspace[Symbol.asyncDispose]();
  const seen = origin.received.length;
  await ask(`${origin.http}/last`);
  expect(origin.received.length).toBe(seen + 1);
});

test('a load test that cannot send says why', async () => {
  await using workspace = openWorkspace();
  const { call } = workspace;
  await call('create_collection', { name: 'Empty' });
  await call('run_load_test', { collection: 'Empty' });
  await until('the failure', async () => (await call('get_load_test')).state !== 'running');
  expect(await call('get_load_test')).toMatchObject({
    state: 'failed',
    error: 'the collection Empty has no requests to send',
  });
});

test('a run returns its totals, and bail ends it at the first failure', async () => {
  await using workspace = await shop();
  const { call } = workspace;
  const changes = {
    scripts: { test: "pm.test('odd', () => { pm.expect(pm.info.iteration % 2).to.eql(1); });" },
  };
  await call('update_request', { collection: 'Shop', request: 'List', changes });
  const run = await call('run_collection', { collection: 'Shop', iterations: 4 });
  expect(run).toMatchObject({ success: false, totals: { requests: 4, tests: 4, failedTests: 2 } });
  const stopped = await call('run_collection', { collection: 'Shop', iterations: 4, bail: true });
  expect(stopped.totals).toMatchObject({ requests: 1, stopped: expect.stringContaining('List failed') });
});
