// The checks of `proxyctl run` on its traffic, and its exit codes: secrets, changes of JSON, the report, the
// baseline.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { startCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

const STRIPE = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');

let home: TemporaryHome;
let origin: Origin;
/** The JSON responses to each path, in turn; the last one repeats. */
let answers: Record<string, string[]> = {};

beforeAll(async () => {
  home = temporaryHome();
  origin = await startOrigin((request, response) => {
    const list = answers[(request.url ?? '').split('?')[0] ?? ''] ?? ['{"ok":true}'];
    response.setHeader('Content-Type', 'application/json');
    response.end(list.length > 1 ? list.shift() : list[0]);
  });
});
afterAll(async () => {
  await origin.close();
  home.remove();
});
beforeEach(() => {
  answers = {};
});

const runIn = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<CliResult> =>
  callCli(['run', '--port', '0', '--quiet', ...args], {
    home: home.path,
    env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env },
    cwd: home.path,
  });
const run = (...args: readonly string[]): Promise<CliResult> => runIn({}, ...args);
const curl = (...paths: readonly string[]): readonly string[] => [
  '--',
  'curl',
  '-sS',
  '-g',
  '--path-as-is',
  ...paths.flatMap((path) => ['-o', '/dev/null', `${origin.http}${path}`]),
];
const file = (name: string): string => readFileSync(join(home.path, name), 'utf8');
const site = (): string => `127.0.0.1:${origin.httpPort}`;
const noLeftovers = (): void =>
  expect(readdirSync(home.path).filter((name) => name.endsWith('.part'))).toEqual([]);

