// `collection run` as a process, against a real server: every flag, the exit codes, and the error messages.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type CliResult } from '../helpers/cli.ts';
import { writeCollection, writeJson, writeVariables } from '../helpers/collections.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { until } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

let echo: Echo;
let home: TemporaryHome;
let folder: string;

beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
  folder = join(home.path, 'work');
  mkdirSync(folder);
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

beforeEach(() => {
  echo.received.length = 0;
});

interface Around {
  readonly env?: NodeJS.ProcessEnv;
}

function run(args: readonly string[], { env = {} }: Around = {}): Promise<CliResult> {
  return callCli(['collection', 'run', ...args], { home: home.path, cwd: folder, env });
}

/** Returns the requested URLs, without the server's own address. */
function paths(): readonly string[] {
  return echo.received.map(({ url }) => url.slice(url.indexOf('/')));
}

const IS_200 = "pm.test('is 200', () => pm.response.to.have.status(200));";
const FAILS = "pm.test('is 201', () => pm.response.to.have.status(201));";

describe('what it ends with', () => {
  test('0 when all requests and tests have passed', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'passes', [{ name: 'A', url: `${echo.url}/get`, test: IS_200 }]);
    const { code, stdout, stderr } = await run([file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('✓ is 200');
    expect(stdout).toMatch(
      /^1 request \(0 failed\), 1 test \(0 failed\), average response \d+ms, total \S+s$/m,
    );
  });

  test.each(
    sampled(
      [
        ['a test fails', { test: FAILS }, '✗ is 201\n      AssertionError: expected'],
        [
          'a script ends with an error',
          { test: 'nothing.here();' },
          'script error (test script of the request, line 1): ReferenceError',
        ],
      ],
      2,
    ),
  )('1 when %s', async (_, more, said) => {
    const file = writeCollection(folder, 'fails', [{ name: 'A', url: `${echo.url}/get`, ...more }]);
    const { code, stdout } = await run([file]);
    expect(code).toBe(1);
    expect(stdout).toContain(said);
  });

  test('1 when a request cannot be sent; the others are', async () => {
    const port = await closedPort();
    const file = writeCollection(folder, 'refused', [
      { name: 'A', url: `http://127.0.0.1:${port}/` },
      { name: 'B', url: `${echo.url}/get` },
    ]);
    const { code, stdout } = await run([file]);
    expect(code).toBe(1);
    expect(stdout).toContain('connection refused');
    expect(stdout).toContain('2 requests (1 failed), 0 tests (0 failed)');
    expect(paths()).toEqual(['/get']);
  });

  test('a status is no failure, whatever it is', async () => {
    const file = writeCollection(folder, 'statuses', [{ name: 'A', url: `${echo.url}/status/500` }]);
    expect((await run([file])).code).toBe(0);
  });
});

