// Load tests as processes against a real server: counts, scripts, data, thresholds, and servers that fail.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callCli } from '../helpers/called-cli.ts';
import { launcher, runCli, startCli, type CliResult } from '../helpers/cli.ts';
import { writeCollection, writeJson, type Written } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';
import { sampled } from '../helpers/scale.ts';

let home: TemporaryHome;
let base: string;
let server: http.Server;
let answer: RequestListener;
/** Requests by path. */
const counts = new Map<string, number>();

const plain: RequestListener = (_, response) => response.end('hello');

beforeAll(async () => {
  home = temporaryHome();
  server = http.createServer((request, response) => {
    const path = request.url ?? '';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    answer(request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = plain;
});

afterEach(() => {
  counts.clear();
  answer = plain;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  home.remove();
});

const resultFile = z.looseObject({
  requests: z.number(),
  errors: z.number(),
  iterations: z.number(),
  durationMs: z.number(),
  receivedBytes: z.number(),
  stopped: z.string().nullable(),
  seconds: z.array(z.looseObject({ users: z.number(), requests: z.number() })),
  perRequest: z.array(
    z.looseObject({
      name: z.string(),
      requests: z.number(),
      statuses: z.record(z.string(), z.number()),
      reasons: z.record(z.string(), z.number()),
    }),
  ),
});

interface Tested extends CliResult {
  readonly result: z.output<typeof resultFile>;
}

function collection(items: readonly Written[], more: object = {}): string {
  return writeCollection(home.path, 'load', items, more);
}

async function perf(file: string, ...args: readonly string[]): Promise<Tested> {
  const report = join(home.path, 'result.json');
  const all = ['perf', file, '--duration', '1', '--vus', '4', ...args, '--report-json', report];
  const ended = await runCli(all, { home: home.path, cwd: home.path });
  return { ...ended, result: resultFile.parse(JSON.parse(readFileSync(report, 'utf8'))) };
}

function total(): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

test('stages change the users, and a test is compared with an earlier one', async () => {
  const file = collection([{ name: 'A', url: `${base}/a` }]);
  const report = join(home.path, 'before.json');
  const stages = ['--stage', '0s:3', '--stage', '1s:3', '--think-time', '5-10'];
  const before = await runCli(['perf', file, ...stages, '--report-json', report], {
    home: home.path,
    cwd: home.path,
  });
  expect([before.code, before.stderr]).toEqual([0, '']);
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    users: 3,
    stages: [
      { seconds: 0, to: 3 },
      { seconds: 1, to: 3 },
    ],
  });
  const { stdout } = await runCli(['perf', file, '--duration', '1', '--vus', '1', '--compare', report], {
    home: home.path,
    cwd: home.path,
  });
  expect(stdout).toContain('Compared with the earlier test:\n  profile differs: "stages", now "fixed"\n');
  expect(stdout).toMatch(/^ {2}p95 [\d.]+ms, before [\d.]+ms, [+-]?\d+%/m);
  expect(stdout).toMatch(/^ {2}GET A: p95 [\d.]+ms, before/m);
});

test('the totals are those of the server, request by request', { tags: ['full'] }, async () => {
  const file = collection([
    { name: 'A', url: `${base}/a` },
    { name: 'B', url: `${base}/b?x=1`, method: 'POST', body: '{"n": 1}' },
  ]);
  const { code, stdout, stderr, result } = await perf(file, '--duration', '2');
  expect([code, stderr]).toEqual([0, '']);
  expect(result.perRequest.map(({ requests }) => requests)).toEqual([counts.get('/a'), counts.get('/b?x=1')]);
  expect(result.requests).toBe(total());
  expect(result.requests).toBeGreaterThan(100);
  expect(result.receivedBytes).toBe(5 * result.requests);
  expect(result.seconds.reduce((sum, { requests }) => sum + requests, 0)).toBe(result.requests);
  expect(stdout).toMatch(/^ +1s +4 users +\d+ req\/s +avg [\d.]+ms +p95 [\d.]+ms +0 errors$/m);
  expect(stdout).toMatch(/^\d+ requests in [\d.]+s \(\d+ req\/s\), 0 errors \(0\.00%\), \d+ iterations$/m);
  expect(stdout).toMatch(/^Latency: avg .*, p90 .*, p95 .*, p99 .*ms$/m);
  expect(stdout).toMatch(/^GET A: \d+ requests, avg .* 0 errors$/m);
  expect(stdout).toMatch(/^POST B: \d+ requests, avg .* 0 errors$/m);
});

test(
  'bodies by length, in chunks and until the connection closes; interim responses',
  { tags: ['full'] },
  async () => {
    answer = (request, response) => {
      if (request.url === '/chunks') {
        response.write('one');
        response.end('two');
      } else if (request.url === '/close') {
        response.removeHeader('transfer-encoding');
        request.socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end');
      } else if (request.url === '/hints') {
        response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => response.end('hello!'));
      } else response.end('length');
    };
    const paths = ['/length', '/chunks', '/close', '/hints', '/head'];
    const file = collection(
      paths.map((path) => ({ name: path, url: base + path, method: path === '/head' ? 'HEAD' : 'GET' })),
    );
    const { code, result } = await perf(file, '--think-time', '20');
    expect([code, result.errors]).toEqual([0, 0]);
    expect(result.requests).toBe(total());
    const [length, chunks, close, hints] = paths.map((path) => counts.get(path) ?? 0);
    expect(result.receivedBytes).toBe(6 * length! + 6 * chunks! + 13 * close! + 6 * hints!);
  },
);