describe.skipIf(missing('curl'))('the summary line', () => {
  test('counts possible secrets and changes of schemas', { tags: ['full'] }, async () => {
    answers = { '/a': ['{"id":1}', '{"id":"1"}'], '/b': [`{"key":"${STRIPE}"}`] };
    const { code, stderr } = await run(...curl('/a', '/a', '/b', '/b'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/\n4 requests, 2 endpoints, 0 errors, 1 possible secret, 1 schema change\n$/);
  });
});

describe.skipIf(missing('curl'))('checks', () => {
  test.each<[string, string, string[], number, RegExp]>([
    ['--fail-on-5xx', '/a', [], 0, /0 errors/],
    [
      '--fail-on-secrets',
      '/a',
      [`{"key":"${STRIPE}"}`],
      1,
      /: high: Stripe live key in body of the response of/,
    ],
    ['--fail-on-secrets', '/a?token=Zx8kQ2mVb71LpR4tYw9c', [], 0, /1 possible secret/],
    ['--fail-on-secrets', '/a', ['{"id":1}'], 0, /0 possible secrets/],
    [
      '--fail-on-schema-change',
      '/a',
      ['{"id":1}', '{"id":"1"}'],
      1,
      /: \$\.id of GET .* 200 is string, was integer/,
    ],
    [
      '--fail-on-schema-change',
      '/a',
      ['{"id":1}', '{"id":1,"new":2}'],
      1,
      /: \$\.new of GET .* 200 is new, integer/,
    ],
    [
      '--fail-on-schema-change',
      '/a',
      ['{"id":1,"old":2}', '{"id":1}'],
      1,
      /: \$\.old of .* is gone, was integer/,
    ],
    ['--fail-on-schema-change=breaking', '/a', ['{"id":1}', '{"id":1,"new":2}'], 0, /1 schema change$/m],
    [
      '--fail-on-schema-change=breaking',
      '/a',
      ['{"id":1}', '{"id":"1"}'],
      1,
      /is string, was integer: breaking/,
    ],
    ['--fail-on-schema-change', '/a', ['{"id":1,"a":[]}', '{"id":2.5,"a":[1]}'], 0, /0 schema changes/],
  ])('%s: %s answered with %j ends with %i', async (flag, path, bodies, expected, said) => {
    if (bodies.length > 0) answers = { '/a': bodies };
    const { code, stderr, stdout } = await run(flag, ...curl(path, path));
    expect(stderr).toMatch(said);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr.includes(`\n${flag.split('=')[0]}: `)).toBe(expected === 1);
  });

  test('failed checks are named with their position and request', async () => {
    answers = { '/pay': [`{"key":"${STRIPE}"}`] };
    const { stderr } = await run('--fail-on-secrets', ...curl('/ok', '/pay'));
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(
        `^--fail-on-secrets: high: Stripe live key in body of the response of GET ${site()}/pay \\(request 2, stripe:[0-9a-f]{16}\\)$`,
      ),
    );
    expect(stderr).not.toContain(STRIPE);
  });

  test('the first ten are named, and how many more there are', { tags: ['full'] }, async () => {
    const paths = Array.from({ length: 13 }, (_, at) => `/p${at}x`);
    const keys = paths.map((_, at) => `${STRIPE.slice(0, -2)}${10 + at}`);
    answers = Object.fromEntries(paths.map((path, at) => [path, [`{"key":"${keys[at]!}"}`]]));
    const { stderr } = await run('--fail-on-secrets', ...curl(...paths));
    const lines = stderr.split('\n').filter((line) => line.startsWith('--fail-on-secrets: '));
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('--fail-on-secrets: and 3 more');
  });

  test(
    'a fingerprint in the allow-list is accepted, and a line that is none is refused',
    { tags: ['full'] },
    async () => {
      answers = { '/pay': [`{"key":"${STRIPE}"}`] };
      const { stderr } = await run('--fail-on-secrets', ...curl('/pay'));
      const fingerprint = /stripe:[0-9a-f]{16}/.exec(stderr)?.[0] ?? '';
      writeFileSync(join(home.path, 'allowed.txt'), `# known\n${fingerprint}  # in the demo\n`);
      const allowed = ['--fail-on-secrets', '--secrets-allow', 'allowed.txt', '--report', 'allowed.md'];
      const accepted = await run(...allowed, ...curl('/pay'));
      expect(accepted.code).toBe(0);
      expect(accepted.stderr).toContain('0 possible secrets');
      expect(file('allowed.md')).toContain('1 finding of the allow-list left out.');
      writeFileSync(join(home.path, 'settings.json'), JSON.stringify({ allowedSecrets: [fingerprint] }));
      const set = await run('--fail-on-secrets', '--settings', 'settings.json', ...curl('/pay'));
      expect(set.code).toBe(0);
      writeFileSync(join(home.path, 'allowed.txt'), 'stripe\n');
      const refused = await run(...allowed, ...curl('/never'));
      expect(refused.stderr).toMatch(
        /^error: --secrets-allow allowed\.txt, line 1: "stripe" is not a fingerprint/,
      );
      expect((await run('--secrets-allow', 'none.txt', ...curl('/never'))).stderr).toMatch(
        /^error: --secrets-allow none\.txt cannot be read: /,
      );
    },
  );

  test('a body that cannot be decoded is named, not passed over', { tags: ['full'] }, async () => {
    const command = [
      '--',
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      '-H',
      'Content-Encoding: gzip',
      '-d',
      'not gzip',
      `${origin.http}/a`,
    ];
    const { stderr } = await run('--fail-on-secrets', ...command);
    expect(stderr).toMatch(/\n1 body could be analyzed only in part: too large, not decoded, or a/);
  });

  test('those of statuses say what failed, too', async () => {
    const refused = await run('--fail-on-error', '--', 'curl', '-sS', 'http://127.0.0.1:1/x');
    expect(refused.stderr).toMatch(/\n--fail-on-error: failure of GET 127\.0\.0\.1:1\/x \(request 1\)\n$/);
  });

  test.each(
    sampled(
      [
        ['nothing failed: the code of the command', '{"id":1}', 7],
        ['a check failed: 1', `{"key":"${STRIPE}"}`, 1],
      ],
      2,
    ),
  )('%s', async (_, body, expected) => {
    answers = { '/a': [body] };
    const command = ['--', 'sh', '-c', 'curl -sS -o /dev/null "$0"; exit 7', `${origin.http}/a`];
    expect((await run('--fail-on-secrets', '--fail-on-schema-change', ...command)).code).toBe(expected);
  });

  test(
    'every exchange is looked at, also those that the list has forgotten',
    { tags: ['full'] },
    async () => {
      answers = { '/first': [`{"key":"${STRIPE}"}`] };
      const args = ['run', '--port', '0', '--quiet', '--fail-on-secrets', '--report', 'many.md'];
      await using cli = startCli(args, { home: home.path, cwd: home.path });
      const proxy = new URL((await cli.saying(/listening on (http:\S+)/))[1] ?? '');
      await askAll(proxy, ['/first', ...Array.from({ length: 6000 }, (_, at) => `/n/${at}?at=${at}`)]);
      const { code, stderr } = await cli.stop('SIGTERM');
      expect(stderr).toContain(
        '\n6001 requests, 2 endpoints, 0 errors, 1 possible secret, 0 schema changes\n',
      );
      expect(stderr).toMatch(/--fail-on-secrets: high: Stripe live key in .*\/first \(request 1, /);
      expect(code).toBe(1);
      expect(file('many.md')).toContain(`| \`GET ${site()}/n/{nId}\` | 6000 | 0 |`);
    },
  );
});