describe('what is wrong is said, and nothing is sent', () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['nothing'], /there is no collection "nothing" in /],
    [['missing.json'], /there is no collection "missing.json" in /],
    [['broken.json'], /the collection broken.json cannot be used: .*line 1/],
    [['fine.json', '-n', '0'], /--iteration-count "0" .*give one from 1 to/],
    [['fine.json', '-n', 'x'], /--iteration-count "x"/],
    [['fine.json', '--delay-request', '-1'], /--delay-request "-1"/],
    [['fine.json', '--timeout-request', '1s'], /--timeout-request "1s"/],
    [['fine.json', '--parallel', '0'], /--parallel "0"/],
    [['fine.json', '--env-var', 'novalue'], /--env-var "novalue" .*KEY=VALUE/],
    [['fine.json', '-e', 'nowhere'], /there is no environment "nowhere" in /],
    [['fine.json', '-e', 'broken.json'], /the environment broken.json cannot be used/],
    [['fine.json', '-g', 'nowhere.json'], /the globals nowhere.json cannot be used: there is no such file/],
    [['fine.json', '-d', 'nowhere.csv'], /neither a file nor a dataset "nowhere.csv"/],
    [['fine.json', '-d', 'broken.json'], /the data file broken.json cannot be used: invalid JSON at line 1/],
    [['fine.json', '-d', 'empty.csv'], /the data file empty.csv has no rows/],
    [['fine.json', '--folder', 'Nowhere'], /there is no folder or request "Nowhere" in the collection fine/],
    [
      ['fine.json', '-r', 'cli,teamcity'],
      /no reporter "teamcity": install the package newman-reporter-teamcity/,
    ],
    [['fine.json', '-r', ','], /--reporters names none/],
    [
      ['fine.json', '-r', 'json', '--reporter-json-export', 'fine.json/such/x.json'],
      /cannot write .*x\.json: .* is a file, not a folder/,
    ],
    [
      ['fine.json', '-r', 'json,html', '--reporter-json-export', 'x', '--reporter-html-export', 'x'],
      /json and html would both write/,
    ],
    [['fine.json', '--nosuch'], /unknown option '--nosuch'/],
    [[], /collection is missing: give a collection, or --config NAME/],
  ];

  test.each(sampled(wrong, 2))('%j', async (args, message) => {
    writeCollection(folder, 'fine', [{ name: 'A', url: `${echo.url}/get` }]);
    writeFileSync(join(folder, 'broken.json'), '{"info": ');
    writeFileSync(join(folder, 'empty.csv'), 'a,b\n');
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: .*\n$/);
    expect([code, stdout, echo.received.length]).toEqual([1, '', 0]);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('variables', () => {
  const show = (name: string) => ({ name: 'A', url: `${echo.url}/get?v={{v}}&name=${name}` });

  test('those of data come before the environment, the collection and the globals', async () => {
    const file = writeCollection(
      folder,
      'scopes',
      [{ name: 'A', url: `${echo.url}/get?{{a}}{{b}}{{c}}{{d}}` }],
      { variable: ['a', 'b', 'c'].map((key) => ({ key, value: `${key}=collection&` })) },
    );
    const environment = writeVariables(folder, 'env', 'environment', {
      a: 'a=environment&',
      b: 'b=environment&',
    });
    const globals = writeVariables(folder, 'globals', 'globals', { c: 'c=global', d: 'd=global' });
    const data = writeJson(folder, 'rows.json', [{ a: 'a=data&' }]);
    const { code, stdout } = await run([file, '-e', environment, '-g', globals, '-d', data]);
    expect(code).toBe(0);
    expect(paths()).toEqual(['/get?a=data&b=environment&c=collection&d=global']);
    expect(stdout).toMatch(/^scopes \(env\)$/m);
  });

  test('--env-var adds to the environment, or makes one called CLI', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'added', [show('x'), { name: 'B', url: `${echo.url}/get?{{a=b}}` }]);
    const environment = writeVariables(folder, 'own', 'environment', { v: 'environment' });
    const first = await run([file, '--env-var', 'v=1=2', '--env-var', 'w=']);
    const second = await run([file, '-e', environment, '--env-var', 'v=last']);
    expect(first.stdout).toContain('added (CLI)');
    expect(second.stdout).toContain('added (own)');
    expect(paths().filter((path) => path.includes('name=x'))).toEqual([
      '/get?v=1=2&name=x',
      '/get?v=last&name=x',
    ]);
  });

  test('variables without a value are reported', async () => {
    const { stdout } = await run([writeCollection(folder, 'unresolved', [show('x')])]);
    expect(stdout).toContain('without a value: v');
  });

  test('the active environment and the globals of the workspace are used', async () => {
    const workspace = join(home.path, 'Shared');
    mkdirSync(join(workspace, 'environments'), { recursive: true });
    mkdirSync(join(workspace, 'datasets'));
    writeFileSync(join(workspace, 'workspace.yaml'), 'name: Shared\nactiveEnvironment: e1\n');
    writeFileSync(join(workspace, 'globals.yaml'), 'variables:\n  - name: g\n    value: of-globals\n');
    writeFileSync(
      join(workspace, 'environments', 'test.yaml'),
      'id: e1\nname: Test\nvariables:\n  - name: v\n    value: of-workspace\n',
    );
    writeFileSync(join(workspace, 'datasets', 'rows.csv'), 'row\n1\n2\n');
    const file = writeCollection(folder, 'active', [
      { name: 'A', url: `${echo.url}/get?v={{v}}&g={{g}}&r={{row}}` },
    ]);
    const { code, stdout, stderr } = await run([file, '--workspace', workspace, '-d', 'rows']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('active (Test)');
    expect(paths()).toEqual([1, 2].map((row) => `/get?v=of-workspace&g=of-globals&r=${row}`));
  });
});