test(
  'statuses of 400 and more, and connections that are refused, are errors',
  { tags: ['full'] },
  async () => {
    answer = (request, response) => {
      response.statusCode = request.url === '/bad' ? 503 : 200;
      response.end();
    };
    const port = await closedPort();
    const file = collection([
      { name: 'Bad', url: `${base}/bad` },
      { name: 'Good', url: `${base}/good` },
      { name: 'Gone', url: `http://127.0.0.1:${port}/` },
      { name: 'Nowhere', url: '{{nohost}}/x' },
    ]);
    const { code, stdout, result } = await perf(file);
    const [bad, good, gone, nowhere] = result.perRequest;
    expect(code).toBe(1);
    expect(bad?.reasons).toEqual({ 'status 503': bad?.requests });
    expect(good?.reasons).toEqual({});
    expect(Object.keys(gone?.reasons ?? {})).toEqual([expect.stringContaining('connection refused')]);
    expect(Object.keys(nowhere?.reasons ?? {})).toEqual([expect.stringContaining('has no host')]);
    expect(stdout).toMatch(/^ {2}\d+ × status 503$/m);
  },
);

describe('what each user does', () => {
  test(
    'scripts see variables of their own user, and failed tests are errors',
    { tags: ['full'] },
    async () => {
      const file = collection([
        {
          name: 'Count',
          url: `${base}/count/{{n}}`,
          before: "pm.environment.set('n', Number(pm.environment.get('n') ?? 0) + 1);",
          test: "pm.test('fine', () => pm.expect(Number(pm.environment.get('n'))).to.not.equal(2));",
        },
      ]);
      const { code, result } = await perf(file, '--vus', '2', '--think-time', '100');
      expect(code).toBe(1);
      expect(counts.get('/count/1')).toBe(2);
      expect(result.perRequest[0]?.reasons).toEqual({ 'test failed: fine': 2 });
      expect(result.requests).toBe(total());
    },
  );

  test('rows of data and dynamic variables', { tags: ['full'] }, async () => {
    const data = writeJson(home.path, 'rows.json', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const file = collection([{ name: 'A', url: `${base}/{{id}}/{{$guid}}` }]);
    const { result } = await perf(file, '-d', data, '--think-time', '20');
    const paths = [...counts.keys()];
    expect(result.requests).toBe(paths.length);
    const rows = paths.map((path) => path.slice(1, 2));
    for (const row of ['a', 'b', 'c'])
      expect(Math.abs(rows.filter((each) => each === row).length - rows.length / 3)).toBeLessThan(2);
  });

  test('cookies are kept and redirects followed', { tags: ['full'] }, async () => {
    const cookies: (string | undefined)[] = [];
    answer = (request, response) => {
      if (request.url === '/login') response.setHeader('set-cookie', 'session=1; Path=/');
      if (request.url === '/me') cookies.push(request.headers.cookie);
      if (request.url === '/old') response.writeHead(302, { location: '/new' });
      response.end();
    };
    const file = collection(['/login', '/me', '/old'].map((path) => ({ name: path, url: base + path })));
    const { code } = await perf(file, '--vus', '1');
    expect(code).toBe(0);
    expect(new Set(cookies)).toEqual(new Set(['session=1']));
    expect(counts.get('/new')).toBe(counts.get('/old'));
  });
});

describe('threads', () => {
  test(
    'share the users: totals, rows of data and scripts are those of one test',
    { tags: ['full'] },
    async () => {
      const data = writeJson(home.path, 'rows.json', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
      const file = collection([
        { name: 'A', url: `${base}/{{id}}`, test: "pm.test('fine', () => pm.response.to.have.status(200));" },
        { name: 'B', url: `${base}/plain` },
      ]);
      const { code, stdout, stderr, result } = await perf(
        file,
        '-d',
        data,
        '--threads',
        '2',
        '--duration',
        '2',
      );
      expect([code, stderr]).toEqual([0, '']);
      expect(result.requests).toBe(total());
      const [a = 0, b = 0, c = 0, plain = 0] = ['/a', '/b', '/c', '/plain'].map((path) => counts.get(path));
      expect(result.perRequest.map(({ requests }) => requests)).toEqual([a + b + c, plain]);
      for (const each of [a, b, c]) expect(Math.abs(each / ((a + b + c) / 3) - 1)).toBeLessThan(0.1);
      expect(result.iterations).toBe(a + b + c);
      expect(result.seconds.reduce((sum, { requests }) => sum + requests, 0)).toBe(result.requests);
      expect(stdout).toMatch(/^ +1s +4 users/m);
    },
  );

  test('keep the rate together, and end together when they are interrupted', { tags: ['full'] }, async () => {
    const file = collection([{ name: 'A', url: `${base}/` }]);
    const { result } = await perf(file, '--rate', '200', '--threads', '3', '--vus', '30');
    expect(result.requests).toBe(total());
    // Each thread for itself would start three times as many.
    expect(result.requests).toBeLessThanOrEqual(200);
    expect(result.requests).toBeGreaterThan(100);
    counts.clear();
    await using running = startCli(['perf', file, '--threads', '2', '--think-time', '5'], {
      home: home.path,
    });
    await running.saying(/ 1s .*req\/s/, 'stdout');
    const { code, stdout } = await running.stop('SIGINT');
    expect(code).toBe(0);
    expect(/^(\d+) requests/m.exec(stdout)?.[1]).toBe(String(total()));
  });
});

describe('load', () => {
  test('a rate starts iterations by the clock, and waiting counts', { tags: ['full'] }, async () => {
    answer = (_, response) => setTimeout(() => response.end(), 300);
    const file = collection([{ name: 'A', url: `${base}/` }]);
    const { result, stdout } = await perf(file, '--rate', '40', '--vus', '3');
    // Three users manage ten requests a second: the others wait, and their latency says so.
    expect(result.requests).toBe(total());
    const { p99 } = z.object({ p99: z.number() }).parse(result['latency']);
    expect(p99).toBeGreaterThan(450);
    expect(stdout).toMatch(/iterations? had no free user: the rate was not reached/);
  });

  test('a profile has its share of users', { tags: ['full'] }, async () => {
    const args = ['--profile', 'rampUp', '--vus', '8', '--duration', '4', '--think-time', '5'];
    const { result } = await perf(collection([{ name: 'A', url: `${base}/` }]), ...args);
    const users = result.seconds.map((second) => second.users);
    expect(users[0]).toBeLessThan(5);
    expect(users.at(-1)).toBe(8);
    expect(result.requests).toBe(total());
  });

  test.each(
    sampled<readonly [readonly string[], number, string]>(
      [
        [['--fail-if', 'p95>10s', '--fail-if', 'rps<1'], 0, ''],
        [['--fail-if', 'p95<10s'], 1, 'failed: p95<10s: it is '],
        [['--fail-if', 'errors>=100%'], 0, ''],
        [['--fail-if', 'requests > 1'], 1, 'failed: requests > 1: it is '],
      ],
      2,
    ),
  )('thresholds %j', async (args, code, said) => {
    let number = 0;
    const hasErrors = args.includes('errors>=100%');
    answer = (_, response) => {
      response.statusCode = hasErrors && number++ % 2 === 0 ? 500 : 200;
      response.end();
    };
    const ended = await perf(collection([{ name: 'A', url: `${base}/` }]), ...args);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(said)]);
  });
});

