// The guides in docs/moving: every command and filter of them is one, and their rules, settings and scripts do what the
// other tool did, with real servers and clients.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sections } from '../../src/cli/commands/index.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { parseFilter } from '../../src/flow/filter/index.ts';
import { callCli } from '../helpers/called-cli.ts';
import type { CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { serverOf, type TestServer } from '../helpers/small-server.ts';
import { writeFiles } from '../helpers/written-files.ts';
import { commandsOf, filtersOf, guides, guideText, jsonOf, scriptsOf } from './guide-commands.ts';

test.each(guides)('the commands of %s exist, with their options', async (guide) => {
  const problems = await Promise.all(commandsOf(guideText(guide)).map(problemOf));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

/** Returns what the declarations of the program have against a command line. Nothing of it runs. */
async function problemOf(args: readonly string[]): Promise<string | null> {
  const program = await buildProgram(sections, { args, finish: () => undefined });
  for (const command of descendants(program)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    // Of the commands with others under them, only mcp does something itself.
    if (command.commands.length === 0 || command.name() === 'mcp') command.action(() => undefined);
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    return `${args.join(' ')}: ${(error as Error).message}`;
  }
}

function descendants(command: Command): readonly Command[] {
  return command.commands.flatMap((inner) => [inner, ...descendants(inner)]);
}

test('a command that is none is found', async () => {
  expect(await problemOf(['run', '--sssl', '*'])).toContain("unknown option '--sssl'");
  expect(await problemOf(['mitm'])).toContain("unknown command 'mitm'");
  expect(commandsOf("`proxyctl run --ssl '*.a b' -- x`")).toEqual([['run', '--ssl', '*.a b', '--', 'x']]);
});

test.each([
  ['mitmproxy.md', 26],
  ['charles.md', 5],
  ['proxyman.md', 14],
  ['http-toolkit.md', 19],
])('the filters of %s can be parsed', (guide, min) => {
  const filters = filtersOf(guideText(guide));
  expect(filters.length).toBeGreaterThanOrEqual(min);
  const refused = filters.map((text) => parseFilter(text)).filter(({ type }) => type !== 'filter');
  expect(refused).toEqual([]);
});

let home: TemporaryHome;
let server: TestServer;

beforeEach(async () => {
  home = temporaryHome();
  server = await serverOf(({ url }) => ({
    status: url.startsWith('/missing') ? 404 : 200,
    headers: { 'Content-Type': 'application/json', 'Set-Cookie': 'id=1' },
    body: '{"name":"color and colour"}',
  }));
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  home.remove();
});

function cli(...args: readonly string[]): Promise<CliResult> {
  return callCli(args, { home: join(home.path, 'home'), cwd: home.path });
}

interface Answer {
  readonly status: number;
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs curl behind a run with these options, and returns the answers that were recorded, by method and path as they were sent. */
async function answers(
  options: readonly string[],
  curl: readonly string[],
): Promise<Readonly<Record<string, Answer>>> {
  await cli(
    'run',
    '--port',
    '0',
    '--quiet',
    '--record',
    'out.har',
    ...options,
    '--',
    'curl',
    '-s',
    ...curl.flatMap((word) => (word.startsWith('http') ? ['-o', 'body', word] : [word])),
  );
  return answersOf('out.har');
}

function answersOf(file: string): Readonly<Record<string, Answer>> {
  const { log } = JSON.parse(readFileSync(join(home.path, file), 'utf8')) as Har;
  return Object.fromEntries(
    log.entries.map(({ request, response: { status, content, headers } }) => {
      const { pathname, search } = new URL(request.url);
      const fields = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
      return [`${request.method} ${pathname}${search}`, { status, text: content.text, headers: fields }];
    }),
  );
}

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly method: string; readonly url: string };
      readonly response: {
        readonly status: number;
        readonly content: { readonly text?: string };
        readonly headers: readonly { readonly name: string; readonly value: string }[];
      };
    }[];
  };
}

/** Writes the rules of a guide, in which the server of the test has the port 3000, and its scripts. */
function writeRules(guide: string): void {
  const text = guideText(guide);
  const [rules = ''] = jsonOf(text);
  const port = new URL(server.url).port;
  writeFiles(home.path, { 'tools.json': rules.replaceAll('3000', port), ...scriptsOf(text) });
}

const API = 'http://api.example.com';