describe('collections of the workspace', () => {
  test('are run by name, by any case of it, and by id', { tags: ['full'] }, async () => {
    const workspace = join(home.path, 'Own');
    const file = writeCollection(folder, 'Imported one', [{ name: 'A', url: `${echo.url}/get?own` }]);
    const options = { home: home.path, cwd: folder };
    expect((await callCli(['import', file, '--workspace', workspace], options)).code).toBe(0);
    const listed = await callCli(['collection', 'list', '--workspace', workspace], options);
    const id = /\(1 request, (\S+)\)/.exec(listed.stdout)?.[1] ?? '';
    for (const name of ['Imported one', 'imported ONE', id])
      expect((await run([name, '--workspace', workspace])).code).toBe(0);
    expect(paths()).toEqual(['/get?own', '/get?own', '/get?own']);
    const { stderr } = await run(['Imported on', '--workspace', workspace]);
    expect(stderr).toContain('did you mean "Imported one"?');
  });

  test('OpenAPI files are run too', async () => {
    const file = writeJson(folder, 'openapi.json', {
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: echo.url }],
      paths: { '/items': { get: { summary: 'List items', responses: { 200: { description: 'all' } } } } },
    });
    const { code, stdout } = await run([file]);
    expect([code, paths()]).toEqual([0, ['/items']]);
    expect(stdout).toContain('List items');
  });
});

describe('iterations', () => {
  test('-n sets their number; each has a heading', async () => {
    const file = writeCollection(folder, 'iterations', [{ name: 'A', url: `${echo.url}/get` }]);
    const { stdout } = await run([file, '-n', '3']);
    expect(stdout.match(/^Iteration \d of 3$/gm)).toEqual([
      'Iteration 1 of 3',
      'Iteration 2 of 3',
      'Iteration 3 of 3',
    ]);
    expect(stdout).toContain('3 iterations, 3 requests (0 failed)');
  });

  test.each(
    sampled(
      [
        ['rows.csv', 'name,"n"\n"a, b",1\nü,2\n'],
        ['rows.json', '[{"name": "a, b", "n": 1}, {"name": "ü", "n": 2}]'],
      ],
      2,
    ),
  )('one for each row of %s; further ones have the last', async (name, text) => {
    writeFileSync(join(folder, name), text);
    const file = writeCollection(folder, 'by row', [{ name: 'A', url: `${echo.url}/get?{{name}}={{n}}` }]);
    await run([file, '-d', name]);
    expect(paths()).toEqual(['/get?a,%20b=1', '/get?%C3%BC=2']);
    await run([file, '-d', name, '-n', '3']);
    expect(paths().slice(2)).toEqual(['/get?a,%20b=1', '/get?%C3%BC=2', '/get?%C3%BC=2']);
  });

  test(
    'with --parallel they go on at a time, each with variables and cookies of its own',
    { tags: ['full'] },
    async () => {
      const file = writeCollection(folder, 'parallel', [
        {
          name: 'Set',
          url: `${echo.url}/cookies/set?n={{n}}`,
          before: "pm.environment.set('mine', pm.iterationData.get('n'));",
        },
        {
          name: 'Get',
          url: `${echo.url}/cookies?mine={{mine}}`,
          test: "pm.test('its own', () => pm.expect(pm.response.json().cookies.n).to.equal(String(pm.iterationData.get('n'))));",
        },
      ]);
      const rows = Array.from({ length: 8 }, (_, n) => ({ n: n + 1 }));
      const data = writeJson(folder, 'eight.json', rows);
      const { code, stdout } = await run([file, '-d', data, '--parallel', '4']);
      expect(stdout).toContain('8 iterations, 16 requests (0 failed), 8 tests (0 failed)');
      expect(code).toBe(0);
      const own = paths().filter((path) => path.includes('mine='));
      expect([...own].sort()).toEqual(rows.map(({ n }) => `/cookies?mine=${n}`));
    },
  );
});