test(
  'the report has charts and escapes what the collection and the server say',
  { tags: ['full'] },
  async () => {
    answer = (_, response) => {
      response.statusCode = 500;
      response.end();
    };
    const page = join(home.path, 'report.html');
    const file = collection([{ name: '<b>A</b>', url: `${base}/` }]);
    const { result } = await perf(file, '--duration', '2', '--report-html', page, '--fail-if', 'errors>1%');
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('&lt;b&gt;A&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/<script|NaN|undefined|https?:/);
    expect(html).toContain(`<td class="number">${result.requests}</td>`);
    expect(html).toContain('Failed: errors&gt;1%: it is 100');
    const lines = [...html.matchAll(/<polyline class="line\d" points="([^"]*)"/g)].map(
      ([, points = '']) => points,
    );
    expect(lines).toHaveLength(5);
    for (const points of lines) expect(points.split(' ')).toHaveLength(result.seconds.length);
  },
);

test('an interrupted test prints the totals so far', { tags: ['full'] }, async () => {
  const file = collection([{ name: 'A', url: `${base}/` }]);
  await using running = startCli(['perf', file, '--vus', '2', '--think-time', '10'], { home: home.path });
  await running.saying(/ 1s .*req\/s/, 'stdout');
  const { code, stdout } = await running.stop('SIGINT');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+ requests in [\d.]+s/m);
  expect(stdout).toContain('The test ended early: it was interrupted');
  expect(/^(\d+) requests/m.exec(stdout)?.[1]).toBe(String(total()));
});

