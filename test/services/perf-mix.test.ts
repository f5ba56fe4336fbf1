// Load tests by weight and with rows of users, thresholds of a part, their early end, and load tests saved in the
// workspace, against a real server.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loadTest } from '../../src/collections/model/load-test.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';

const home = temporaryHome();
const folder = join(home.path, 'api');
const report = join(home.path, 'result.json');
/** Requests by path. */
const counts = new Map<string, number>();
const origin = await startOrigin((request, response) => {
  const path = request.url ?? '';
  counts.set(path, (counts.get(path) ?? 0) + 1);
  response.writeHead(path.startsWith('/broken') ? 500 : 200).end('ok');
});

const resultFile = z.looseObject({
  requests: z.number(),
  stopped: z.string().nullable(),
  durationMs: z.number(),
  users: z.number(),
  perStage: z.array(z.looseObject({ stage: z.number(), requests: z.number(), durationMs: z.number() })),
});

async function perf(...args: readonly string[]) {
  const all = ['perf', ...args, '--report-json', report, '--workspace', folder];
  const ended = await callCli(all, { home: home.path, cwd: home.path });
  return { ...ended, result: resultFile.parse(JSON.parse(readFileSync(report, 'utf8'))) };
}

/** A short closed test whose users send in an even rhythm. */
const SHORT = ['--duration', '1', '--vus', '2', '--think-time', '10'];

beforeAll(async () => {
  const files: Record<string, string> = {
    'collections/shop/collection.yaml': 'id: shop\nname: Shop\norder: [orders, read, broken]\n',
    'collections/shop/orders/folder.yaml': 'id: orders\nname: Orders\norder: [list, show]\n',
    'datasets/users.csv': 'user\nann\nben\ncid\n',
  };
  for (const [path, url] of [
    ['orders/list', 'list'],
    ['orders/show', 'show'],
    ['read', 'read/{{user}}'],
    ['broken', 'broken'],
  ] as const) {
    const id = path.split('/').at(-1)!;
    files[`collections/shop/${path}.request.yaml`] = `id: ${id}\nname: ${id}\nurl: '${origin.http}/${url}'\n`;
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await new Workspace(folder).loadTests.save(
    loadTest.parse({
      id: 'checkout',
      name: 'Checkout',
      collection: 'shop',
      only: ['orders', 'read'],
      weights: { orders: 1, read: 3 },
      dataset: 'users',
      stages: [
        { seconds: 0, to: 2 },
        { seconds: 1, to: 2 },
      ],
      thinkTimeMs: 10,
      thresholds: ['p95{list}>10s'],
    }),
  );
});
afterEach(() => counts.clear());
afterAll(async () => {
  await origin.close();
  home.remove();
});

test('weights share the iterations out, and each part takes all rows', async () => {
  const weights = ['--weight', 'Orders=1', '--weight', 'read=3', '--folder', 'Orders', '--folder', 'read'];
  const { code, stderr } = await perf('Shop', ...SHORT, ...weights, '-d', 'users');
  expect([code, stderr]).toEqual([0, '']);
  const reads = ['ann', 'ben', 'cid'].map((user) => counts.get(`/read/${user}`) ?? 0);
  const lists = counts.get('/list') ?? 0;
  expect(lists).toBe(counts.get('/show'));
  // Iterations end where they are, so a round may be open.
  expect(Math.abs(reads.reduce((sum, each) => sum + each, 0) - 3 * lists)).toBeLessThanOrEqual(3);
  expect(Math.max(...reads) - Math.min(...reads)).toBeLessThanOrEqual(1);
});

test('each user has a row of its own', async () => {
  const { code } = await perf('Shop', ...SHORT, '--folder', 'read', '-d', 'users', '--data-per-user');
  expect(code).toBe(0);
  // Two users have the first two rows, whatever the number of their iterations.
  expect([...counts.keys()].sort()).toEqual(['/read/ann', '/read/ben']);
  expect(Math.min(...counts.values())).toBeGreaterThan(5);
});

test('thresholds of a request and of a stage, with the figures of that part', async () => {
  const { code, stderr, stdout, result } = await perf(
    ...['Shop', '--folder', 'Orders', '--folder', 'broken', '--think-time', '10'],
    ...['--stage', '0s:1', '--stage', '500ms:1', '--stage', '700ms:3'],
    ...['--fail-if', 'errors{broken}>=100%', '--fail-if', 'errors{Orders/list}>0', '--fail-if', 'errors>99%'],
    ...['--fail-if', 'requests{stage:3}>=1', '--fail-if', 'p95{stage:2}>10s'],
  );
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    'failed: errors{broken}>=100%: it is 100',
    expect.stringMatching(/^failed: requests\{stage:3\}>=1: it is \d+$/),
  ]);
  expect(result.perStage.map(({ requests }) => requests).reduce((sum, each) => sum + each, 0)).toBe(
    result.requests,
  );
  expect(result.perStage.map(({ durationMs }) => durationMs)).toEqual([0, 500, expect.any(Number)]);
  expect(stdout).toMatch(/^Stage 2 \(0\.5s, to 1\): \d+ requests, /m);
});

test('a threshold that fails ends the test, and fails it', async () => {
  const watched = ['--fail-if', 'errors{broken}>3', '--fail-if', 'requests<1000000', '--abort-on-fail'];
  const { code, stderr, result } = await perf(
    ...['Shop', '--vus', '1', '--duration', '600', '--think-time', '10', ...watched],
  );
  expect(code).toBe(1);
  expect(result.stopped).toMatch(/^errors\{broken\}>3: it is \d+$/);
  // The lower bound held from the start on, and ended nothing.
  expect(stderr).toMatch(/^failed: errors\{broken\}>3: it is \d+\nfailed: requests<1000000: it is \d+\n$/);
});

test('a saved load test stands for the options, by its name and by its file, and options win over it', async () => {
  const byName = await perf('--config', 'checkout');
  expect([byName.code, byName.stderr, byName.result.users]).toEqual([0, '', 2]);
  expect((counts.get('/list') ?? 0) * 2).toBeLessThan(counts.get('/read/ann')! * 3);
  expect(counts.get('/broken')).toBeUndefined();
  counts.clear();
  const file = join(folder, 'load-tests', 'checkout.yaml');
  const byFile = await perf(
    '--config',
    file,
    ...SHORT,
    '--vus',
    '1',
    '--folder',
    'Orders',
    '--weight',
    'list=1',
  );
  expect([byFile.code, byFile.result.users]).toEqual([0, 1]);
  expect([...counts.keys()].sort()).toEqual(['/list', '/show']);
});

test.each([
  [['Shop', '--weight', 'read'], '--weight "read" is not a weight: write NAME=NUMBER'],
  [['Shop', '--abort-on-fail'], '--abort-on-fail has no condition to watch'],
  [
    ['Shop', '--fail-if', 'p95{raed}>1'],
    'is about the request "raed", which is not sent; did you mean "read"?',
  ],
  [['Shop', '--fail-if', 'p95{stage:1}>1'], 'is about a stage, and the profile has none: give stages'],
  [['--config', 'Chekout'], 'there is no load test "Chekout" in'],
  [[], 'collection is missing: give a collection, or --config NAME'],
])('%j is refused', async (args, message) => {
  const ended = await callCli(['perf', ...args, '--workspace', folder], { home: home.path, cwd: home.path });
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining(message)]);
});
