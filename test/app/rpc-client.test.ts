// Calls the operations on datasets, past runs, flows and Git over HTTP, with right and wrong parameters.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';

const origin = await startOrigin((request, response) => {
  response
    .writeHead(request.url === '/broken' ? 500 : 200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ url: request.url, id: 7 }));
});
const running = await startTestApp();
const { rpc, result, home } = running;
const folder = join(home, 'Workspace');

afterAll(async () => {
  await running.close();
  await origin.close();
});

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await result('create_collection', { name: 'Shop' });
  const scripts = { test: "pm.test('is ok', () => pm.response.to.have.status(200));" };
  for (const [name, path] of [
    ['Get', '/get?n={{n}}'],
    ['Broken', '/broken'],
  ])
    await result('create_request', { collection: 'Shop', name, url: `${origin.http}${path!}`, scripts });
});

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

test('datasets are saved as rows or CSV, and used by runs', async () => {
  expect(await result('list_datasets')).toEqual([]);
  const saved = await result('save_dataset', {
    name: 'Some users',
    rows: [{ n: 1 }, { n: 'two', more: true }],
  });
  expect(saved).toMatchObject({ name: 'some-users', rows: 2 });
  expect(await result('list_datasets')).toEqual([{ name: 'some-users', rows: 2, columns: ['n', 'more'] }]);
  expect(await result('list_datasets', { dataset: 'Some users' })).toMatchObject([
    { data: [{ n: 1 }, { n: 'two', more: true }] },
  ]);
  const run = await result('run_collection', {
    collection: 'Shop',
    folder: undefined,
    dataset: 'some-users',
  });
  expect(run.totals).toMatchObject({ iterations: 2 });
  // The other format takes the place of the first.
  expect(await result('save_dataset', { name: 'Some users', csv: 'n\n5\n' })).toMatchObject({ rows: 1 });
  expect(await result('list_datasets')).toEqual([{ name: 'some-users', rows: 1, columns: ['n'] }]);
  expect(readFileSync(join(folder, 'datasets', 'some-users.csv'), 'utf8')).toBe('n\n5\n');
});

test('past runs have their requests with the start of bodies', { tags: ['full'] }, async () => {
  const { runId, success } = await result('run_collection', { collection: 'Shop' });
  expect(success).toBe(false);
  const [listed] = await result('list_runs');
  expect(listed).toMatchObject({
    runId,
    collection: 'Shop',
    success: false,
    totals: { requests: 2, failedTests: 1 },
  });
  const run = await result('get_run', { runId });
  expect(run.requests).toMatchObject([
    {
      name: 'Get',
      status: 200,
      hasFailed: false,
      received: { text: expect.stringContaining('"id":7') as string },
    },
    { name: 'Broken', status: 500, hasFailed: true, tests: [{ name: 'is ok', passed: false }] },
  ]);
  expect((await result('get_run', { runId, failuresOnly: true })).requests).toHaveLength(1);
  for (let at = 0; at < 3; at += 1) await result('run_collection', { collection: 'Shop', bail: true });
  expect(await result('list_runs', { limit: 2 })).toHaveLength(2);
});

test('flows are saved, shown and run', async () => {
  const steps = [
    { type: 'send', request: 'Get' },
    { type: 'extract', path: '$.id', variable: 'id' },
    { type: 'script', code: "pm.test('the id', () => pm.expect(pm.variables.get('id')).to.equal(7))" },
  ];
  expect(await result('save_client_flow', { name: 'Order', steps })).toMatchObject({
    created: true,
    steps: 3,
  });
  expect(await result('list_client_flows')).toMatchObject([{ name: 'Order', steps: 3 }]);
  expect((await result('list_client_flows', { flow: 'Order' }))[0].list).toMatchObject(steps);
  const run = await result('run_client_flow', { flow: 'Order' });
  expect(run).toMatchObject({ success: true, stopped: null, totals: { requests: 1, tests: 2 } });
  expect((await result('get_run', { runId: run.runId })).requests).toHaveLength(2);
  const wrong = [...steps, { type: 'extract', path: '$.none', variable: 'x' }];
  expect(await result('save_client_flow', { name: 'Order', steps: wrong })).toMatchObject({ created: false });
  expect(await result('run_client_flow', { flow: 'Order' })).toMatchObject({
    success: false,
    stopped: 'step 4 (extract): $.none is not in the response of Get',
  });
});

test('the workspace is committed', async () => {
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  expect(await result('git_log')).toEqual([]);
  const status = await result('git_status');
  expect(status).toMatchObject({ branch: 'main', commit: null });
  const changed = (status.files as readonly { readonly path: string }[]).map(({ path }) => path);
  expect(changed.some((path) => path.startsWith('collections/'))).toBe(true);
  expect(changed.filter((path) => path.startsWith('.local/'))).toEqual([]);
  expect(await result('git_commit', { message: 'First' })).toMatchObject({ author: 'Ada', subject: 'First' });
  await result('update_request', { collection: 'Shop', request: 'Get', changes: { name: 'Fetch' } });
  expect((await result('git_diff')).diff).toContain('+  - fetch');
  expect(await result('git_commit', { message: 'Second', paths: ['collections'] })).toMatchObject({
    subject: 'Second',
  });
  expect(await result('git_log', { limit: 1 })).toMatchObject([{ subject: 'Second' }]);
});

const WRONG: readonly (readonly [string, object, string | undefined, string])[] = [
  ['list_datasets', { dataset: 'x' }, 'dataset', 'there is no dataset "x"'],
  ['save_dataset', { name: 'a' }, 'rows', 'give either rows or csv'],
  ['save_dataset', { name: 'a', rows: [1] }, 'rows[0]', 'an object'],
  ['list_runs', { limit: 0 }, 'limit', 'a whole number from 1'],
  ['get_run', { runId: 'x' }, 'runId', 'there is no run "x"'],
  ['list_client_flows', { flow: 'x' }, undefined, 'there is no flow "x"'],
  ['save_client_flow', { name: 'a', steps: [{ type: 'jump' }] }, 'steps[0].type', 'steps[0]'],
  [
    'save_client_flow',
    { name: 'a', steps: [{ type: 'send', request: 'Gte' }] },
    undefined,
    'did you mean "Get"?',
  ],
  ['run_client_flow', { flow: 'x' }, undefined, 'there is no flow "x"'],
  ['git_status', {}, undefined, 'is not in a Git repository'],
  ['git_diff', { path: '../x' }, undefined, 'outside of the workspace'],
  ['git_log', { limit: 5000 }, 'limit', 'a whole number from 1'],
  ['git_commit', { message: '' }, 'message', 'a message of 1'],
];

test.each(WRONG)('%s %j is refused', async (method, params, field, message) => {
  const called = await rpc(method, params);
  expect(called).toMatchObject({ status: 422, ...(field !== undefined && { field }) });
  expect(called.error).toContain(message);
});
