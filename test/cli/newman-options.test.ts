// Options of Newman under Newman's names, each as a user types it.
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untrustedAuthority } from '../helpers/authority.ts';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type CliResult } from '../helpers/cli.ts';
import { writeCollection, writeJson, writeVariables } from '../helpers/collections.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { until } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

let echo: Echo;
let home: TemporaryHome;
let folder: string;
let files: Server;
let filesUrl: string;

beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
  folder = join(home.path, 'work');
  mkdirSync(folder);
  files = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '', 'http://x').pathname);
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => files.close(resolve));
  await echo[Symbol.asyncDispose]();
  home.remove();
});

beforeEach(() => {
  echo.received.length = 0;
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return callCli(['collection', 'run', ...args], { home: home.path, cwd: folder, env });
}

const FAILS = "pm.test('fails', () => pm.expect(1).to.equal(2));";

/** A collection whose scripts set variables and whose server sets cookies. */
function stateful(): string {
  return writeCollection(
    folder,
    'stateful',
    [
      {
        name: 'A',
        url: `${echo.url}/cookies/set?kept=1`,
        test: "pm.environment.set('e', [1]); pm.globals.set('g', 2); pm.collectionVariables.set('c', 'three');",
      },
    ],
    { variable: [{ key: 'c', value: 'one' }] },
  );
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const json = (name: string): any => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test(
  '--export-environment, -globals, -collection and -cookie-jar write what the run leaves',
  { tags: ['full'] },
  async () => {
    const environment = writeVariables(folder, 'env', 'environment', { before: 'x' });
    const { code, stderr } = await run([
      stateful(),
      '-e',
      environment,
      '--global-var',
      'given=a=b',
      '--export-environment',
      'out/env.json',
      '--export-globals',
      'globals.json',
      '--export-collection',
      'collection.json',
      '--export-cookie-jar',
      'jar.json',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const values = (name: string): unknown =>
      json(name).values.map(({ key, value }: { key: string; value: unknown }) => [key, value]);
    expect(values('out/env.json')).toEqual([
      ['before', 'x'],
      ['e', [1]],
    ]);
    expect(values('globals.json')).toEqual([
      ['given', 'a=b'],
      ['g', 2],
    ]);
    expect(json('collection.json').variable).toEqual([expect.objectContaining({ key: 'c', value: 'three' })]);
    expect(json('jar.json').cookies).toEqual([expect.objectContaining({ key: 'kept', value: '1' })]);
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'jar.json')).mode & 0o777).toBe(modeOfNewFile());
  },
);

test('--cookie-jar begins with the cookies of an earlier run', { tags: ['full'] }, async () => {
  await run([stateful(), '--export-cookie-jar', 'before.json']);
  const file = writeCollection(folder, 'sends', [{ name: 'A', url: `${echo.url}/cookies` }]);
  await run([file, '--cookie-jar', 'before.json']);
  expect(echo.received.at(-1)?.headers['cookie']).toBe('kept=1');
});

test('--ignore-redirects follows none', async () => {
  const file = writeCollection(folder, 'redirects', [{ name: 'A', url: `${echo.url}/redirect/302` }]);
  const { stdout } = await run([file, '--ignore-redirects']);
  expect(stdout).toContain('302 Found');
  expect(echo.received).toHaveLength(1);
});

test('--timeout ends the whole run, with exit code 1', { tags: ['full'] }, async () => {
  const file = writeCollection(folder, 'slow', [{ name: 'A', url: `${echo.url}/never` }]);
  const { code, stdout } = await run([file, '--timeout', '300']);
  expect(code).toBe(1);
  expect(stdout).toContain('The run ended early: it took longer than the 300 ms of --timeout');
});

test.each(
  sampled(
    [
      [['--bail'], 1],
      [['--bail', 'failure'], 1],
      [['--bail', 'folder,failure'], 1],
      [['--bail', 'folder'], 2],
      [[], 2],
    ],
    2,
  ),
)('%j sends %i of two requests', async (bail, sent) => {
  const url = `${echo.url}/get`;
  const file = writeCollection(folder, 'bails', [
    { name: 'A', url, test: FAILS },
    { name: 'B', url },
  ]);
  expect((await run([file, ...bail])).code).toBe(1);
  expect((await run([...bail, file])).code).toBe(1);
  expect(echo.received).toHaveLength(2 * sent);
});

test('--suppress-exit-code and -x exit with 0', { tags: ['full'] }, async () => {
  const file = writeCollection(folder, 'fails', [{ name: 'A', url: `${echo.url}/get`, test: FAILS }]);
  expect((await run([file])).code).toBe(1);
  expect((await run([file, '--suppress-exit-code'])).code).toBe(0);
  expect((await run([file, '-x'])).code).toBe(0);
});

test('colours by --color and FORCE_COLOR', { tags: ['full'] }, async () => {
  const file = writeCollection(folder, 'colours', [{ name: 'A', url: `${echo.url}/get` }]);
  const isColoured = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<boolean> =>
    (await run([file, ...args], env)).stdout.includes('\x1b[32m200 OK');
  expect(await isColoured([])).toBe(false);
  expect(await isColoured(['--color', 'on'])).toBe(true);
  expect(await isColoured([], { FORCE_COLOR: '1' })).toBe(true);
  expect(await isColoured(['--color', 'off'], { FORCE_COLOR: '1' })).toBe(false);
  expect((await run([file, '--color', 'pink'])).stderr).toContain('--color "pink" is unknown');
});

test('--verbose, --silent and --disable-unicode', { tags: ['full'] }, async () => {
  const file = writeCollection(folder, 'prints', [
    { name: 'A', url: `${echo.url}/get`, test: "pm.test('ok', () => {});" },
  ]);
  expect((await run([file, '--verbose'])).stdout).toMatch(/^ {4}> Host: .*[^]*^ {4}< Content-Type: /m);
  expect((await run([file, '--silent'])).stdout).toBe('');
  expect((await run([file, '--disable-unicode'])).stdout).toContain('  + ok');
  expect((await run([file, '--reporter-cli-no-assertions'])).stdout).not.toContain('ok\n');
  expect((await run([file, '--reporter-no-summary'])).stdout).not.toContain('average');
});

describe('by URL', () => {
  test('collection, environment, globals and data', async () => {
    writeCollection(folder, 'remote', [{ name: 'A', url: `${echo.url}/get?e={{e}}&g={{g}}&d={{d}}` }]);
    writeVariables(folder, 'remote-env', 'environment', { e: '1' });
    writeVariables(folder, 'remote-globals', 'globals', { g: '2' });
    writeFileSync(join(folder, 'remote.csv'), 'd\n3\n4\n');
    const at = (name: string): string => `${filesUrl}/${name}?key=secret`;
    const { code, stderr } = await run([
      at('remote.json'),
      '-e',
      at('remote-env.json'),
      '-g',
      at('remote-globals.json'),
      '-d',
      at('remote.csv'),
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(echo.received.map(({ url }) => url.replace(/^[^?]*/, ''))).toEqual([
      '?e=1&g=2&d=3',
      '?e=1&g=2&d=4',
    ]);
  });

  test('an answer of the API of Postman holds the collection', async () => {
    writeCollection(folder, 'inner', [{ name: 'A', url: `${echo.url}/get` }]);
    writeJson(folder, 'answer.json', { collection: json('inner.json') });
    expect((await run([`${filesUrl}/answer.json`])).code).toBe(0);
    expect(echo.received).toHaveLength(1);
  });

  test('an error names the URL without its query', { tags: ['full'] }, async () => {
    const { code, stderr } = await run([`${filesUrl}/missing.json?apikey=secret`]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${filesUrl}/missing.json cannot be loaded: the server answered 404`);
    expect(stderr).not.toContain('secret');
  });
});

describe('reporters', () => {
  test('of packages beside the collection, several at once, with their options', async () => {
    const module = join(folder, 'node_modules', 'newman-reporter-mine');
    mkdirSync(module, { recursive: true });
    writeFileSync(
      join(module, 'index.js'),
      `module.exports = function (emitter, options, run) {
        emitter.on('assertion', (error, { assertion, item }) => console.log('mine', item.name, assertion, error && error.message));
        emitter.on('done', () => console.log(JSON.stringify(options)));
      };`,
    );
    const file = writeCollection(folder, 'reported', [{ name: 'A', url: `${echo.url}/get`, test: FAILS }]);
    // The package prints by itself, which only a process shows.
    const args = [
      file,
      '-r',
      'cli,mine,json',
      '--reporter-json-export',
      'r.json',
      '--reporter-mine-two-words',
      'x',
      '--reporter-mine-flag',
      '--reporter-common',
      'y',
    ];
    const { code, stdout, stderr } = await runCli(['collection', 'run', ...args], {
      home: home.path,
      cwd: folder,
    });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('mine A fails expected 1 to equal 2');
    expect(stdout).toContain('{"common":"y","twoWords":"x","flag":true}');
    expect(stdout).toContain('1 request (0 failed)');
    expect(json('r.json').totals.failedTests).toBe(1);
  });

  test('that do not exist are named, and misspelt options too', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'none', [{ name: 'A', url: `${echo.url}/get` }]);
    const { stderr } = await run([file, '-r', 'htmlextra']);
    expect(stderr).toBe(
      'error: there is no reporter "htmlextra": install the package newman-reporter-htmlextra\n',
    );
    expect((await run([file, '-r', 'jsn'])).stderr).toContain('did you mean json?');
    expect((await run([file, '--reporter-jsn-export', 'x'])).stderr).toContain('unknown option');
    expect(echo.received).toEqual([]);
  });

  test('json in the shape of Newman, into a folder', { tags: ['full'] }, async () => {
    const file = writeCollection(folder, 'shaped', [{ name: 'A', url: `${echo.url}/get`, test: FAILS }]);
    mkdirSync(join(folder, 'reports'));
    const { code } = await run([
      file,
      '-r',
      'json',
      '--reporter-json-export',
      'reports',
      '--reporter-json-structure',
      'newman',
    ]);
    expect(code).toBe(1);
    const { collection, run: found } = json('reports/cloak-run.json');
    expect(collection.item[0].name).toBe('A');
    expect(found.stats.assertions).toEqual({ total: 1, pending: 0, failed: 1 });
    expect(found.executions[0]).toMatchObject({
      item: { name: 'A' },
      response: { code: 200, stream: { type: 'Buffer' } },
      assertions: [{ assertion: 'fails', error: { message: 'expected 1 to equal 2' } }],
    });
    expect(found.failures[0]).toMatchObject({ at: 'assertion:0 in test-script', source: { name: 'A' } });
    expect((await run([file, '-r', 'json', '--reporter-json-structure', 'x'])).stderr).toContain(
      '"x" is unknown',
    );
  });
});

describe('TLS', () => {
  test(
    '--ssl-extra-ca-certs, and client certificates for all hosts or by host',
    { tags: ['full'] },
    async () => {
      const authority = untrustedAuthority();
      let serialNumber = '';
      const server = createTlsServer(
        { ...authority.issue('localhost'), ca: authority.ca, requestCert: true, rejectUnauthorized: false },
        (_, response) => response.end(serialNumber),
      );
      server.on('secureConnection', (socket) => {
        const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
        serialNumber = certificate.serialNumber ?? 'none';
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const client = authority.issue('client.example');
      for (const [name, text] of Object.entries({ ca: authority.ca, cert: client.cert, key: client.key }))
        writeFileSync(join(folder, `${name}.pem`), text);
      writeJson(folder, 'list.json', [
        {
          name: 'ours',
          matches: ['https://localhost:1/*'],
          cert: { src: 'cert.pem' },
          key: { src: 'key.pem' },
        },
      ]);
      const file = writeCollection(folder, 'tls', [
        { name: 'A', url: `https://localhost:${port}/`, test: 'console.log(pm.response.text());' },
      ]);
      const trusting = [file, '--ssl-extra-ca-certs', 'ca.pem'];
      try {
        expect((await run([file])).stdout).toMatch(/certificate/);
        expect((await run(trusting)).stdout).toContain('log: none');
        const certificate = ['--ssl-client-cert', 'cert.pem', '--ssl-client-key', 'key.pem'];
        for (const args of [certificate, ['--ssl-client-cert-list', 'list.json']]) {
          const { code, stdout } = await run([...trusting, ...args]);
          expect(stdout).toMatch(/log: [\dA-F]{8}/);
          expect(code).toBe(0);
        }
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  );
});

test('a misspelt folder is told from a near one', async () => {
  const file = writeCollection(folder, 'folders', [
    { folder: 'Users', items: [{ name: 'A', url: `${echo.url}/get` }] },
  ]);
  expect((await run([file, '--folder', 'Usres'])).stderr).toContain('did you mean "Users"?');
});

test.skipIf(process.platform === 'win32')(
  '--watch runs again when the file changes, until it is interrupted',
  { tags: ['full'] },
  async () => {
    const file = writeCollection(folder, 'watched', [{ name: 'A', url: `${echo.url}/get?first` }]);
    await using cli = startCli(['collection', 'run', file, '--watch'], { home: home.path, cwd: folder });
    await until('sent', () => echo.received.length === 1);
    writeFileSync(file, '{');
    await until('sent', () => cli.stderr.includes('error: '));
    writeCollection(folder, 'watched', [{ name: 'A', url: `${echo.url}/get?second` }]);
    await until('sent', () => echo.received.length === 2);
    appendFileSync(join(folder, 'another.txt'), 'x');
    cli.child.kill('SIGINT');
    expect((await cli.ended).code).toBe(0);
    expect(echo.received.map(({ url }) => url.split('?')[1])).toEqual(['first', 'second']);
  },
);

test.each(
  sampled(
    [
      [['--cookie-jar', 'nowhere.json'], '--cookie-jar: there is no nowhere.json'],
      [['--ssl-client-cert', 'nowhere.pem'], 'the client certificate nowhere.pem cannot be read'],
      [['--ssl-client-cert-list', 'nowhere.json'], '--ssl-client-cert-list: there is no nowhere.json'],
      [['--ssl-client-key', 'k.pem'], '--ssl-client-key needs --ssl-client-cert'],
      [['--ssl-extra-ca-certs', 'errors.json'], 'holds no certificate in PEM'],
      [['--global-var', 'x'], '--global-var "x" is no variable'],
      [['--timeout', 'soon'], '--timeout "soon" is not a number'],
      [['second'], '"second": one collection is run at a time'],
    ],
    2,
  ),
)('%j is refused, and nothing is sent', async (args, reason) => {
  const file = writeCollection(folder, 'errors', [{ name: 'A', url: `${echo.url}/get` }]);
  const { code, stderr } = await run([file, ...args]);
  expect(stderr).toContain(`error: `);
  expect(stderr).toContain(reason);
  expect([code, echo.received]).toEqual([1, []]);
});

/** Returns the mode that the umask leaves to a new file. */
function modeOfNewFile(): number {
  const path = join(folder, 'new-file');
  writeFileSync(path, '');
  return statSync(path).mode & 0o777;
}