describe('what is run', () => {
  const tree = () =>
    writeCollection(folder, 'tree', [
      { name: 'First', url: `${echo.url}/first` },
      {
        folder: 'Outer',
        items: [
          { name: 'In outer', url: `${echo.url}/outer` },
          { folder: 'Inner', items: [{ name: 'In inner', url: `${echo.url}/inner` }] },
        ],
      },
    ]);

  test('all of it, with the folders that each request lies in', async () => {
    const { stdout } = await run([tree()]);
    expect(paths()).toEqual(['/first', '/outer', '/inner']);
    expect(stdout).toMatch(/^Outer \/ Inner \/ In inner$/m);
  });

  test.each(
    sampled(
      [
        ['Outer', ['/outer', '/inner']],
        ['Inner', ['/inner']],
      ],
      2,
    ),
  )('--folder %s at any depth', async (name, expected) => {
    await run([tree(), '--folder', name]);
    expect(paths()).toEqual(expected);
  });

  test(
    '--folder names several, and requests, in the order of the collection',
    { tags: ['full'] },
    async () => {
      await run([tree(), '--folder', 'Inner', '--folder', 'First']);
      expect(paths()).toEqual(['/first', '/inner']);
      const { code, stderr } = await run([tree(), '--folder', 'Inner', '--folder', 'Nowhere']);
      expect([code, stderr]).toEqual([
        1,
        'error: there is no folder or request "Nowhere" in the collection tree\n',
      ]);
    },
  );

  test('--bail ends at the first failing test, and reports it', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'bail', [
      { name: 'A', url: `${echo.url}/one`, test: FAILS },
      { name: 'B', url: `${echo.url}/two` },
    ]);
    const { code, stdout } = await run([file, '--bail', '-n', '3']);
    expect([code, paths()]).toEqual([1, ['/one']]);
    expect(stdout).toContain('The run ended early: A failed, and --bail was given');
  });

  test('--bail ends at the first request without a response', async () => {
    const port = await closedPort();
    const file = writeCollection(folder, 'bail', [
      { name: 'A', url: `http://127.0.0.1:${port}/` },
      { name: 'B', url: `${echo.url}/two` },
    ]);
    expect((await run([file, '--bail'])).code).toBe(1);
    expect(paths()).toEqual([]);
  });

  test('scripts choose the next request, and skip their own', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'jumps', [
      { name: 'A', url: `${echo.url}/a`, test: "pm.execution.setNextRequest('C');" },
      { name: 'B', url: `${echo.url}/b` },
      { name: 'C', url: `${echo.url}/c`, before: 'pm.execution.skipRequest();' },
      { name: 'D', url: `${echo.url}/d`, test: 'pm.execution.setNextRequest(null);' },
      { name: 'E', url: `${echo.url}/e` },
    ]);
    const { code, stdout } = await run([file]);
    expect([code, paths()]).toEqual([0, ['/a', '/d']]);
    expect(stdout).toContain('skipped by its script');
    expect(stdout).toContain('2 requests (0 failed)');
  });
});