test.each([1, 2])('a second Ctrl-C does not wait for a server that stalls; threads: %d', async (threads) => {
  const arrived = Promise.withResolvers<null>();
  answer = () => total() === 3 && arrived.resolve(null);
  const file = collection([{ name: 'A', url: `${base}/` }]);
  const args = ['perf', file, '--vus', '3', '--threads', String(threads), '--duration', '600'];
  await using running = startCli(args, { home: home.path });
  await arrived.promise;
  running.child.kill('SIGINT');
  await running.saying(/^waiting for requests in flight.*again ends at once$/m);
  const { code, signal, stdout } = await running.stop('SIGINT');
  expect([code, signal]).toEqual([1, null]);
  expect(stdout).toMatch(/^3 requests in .*, 3 errors \(100\.00%\)/m);
  expect(stdout).toContain('3 × there was no response when the test ended');
});

test('an interrupt before the first response still gives totals', async () => {
  answer = (_, response) => setTimeout(() => response.end('late'), 300);
  const file = collection([{ name: 'A', url: `${base}/` }]);
  await using running = startCli(['perf', file, '--vus', '2'], { home: home.path });
  while (total() < 2) await delay(5);
  const { code, stdout } = await running.stop('SIGINT');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^2 requests in .*, 0 errors/m);
});