/** Requests each path through the proxy, the first before all others, the others concurrently. */
async function askAll(proxy: URL, [first = '/', ...paths]: string[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const ask = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const { hostname: host, port } = proxy;
      const request = http.get({ host, port, agent, path: `${origin.http}${path}` }, (response) => {
        response.resume().on('end', resolve).on('error', reject);
      });
      request.on('error', reject);
    });
  await ask(first);
  const protocol = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await ask(path);
  };
  await Promise.all(Array.from({ length: 16 }, protocol));
  agent.destroy();
}

describe.skipIf(missing('curl'))('the report', () => {
  test('describes the traffic, with secrets masked and captured text escaped', async () => {
    const hostile = '/<script>|`x`%0A::error::';
    answers = { '/users/1': ['{"id":1}'], '/users/2': ['{"id":"2"}'], '/pay': [`{"key":"${STRIPE}"}`] };
    const { code } = await run(
      '--report',
      'report.md',
      ...curl('/users/1', '/users/2', '/pay', '/pay?api_key=Zx8kQ2mVb71LpR4tYw9c', hostile),
    );
    expect(code).toBe(0);
    noLeftovers();
    const report = file('report.md');
    expect(report).toContain('5 requests to 3 endpoints, 0 errors, 0 tunnels');
    expect(report).toMatch(/\| `GET [\d.:]+\/users\/\{userId\}` \| 2 \| 0 \| \d+ ms \| \d+ ms \|/);
    expect(report).toMatch(
      /\| high \| Stripe live key \| `sk_l…Qr` \| `response body of GET [^`;]*\/pay` \| 2 \|/,
    );
    expect(report).toMatch(/\| `127\.0\.0\.1:\d+` \| B \| No X-Content-Type-Options/);
    expect(report).toMatch(/\| `\$\.id` \| integer \| string \| `"2"` \| #2 \|/);
    expect(report).not.toContain(STRIPE);
    expect(report).not.toContain('Zx8kQ2mVb71LpR4tYw9c');
    expect(report).toMatch(/\| ``GET [\d.:]+\/<script>¦`x`%0A::error::`` \|/);
    // Markdown syntax in the traffic appears only inside code.
    expect(report.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')).not.toContain('<script>');
  });

  test('what is secret in a URL is masked where performance names it', async () => {
    answers = { '/big': [JSON.stringify('x'.repeat(5000))] };
    await run('--report', 'report.md', ...curl('/big?token=Zx8kQ2mVb71LpR4tYw9c'));
    expect(file('report.md')).toMatch(/\| Uncompressed \| #1 \| `http:.*\/big\?token=.*redacted.*` \|/);
    expect(file('report.md')).not.toContain('Zx8kQ2mVb71LpR4tYw9c');
  });

  test('is written when a check failed, and when the command did', async () => {
    rmSync(join(home.path, 'report.md'), { force: true });
    const { code } = await run('--report', 'report.md', '--', 'sh', '-c', 'exit 3');
    expect(code).toBe(3);
    expect(file('report.md')).toContain('No requests.');
  });

  test.each(
    sampled(
      [
        [
          ['--report', '/no/such/folder/r.md'],
          /^error: cannot write \/no\/such\/folder\/r\.md: there is no folder/,
        ],
        [['--report', '.'], /^error: cannot write \.: it is a folder/],
        [
          ['--schema-baseline', '/no/such/folder/b.json'],
          /^error: cannot write \/no\/such\/folder\/b\.json: there is no folder/,
        ],
        [['--report', 'x', '--record', './x'], /^error: --record and --report name the same file/],
      ],
      2,
    ),
  )('%j: refused before anything starts', async (args, message) => {
    const { code, stderr } = await run(...args, ...curl('/never'));
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(origin.received.map(({ url }) => url)).not.toContain('/never');
    noLeftovers();
  });
});

describe.skipIf(missing('curl'))('reports of other formats', () => {
  test('each has the failed check, and no secret', { tags: ['full'] }, async () => {
    answers = { '/pay': [`{"key":"${STRIPE}"}`] };
    const reports = ['json', 'junit', 'sarif', 'html'].flatMap((format) => [
      `--report-${format}`,
      `r.${format}`,
    ]);
    const { code } = await run(...reports, '--fail-on-secrets', ...curl('/pay'));
    expect(code).toBe(1);
    expect(JSON.parse(file('r.json'))).toMatchObject({
      run: { checks: [{ flag: '--fail-on-secrets', hasPassed: false }] },
    });
    expect(file('r.junit')).toMatch(
      /<testcase name="--fail-on-secrets"[^>]*><failure type="failure" message="high: Stripe live key/,
    );
    expect(JSON.parse(file('r.sarif'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'secret/stripe', level: 'error' }] }],
    });
    expect(file('r.html')).toContain('1 of 1 checks failed');
    for (const format of ['json', 'junit', 'sarif', 'html'])
      expect(file(`r.${format}`)).not.toContain(STRIPE);
  });
});

describe.skipIf(missing('curl'))('a schema baseline', () => {
  const check = ['--schema-baseline', 'baseline.json', '--fail-on-schema-change'];
  beforeEach(() => rmSync(join(home.path, 'baseline.json'), { recursive: true, force: true }));

  test(
    'is made by the first run, and compared with by the next, which leave it as it is',
    { tags: ['full'] },
    async () => {
      answers = { '/users/1': ['{"id":1,"name":"a"}'], '/list': ['[{"a":true}]'] };
      const first = await run(...check, ...curl('/users/1', '/list'));
      expect(first.code).toBe(0);
      expect(first.stderr).toContain('\nThe schema baseline ');
      expect(first.stderr).toMatch(/baseline\.json was written, with 2 endpoints\n/);
      noLeftovers();
      const made = file('baseline.json');
      expect(made).toContain('\n    "GET 127.0.0.1');

      answers['/users/2'] = ['{"name":"b","id":2}'];
      const same = await run(...check, ...curl('/list', '/users/2'));
      expect(same.code).toBe(0);
      expect(same.stderr).toMatch(/0 schema changes\n$/);

      answers['/users/2'] = ['{"id":"2","name":"b"}'];
      answers['/other'] = ['{"x":1}'];
      const changed = await run(...check, ...curl('/users/2', '/other'));
      expect(changed.code).toBe(1);
      expect(changed.stderr).toContain('1 schema change\n');
      expect(changed.stderr).toContain('\n1 endpoint responded with JSON that the schema baseline ');
      expect(changed.stderr).toMatch(
        /\$\.id of GET .*\/users\/\{userId\} 200 is string, was integer: breaking \(request 1\)\n$/,
      );
      expect(file('baseline.json')).toBe(made);

      const unchecked = await run('--schema-baseline', 'baseline.json', ...curl('/users/2'));
      expect(unchecked.code).toBe(0);
      expect(unchecked.stderr).toContain('1 schema change');
    },
  );

  test('holds for a server that restarts on another port', { tags: ['full'] }, async () => {
    const listens = (): Promise<Origin> =>
      startOrigin((_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end('{"id":1}');
      });
    for (const expected of [
      /was written, with 1 endpoint\n$/,
      /0 errors, 0 possible secrets, 0 schema changes\n$/,
    ]) {
      await using server = await listens();
      const command = ['--', 'curl', '-sS', '-o', '/dev/null', `${server.http}/a`];
      const { code, stderr } = await run(...check, ...command);
      expect(stderr).toMatch(expected);
      expect(code).toBe(0);
    }
    expect(file('baseline.json')).toContain('"GET 127.0.0.1/a 200"');
  });

  test('is not written when there is nothing to compare', async () => {
    const { code, stderr } = await run(...check, '--', 'true');
    expect(code).toBe(0);
    expect(stderr).toMatch(/No response had JSON: the schema baseline .*baseline\.json was not written\n$/);
    expect(existsSync(join(home.path, 'baseline.json'))).toBe(false);
  });

  test.each(
    sampled(
      [
        [
          '{\n  "format": x',
          /^error: the schema baseline baseline\.json cannot be used: invalid JSON at line 2, column 13/,
        ],
        ['{"format":"schema baseline","version":9}', /: version is 9; only 1 and 2 are supported; delete it/],
        [
          '{"format":"schema baseline","version":1,"endpoints":{"GET x 200":[{"type":"text"}]}}',
          /: endpoints\["GET x 200"\]\[0\]\.type must be object, .*, not "text"/,
        ],
      ],
      2,
    ),
  )('that is broken is refused with the place: %s', async (content, message) => {
    writeFileSync(join(home.path, 'baseline.json'), content);
    const { code, stderr } = await run(...check, ...curl('/never'));
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(file('baseline.json')).toBe(content);
  });

  test('that is a folder is refused', async () => {
    mkdirSync(join(home.path, 'baseline.json'));
    expect((await run(...check, '--', 'true')).stderr).toMatch(
      /^error: the schema baseline .* cannot be used: /,
    );
  });
});

describe.skipIf(missing('curl'))('on GitHub', () => {
  const github = { GITHUB_ACTIONS: 'true', CI: 'true' };

  test('failed checks are annotations, which captured text cannot forge', { tags: ['full'] }, async () => {
    const path = '/x%0A::error::y,z:[add-mask]w';
    answers = { [path]: [`{"key":"${STRIPE}"}`] };
    const { stderr } = await runIn(github, '--fail-on-secrets', ...curl(path));
    expect(stderr).toContain(`of GET ${site()}${path} (request 1, stripe:`);
    const annotations = stderr.split('\n').filter((line) => line.startsWith('::'));
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toMatch(
      /^::error title=proxyctl run --fail-on-secrets::high: Stripe live key in body /,
    );
    expect(annotations[0]).toContain(`of GET ${site()}${path.replace('%', '%25')} (request 1, stripe:`);
  });

  test.each(
    sampled(
      [
        [{}, 0],
        [{ CI: 'true' }, 0],
        [github, 1],
      ],
      2,
    ),
  )('with %j there are %i', async (env, count) => {
    answers = { '/a': [`{"key":"${STRIPE}"}`] };
    const { stderr } = await runIn({ CI: '', ...env }, '--fail-on-secrets', ...curl('/a'));
    expect(stderr.match(/^::error /gm) ?? []).toHaveLength(count);
  });

  test('the report is added to the summary of the job', { tags: ['full'] }, async () => {
    writeFileSync(join(home.path, 'job.md'), '# Before\n');
    const env = { ...github, GITHUB_STEP_SUMMARY: join(home.path, 'job.md') };
    await runIn(env, '--report', 'report.md', ...curl('/a'));
    expect(file('job.md')).toBe(`# Before\n\n${file('report.md')}`);
    const { code, stderr } = await runIn(
      { ...env, GITHUB_STEP_SUMMARY: '/no/such/folder/job.md' },
      '--report',
      'report.md',
      ...curl('/a'),
    );
    expect(code).toBe(0);
    expect(stderr).toContain('\nThe report could not be added to the summary of the job: there is no folder');
  });
});