describe('how it is sent', () => {
  test('--timeout-request ends what takes too long', async () => {
    const file = writeCollection(folder, 'slow', [{ name: 'A', url: `${echo.url}/never` }]);
    const { code, stdout } = await run([file, '--timeout-request', '150']);
    expect(code).toBe(1);
    expect(stdout).toContain('the response was not complete within 150 ms');
  });

  test('--delay-request waits between requests', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'pause', [
      { name: 'A', url: `${echo.url}/a` },
      { name: 'B', url: `${echo.url}/b` },
    ]);
    const { stdout } = await run([file, '--delay-request', '1200']);
    const total = Number(/total ([\d.]+)s$/m.exec(stdout)?.[1]);
    expect(total).toBeGreaterThanOrEqual(1.2);
  });

  test('redirects are followed, and cookies kept', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'cookies', [
      {
        name: 'A',
        url: `${echo.url}/cookies/set?a=1`,
        test: "pm.test('kept', () => pm.expect(pm.response.json().cookies.a).to.equal('1'));",
      },
      { name: 'B', url: `${echo.url}/redirect/307`, method: 'POST', body: 'again' },
    ]);
    const { code } = await run([file]);
    expect([code, paths()]).toEqual([
      0,
      ['/cookies/set?a=1', '/cookies', '/redirect/307', '/get?redirected=1'],
    ]);
    expect(echo.received.at(-1)).toMatchObject({ method: 'POST', body: 'again', headers: { cookie: 'a=1' } });
  });

  test('proxies that the environment names are used, save for hosts that it excepts', async () => {
    const file = writeCollection(folder, 'proxied', [
      { name: 'A', url: 'http://shop.example/items' },
      { name: 'B', url: `${echo.url}/direct` },
    ]);
    const { code } = await run([file], { env: { HTTP_PROXY: echo.url, NO_PROXY: '127.0.0.1' } });
    expect(code).toBe(0);
    expect(echo.received.map(({ url }) => url)).toEqual([
      'shop.example/items',
      `127.0.0.1:${echo.port}/direct`,
    ]);
  });

  test('a proxy that cannot be used is named', async () => {
    const file = writeCollection(folder, 'proxied', [{ name: 'A', url: `${echo.url}/get` }]);
    const { code, stderr } = await run([file], { env: { HTTP_PROXY: 'ftp://x' } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('HTTP_PROXY is not a valid proxy URL')]);
  });

  describe('over TLS', () => {
    let origin: Origin;
    beforeAll(async () => {
      origin = await startOrigin();
    });
    afterAll(() => origin.close());

    test('certificates are verified, unless -k', { tags: ['full'] }, async () => {
      const file = writeCollection(folder, 'tls', [{ name: 'A', url: `${origin.https}/get` }]);
      // This process trusts the origin.
      const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
        runCli(['collection', 'run', ...args], { home: home.path, cwd: folder, env });
      const refused = await run([file]);
      expect(refused.code).toBe(1);
      expect(refused.stdout).toContain('The certificate of the server is not trusted');
      expect(origin.received).toEqual([]);
      for (const flag of ['-k', '--insecure']) expect((await run([file, flag])).code).toBe(0);
      expect((await run([file], { NODE_EXTRA_CA_CERTS: origin.caPath })).code).toBe(0);
      expect(origin.received).toHaveLength(3);
    });
  });
});

describe('a signal', () => {
  test.each(sampled(['SIGINT', 'SIGTERM'] as const, 2))(
    '%s ends the run in order, with its reports',
    async (signal) => {
      const file = writeCollection(folder, 'stopped', [
        { name: 'A', url: `${echo.url}/get` },
        { name: 'B', url: `${echo.url}/never` },
        { name: 'C', url: `${echo.url}/last` },
      ]);
      const args = ['collection', 'run', file, '-r', 'cli,json,junit,html'];
      await using running = startCli(args, { home: home.path, cwd: folder });
      await running.saying(/GET .*\/get 200/, 'stdout');
      await until('the request to /never', () => paths().includes('/never'));
      const { code, stdout } = await running.stop(signal);
      expect(code).toBe(1);
      expect(stdout).toContain('The run ended early: it was interrupted');
      expect(paths()).toEqual(['/get', '/never']);
      const report = JSON.parse(readFileSync(join(folder, 'cloak-run.json'), 'utf8')) as {
        requests: { name: string; error: string | null }[];
        totals: { stopped: string };
      };
      expect(report.requests.map(({ name, error }) => [name, error])).toEqual([
        ['A', null],
        ['B', 'it was interrupted'],
      ]);
      expect(report.totals.stopped).toBe('it was interrupted');
      expect(existsSync(join(folder, 'cloak-run.xml'))).toBe(true);
      expect(existsSync(join(folder, 'cloak-run.html'))).toBe(true);
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );
});