describe('on a terminal', () => {
  const inTerminal = async (...args: readonly string[]): Promise<string> => {
    const quoted = args.map((arg) => `'${arg}'`).join(' ');
    const command = `stty cols 80; '${process.execPath}' '${launcher}' perf ${quoted}`;
    const env = { ...process.env, TERM: 'xterm', PROXYCTL_HOME: home.path };
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env });
    return stdout;
  };

  test.skipIf(missing('script', 'stty'))(
    'a panel is drawn in its place, and the totals follow',
    { tags: ['full'] },
    async () => {
      const file = collection([{ name: 'A', url: `${base}/` }]);
      const stdout = await inTerminal(file, '--duration', '2', '--vus', '2');
      const draws = stdout.split(/\u001b\[8A\r\u001b\[0J/);
      expect(draws.length).toBeGreaterThanOrEqual(2);
      const [first = '', ...later] = draws;
      expect(first).toMatch(/^\u001b\[\?25lload\r\n─+ 0s of 2s\r\n/);
      for (const draw of later) expect(draw).toMatch(/requests\/s +\d+ {2}[▁-█]+\r\n/);
      expect(later.at(-1)).toMatch(/━+ \ds of 2s/);
      expect(later.at(-1)).toContain('\u001b[?25h');
      const [, shown] = /total +(\d+) requests, 0 errors/.exec(later.at(-1) ?? '') ?? [];
      expect(shown).toBe(String(total()));
      expect(later.at(-1)).toContain(`${total()} requests in `);
      expect(stdout).not.toMatch(/ 1s +2 users/);
    },
  );
});

test('a server that stalls does not stop the test from ending', { tags: ['full'] }, async () => {
  answer = () => undefined;
  const { code, result } = await perf(collection([{ name: 'A', url: `${base}/` }]));
  expect(code).toBe(1);
  expect(result.perRequest[0]?.reasons).toEqual({ 'there was no response when the test ended': 4 });
});

describe('what is wrong is said, and nothing is sent', () => {
  test.each(
    sampled(
      [
        [['--vus', '0'], /--vus "0" .*give one from 1 to/],
        [['--duration', '1m'], /--duration "1m"/],
        [['--profile', 'rampup'], /--profile "rampup" .*fixed, rampUp, spike, peak/],
        [['--stage', '30:5'], /--stage "30:5" is not a stage/],
        [['--stage', '5s:5', '--vus', '2'], /--vus follows from --stage/],
        [['--stage', '5s:5', '--rate', '2'], /--rate 2 is not the greatest load of the stages/],
        [['--stage', '5s:0'], /have no load/],
        [['--think-time', '5-2'], /--think-time "5-2" is not a time/],
        [['--compare', 'none.json'], /--compare none.json is not a report/],
        [['--rate', '-1'], /--rate "-1"/],
        [['--threads', '0'], /--threads "0" .*from 1 to 64/],
        [['--fail-if', 'p95'], /--fail-if "p95" is not a condition/],
        [['--fail-if', 'p96>1'], /--fail-if "p96>1" names no known figure/],
        [['--fail-if', 'rps>1ms'], /--fail-if "rps>1ms" has the unit ms/],
        [['--report-html', '.'], /cannot write .*: it is a folder/],
        [['--folder', 'None'], /there is no folder or request "None"/],
      ],
      2,
    ),
  )('%j', async (args, message) => {
    const file = collection([{ name: 'A', url: `${base}/` }]);
    const { code, stdout, stderr } = await callCli(['perf', file, ...args], { home: home.path });
    expect([code, stdout, total()]).toEqual([1, '', 0]);
    expect(stderr).toMatch(message);
  });

  test('a collection without requests', async () => {
    const { code, stderr } = await callCli(['perf', collection([])], { home: home.path });
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no requests to send')]);
  });
});