describe.skipIf(missing('curl'))('played', () => {
  test('the rules of mitmproxy', async () => {
    writeRules('mitmproxy.md');
    writeFiles(home.path, { 'site/js/app.js': 'let local;' });
    const got = await answers(
      ['--tools', 'tools.json'],
      [
        ...['-H', 'Cookie: a=1', `${API}/v1/orders?page=2`, 'http://a.tracker.test/pixel'],
        ...[`${API}/static/js/app.js`, `${API}/scripted?tea=1`, `${server.url}/scripted`],
      ],
    );
    expect(got['GET /pixel']?.status).toBe(404);
    expect(got['GET /v1/orders?page=2']).toMatchObject({
      status: 200,
      text: '{"name":"shade and shade"}',
    });
    expect(got['GET /static/js/app.js']).toMatchObject({ status: 200, text: 'let local;' });
    expect(got['GET /scripted?tea=1']).toMatchObject({ status: 418, text: '{"teapot":true}' });
    const [orders, scripted] = server.arrived;
    expect(orders).toMatchObject({ url: '/v2/orders?page=2', headers: { 'x-stage': 'test' } });
    expect(orders?.headers).not.toHaveProperty('cookie');
    expect(scripted).toMatchObject({ url: '/scripted', headers: { 'x-addon': 'yes' } });
  });

  test('the modes of mitmproxy: reverse and upstream', async () => {
    await using upstream = await serverOf(() => ({ status: 203, body: 'upstream' }));
    const [, settings = ''] = jsonOf(guideText('mitmproxy.md'));
    const port = String(await closedPort());
    writeFiles(home.path, {
      'settings.json': settings
        .replace('3001', port)
        .replace('3000', new URL(server.url).port)
        .replace('8081', new URL(upstream.url).port),
    });
    const own = ['--next', '--noproxy', '*', '-s', `http://127.0.0.1:${port}/orders`];
    const got = await answers(['--settings', 'settings.json'], [`${API}/through`, ...own]);
    expect(got['GET /through']).toMatchObject({ status: 203, text: 'upstream' });
    expect(got['GET /orders']).toMatchObject({ status: 200 });
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`${API}/through`]);
    expect(server.arrived[0]?.headers.host).toBe(`localhost:${new URL(server.url).port}`);
  });

  test('the rules of Charles', { tags: ['full'] }, async () => {
    writeRules('charles.md');
    writeFiles(home.path, { 'site/config.json': '{"local":true}' });
    const site = 'http://www.example.com';
    const got = await answers(
      ['--tools', 'tools.json'],
      ['-b', 'a=1', `${site}/api/orders`, `${site}/config.json`, `${server.url}/maintenance`],
    );
    expect(got['GET /config.json']?.text).toBe('{"local":true}');
    expect(got['GET /maintenance']?.status).toBe(503);
    expect(got['GET /api/orders']?.headers).not.toHaveProperty('set-cookie');
    expect(server.arrived.map(({ url, headers }) => [url, headers.cookie])).toEqual([
      ['/api/orders', undefined],
      ['/maintenance', undefined],
    ]);
  });

  test('the scripts of Proxyman', async () => {
    writeRules('proxyman.md');
    const base = server.url.replace('127.0.0.1', 'localhost');
    const got = await answers(['--tools', 'tools.json'], [`${base}/orders`, `${base}/teapot`]);
    expect(got['GET /orders']).toMatchObject({
      text: '{"name":"Changed"}',
      headers: { 'x-seen': '1' },
    });
    expect(Object.values(got).find(({ status }) => status === 418)?.text).toContain('teapot');
    expect(server.arrived).toMatchObject([{ url: '/orders?from=script', headers: { 'x-stage': 'test' } }]);
  });

  test('the rules of HTTP Toolkit', { tags: ['full'] }, async () => {
    writeRules('http-toolkit.md');
    const got = await answers(
      ['--tools', 'tools.json'],
      ['-d', 'a=1', `${API}/cart`, `${API}/broken`, `${API}/v1/orders`],
    );
    expect(got['POST /cart']).toMatchObject({
      status: 409,
      text: '{"error": "sold out"}',
      headers: { 'x-mock': 'yes' },
    });
    expect(got['POST /broken']?.status).toBe(0);
    expect(server.arrived.map(({ url }) => url)).toEqual(['/v1/orders']);
  });

  test('a recording, its answers and its requests', async () => {
    const origin = await startOrigin();
    const run = (...options: readonly string[]): Promise<CliResult> =>
      cli(
        'run',
        '--port',
        '0',
        ...options.slice(0, -1),
        '--',
        'curl',
        '-sk',
        '-o',
        'body',
        `${origin.https}${options.at(-1)}`,
      );
    expect((await run('--ssl', '*', '--record', 'traffic.har', '/orders')).code).toBe(0);
    await cli('import', 'traffic.har');
    expect((await cli('collection', 'run', 'traffic', '-k')).code).toBe(0);
    expect(origin.received.map(({ url }) => url)).toEqual(['/orders', '/orders']);
    await origin.close();
    expect((await run('--mock', 'traffic.har', '/orders')).stderr).toContain('200 GET');
    const replay = ['--cassette', 'traffic.har', '--cassette-mode', 'replay'];
    expect((await run(...replay, '/orders')).code).toBe(0);
    expect((await run(...replay, '/unknown')).code).toBe(1);
  });
});

test('the load tests of k6 are taken, each by the exporter', async () => {
  const workspace = join(home.path, 'workspace');
  const get = (name: string): object => ({ name, request: { method: 'GET', url: server.url } });
  writeFiles(home.path, {
    'shop.postman_collection.json': JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        { name: 'Browse', item: [get('List orders')] },
        { name: 'Cart', item: [get('Place order')] },
      ],
    }),
    'users.csv': 'name\nanna\n',
    'workspace/load-tests/checkout.yaml':
      'name: Checkout\ncollection: Shop\nstages:\n  - seconds: 3\n    to: 2\n',
  });
  await cli('import', 'shop.postman_collection.json', '--workspace', workspace);
  const tests = commandsOf(guideText('k6.md')).filter(
    ([name, target]) => name === 'perf' && target === 'Shop',
  );
  expect(tests.length).toBeGreaterThan(20);
  for (const words of tests) {
    const { code, stderr } = await cli(...words, '--workspace', workspace, '--export-k6', 'shop.js');
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: expect.not.stringContaining('error') });
    expect(readFileSync(join(home.path, 'shop.js'), 'utf8')).toContain('export const options');
  }
});
