// The traffic commands as processes that talk to a real engine.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { callCli } from '../helpers/called-cli.ts';
import { startCli } from '../helpers/cli.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { version } from '../../src/base/product.ts';
import { sampled } from '../helpers/scale.ts';

let origin: Origin;
let proxy: TestEngine;

beforeAll(async () => {
  origin = await startOrigin();
  proxy = await startTestEngine();
});

afterAll(async () => {
  await proxy.close();
  await origin.close();
});

beforeEach(() => {
  proxy.engine.flows.clear();
});

/** Runs a command against `proxy`. */
function cli(...args: readonly string[]) {
  const [command = '', ...rest] = args;
  return callCli([command, '--port', String(proxy.engine.port), ...rest], { home: proxy.home });
}

async function capture(path: string, options: Parameters<typeof ask>[1] = {}): Promise<number> {
  await ask(origin.http + path, { via: proxy.engine.port, ...options });
  return newest().id;
}

function newest() {
  const flow = proxy.engine.flows.list().at(-1);
  if (flow === undefined) throw new Error('nothing was captured');
  return flow;
}

/** Sets the app of every flow to this name, since the system may not have found one. */
async function sentBy(app: string): Promise<void> {
  for (const flow of proxy.engine.flows.list()) {
    await flow.client.identified;
    flow.client.app = app;
  }
}

test('status prints JSON', async () => {
  await capture('/one');
  const { code, stdout, stderr } = await cli('status');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    app: 'Traffic Proxy',
    version,
    port: proxy.engine.port,
    recording: true,
    flowCount: 1,
    activeTools: [],
  });
  expect(stdout).toMatch(/^\{\n {2}"app"/);
});

describe('list', () => {
  test('prints a line a request, newest last', async () => {
    const ok = await capture('/ok?a=1');
    await capture('/status/404', { method: 'POST' });
    const port = await closedPort();
    await ask(`http://127.0.0.1:${port}/lost`, { via: proxy.engine.port });
    const tunnel = await openTunnel(proxy.engine.port, `127.0.0.1:${origin.httpPort}`);
    const gone = once(tunnel, 'close');
    tunnel.resume().end('\0\0\0\0');
    await gone;
    await sentBy('Some App');
    const { code, stdout, stderr } = await cli('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/\d+ms$/gm, 'Nms').split('\n')).toEqual([
      `#${ok} 200 GET [Some App] ${origin.http}/ok?a=1 Nms`,
      `#${ok + 1} 404 POST [Some App] ${origin.http}/status/404 Nms`,
      `#${ok + 2} ERR GET [Some App] http://127.0.0.1:${port}/lost Nms`,
      `#${ok + 3} TUN CONNECT [Some App] https://127.0.0.1:${origin.httpPort} Nms`,
      '',
    ]);
  });

  test('prints nothing when there is nothing', async () => {
    expect(await cli('list')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test.each(
    sampled(
      [
        [['--search', 'NEEDLE'], ['/needle']],
        [
          ['--host', '127.0'],
          ['/needle', '/status/500', '/last'],
        ],
        [['--host', 'elsewhere'], []],
        [['--errors'], ['/status/500']],
        [['--status', '500'], ['/status/500']],
        [['--method', 'post'], []],
        [
          ['--method', 'get', '--status', '200'],
          ['/needle', '/last'],
        ],
        [['--app', 'no such app'], []],
        [['--limit', '1'], ['/last']],
        [['--limit', '0'], []],
        [['--errors', '--search', 'needle'], []],
        [
          ['--search', ''],
          ['/needle', '/status/500', '/last'],
        ],
      ],
      2,
    ),
  )('%j', async (args, expected) => {
    for (const path of ['/needle', '/status/500', '/last']) await capture(path);
    const { code, stdout } = await cli('list', ...args);
    expect(code).toBe(0);
    const paths = [...stdout.matchAll(/ http:\/\/127\.0\.0\.1:\d+(\/\S*) /g)].map(([, path]) => path);
    expect(paths).toEqual(expected);
  });

  test('prints the newest 50 by default', async () => {
    for (let i = 0; i < 52; i += 1) await capture(`/${i}`);
    expect((await cli('list')).stdout.trim().split('\n')).toHaveLength(50);
    expect((await cli('list', '--limit', '51')).stdout.trim().split('\n')).toHaveLength(51);
  });

  test('is not steered by what strangers sent', async () => {
    await capture('/odd');
    await sentBy('\u001b[2Jred\u0007');
    const { stdout } = await cli('list');
    expect(stdout).toContain('[\\x1b[2Jred\\x07]');
  });
});

describe('show', () => {
  test('prints a request in full', async () => {
    const headers = { 'Content-Type': 'text/plain', 'X-Case': 'Kept' };
    const id = await capture('/shown', { method: 'POST', headers, body: 'the body' });
    const { code, stdout, stderr } = await cli('show', String(id));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{\n {2}"id": \d+,\n/);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      method: 'POST',
      status: 200,
      request: { headers: expect.arrayContaining([{ name: 'X-Case', value: 'Kept' }]), body: 'the body' },
      response: { status: 200, reason: 'OK', body: 'POST /shown\n' },
    });
    expect((await cli('show', `#${id}`)).stdout).toBe(stdout);
  });

  test('leaves no control character bare, and reads the same', async () => {
    const body = 'esc \u001b[2J, c1 \u009b2J, del \u007f, reorder \u202e';
    const id = await capture('/', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });
    const { stdout } = await cli('show', String(id));
    expect(JSON.parse(stdout).request.body).toBe(body);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });
});

describe('show of a part', () => {
  const headers = { 'Content-Type': 'application/json' };
  const captureShown = (): Promise<number> =>
    capture('/part', { method: 'POST', headers, body: '{"a":[1]}' });

  test('prints JSON where it is no terminal', async () => {
    const id = String(await captureShown());
    const request = JSON.parse((await cli('show', id, '--request')).stdout);
    expect(request).toMatchObject({ method: 'POST', url: `${origin.http}/part`, body: '{"a":[1]}' });
    const response = JSON.parse((await cli('show', id, '--response')).stdout);
    expect(response).toMatchObject({ status: 200, body: 'POST /part\n' });
    const both = JSON.parse((await cli('show', id, '--request', '--response')).stdout);
    expect(both).toEqual({ request, response });
  });

  test('prints a body as it is', async () => {
    const id = String(await captureShown());
    expect((await cli('show', id, '--body')).stdout).toBe('POST /part\n');
    expect((await cli('show', id, '--response', '--body')).stdout).toBe('POST /part\n');
    expect((await cli('show', id, '--request', '--body')).stdout).toBe('{"a":[1]}');
  });

  test('a body of more than a summary has', async () => {
    const body = Buffer.alloc(300_000, 'x').toString();
    const id = await capture('/', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body });
    expect((await cli('show', String(id), '--request', '--body')).stdout).toBe(body);
  });

  test('what is not there is an error', async () => {
    await ask(`http://127.0.0.1:${await closedPort()}/lost`, { via: proxy.engine.port });
    const { id } = newest();
    const { code, stderr } = await cli('show', String(id), '--response');
    expect(stderr).toMatch(
      new RegExp(`^error: request ${id} has no response: The server could not be reached`),
    );
    expect(code).toBe(1);
    expect((await cli('show', String(id), '--request', '--response', '--body')).stderr).toBe(
      'error: --body prints one body: give --request or --response with it\n',
    );
  });

  test.skipIf(process.platform !== 'linux' || missing('script'))(
    'is text on a terminal',
    { tags: ['full'] },
    async () => {
      const id = await captureShown();
      const launcher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
      const shown = async (...parts: readonly string[]): Promise<string> => {
        const args = ['show', id, '--port', proxy.engine.port, ...parts].join(' ');
        const command = `"${process.execPath}" "${launcher}" ${args}`;
        const env = { ...process.env, PROXYCTL_HOME: proxy.home, NO_COLOR: '1' };
        const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env });
        return stdout.replaceAll('\r\n', '\n');
      };
      expect(await shown('--request')).toMatch(
        /^POST http:\S+\/part\n(.+: .+\n)*Content-Type: application\/json\n(.+: .+\n)*\n\{\n {2}"a": \[\n {4}1\n {2}\]\n\}\n$/,
      );
      expect(await shown('--response')).toMatch(/^200 OK\n(.+: .+\n)+\nPOST \/part\n\n$/);
      expect(await shown('--request', '--body')).toBe('{\n  "a": [\n    1\n  ]\n}\n');
      expect(JSON.parse(await shown())).toMatchObject({ id });
    },
  );
});

test.skipIf(missing('curl', 'sh'))('curl prints a command that sends the same request', async () => {
  const id = await capture('/copied', { method: 'PUT', headers: { 'X-Odd': `a'b"c` }, body: '{"a":1}\n' });
  const { code, stdout, stderr } = await cli('curl', String(id));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^curl .*\n$/s);
  await promisify(execFile)('sh', ['-c', stdout]);
  const [first, second] = origin.received.slice(-2);
  expect(second).toMatchObject({ method: 'PUT', url: '/copied', body: first?.body });
  expect(second?.headers['x-odd']).toBe(`a'b"c`);
});

test('replay sends a request again and prints the new one', async () => {
  await askThroughTunnel(proxy.engine.port, `${origin.https}/again`, proxy.engine.ca.certPem);
  const { id } = newest();
  const before = origin.received.length;
  const { code, stdout, stderr } = await cli('replay', String(id));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    id: id + 1,
    url: `${origin.https}/again`,
    request: { body: '' },
    response: { status: 200, body: 'GET /again\n' },
  });
  expect(origin.received).toHaveLength(before + 1);
  expect(proxy.engine.flows.find(id + 1)?.state).toBe('completed');
});

describe('export', () => {
  const urls = (har: string) =>
    JSON.parse(har).log.entries.map((entry: { request: { url: string } }) => entry.request.url);

  test('prints a HAR of everything', async () => {
    await capture('/one');
    await capture('/two', { headers: { Authorization: 'Bearer not-redacted' } });
    const { code, stdout, stderr } = await cli('export');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(urls(stdout)).toEqual([`${origin.http}/one`, `${origin.http}/two`]);
    expect(stdout).toContain('Bearer not-redacted');
  });

  test('writes a file, which appears whole', async () => {
    await capture('/one');
    const folder = join(proxy.home, 'exports');
    mkdirSync(folder);
    const out = join(folder, 'out.har');
    expect(await cli('export', '--out', out)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(urls(readFileSync(out, 'utf8'))).toEqual([`${origin.http}/one`]);
    expect(readdirSync(folder)).toEqual(['out.har']);
  });

  test('of nothing is a valid, empty file', async () => {
    expect(urls((await cli('export')).stdout)).toEqual([]);
  });

  test('reports why it cannot write', async () => {
    const out = join(proxy.home, 'no', 'out.har');
    const { code, stdout, stderr } = await cli('export', '--out', out);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: cannot write .*out\.har: there is no folder .* \(ENOENT\)\n$/);
  });

  test('without a proxy it leaves no file', async () => {
    const out = join(proxy.home, 'never.har');
    const port = String(await closedPort());
    const { code } = await callCli(['export', '--port', port, '--out', out], { home: proxy.home });
    expect(code).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  test.skipIf(missing('sh', 'head'))(
    'a reader that has had enough is no error',
    { tags: ['full'] },
    async () => {
      for (let i = 0; i < 20; i += 1)
        await capture(`/${i}`, { method: 'POST', body: Buffer.alloc(100_000, 'x') });
      const launcher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
      const command = `{ "$0" "$1" export --port ${proxy.engine.port}; echo "code $?" >&2; } | head -c 10`;
      const child = spawn('sh', ['-c', command, process.execPath, launcher], {
        env: { ...process.env, PROXYCTL_HOME: proxy.home },
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.stdout.resume();
      await once(child, 'close');
      expect(stderr).toBe('code 0\n');
    },
  );
});

test('under run all of it works, save RPC', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  const env = { NODE_EXTRA_CA_CERTS: origin.caPath };
  await using running = startCli(['run', '--port', '0', '--ssl', '*'], { home: home.path, env });
  const [, port = ''] = await running.saying(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
  await running.saying(/\.pem$/m);
  const ca = readFileSync(join(home.path, 'ca', 'root.pem'), 'utf8');
  await askThroughTunnel(Number(port), `${origin.https}/under-run`, ca);
  const under = (...args: readonly string[]) => callCli([...args, '--port', port], { home: home.path });
  expect(JSON.parse((await under('status')).stdout)).toMatchObject({ port: Number(port), flowCount: 1 });
  expect((await under('list')).stdout).toMatch(
    /^#1 200 GET \[.+\] https:\/\/localhost:\d+\/under-run \d+ms\n$/,
  );
  expect(JSON.parse((await under('replay', '1')).stdout)).toMatchObject({
    id: 2,
    decrypted: true,
    status: 200,
  });
  expect((await under('curl', '2')).stdout).toContain('/under-run');
  expect(JSON.parse((await under('export')).stdout).log.entries).toHaveLength(2);
  const headers = { 'X-Proxy-Token': readFileSync(join(home.path, 'api-token'), 'utf8') };
  const { status } = await ask(`http://127.0.0.1:${port}/api/rpc`, { method: 'POST', headers });
  expect(status).toBe(501);
  expect(await running.stop()).toMatchObject({ code: 0 });
});

describe('which proxy is asked', () => {
  test('that of --port', async () => {
    await using other = await startTestEngine();
    const { stdout } = await callCli(['status', `--port=${other.engine.port}`], { home: other.home });
    expect(JSON.parse(stdout).port).toBe(other.engine.port);
  });

  test('else that of the saved port', async () => {
    const settings = join(proxy.home, 'settings.json');
    writeFileSync(settings, JSON.stringify({ port: proxy.engine.port }));
    const { code, stdout } = await callCli(['status'], { home: proxy.home });
    rmSync(settings);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).port).toBe(proxy.engine.port);
  });

  test('straight, whatever proxy the environment names', async () => {
    const nowhere = `http://127.0.0.1:${await closedPort()}`;
    const env = { HTTP_PROXY: nowhere, http_proxy: nowhere, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' };
    const args = ['status', '--port', String(proxy.engine.port)];
    expect(await callCli(args, { home: proxy.home, env })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('what goes wrong is one error line and exit code 1', () => {
  const commands = ['status', 'list', 'show 1', 'curl 1', 'replay 1', 'export'];

  test.each(sampled(commands, 2))('no proxy: %s', async (command) => {
    const port = await closedPort();
    const result = await callCli([...command.split(' '), '--port', String(port)], { home: proxy.home });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toBe(
      `error: Couldn't reach Traffic Proxy on port ${port}. Is the app (or a headless run) running? (nothing listens there: start the app with "proxyctl app")\n`,
    );
  });

  test.each(sampled(commands, 2))('a port that is none: %s', async (command) => {
    const result = await callCli([...command.split(' '), '--port', 'http'], { home: proxy.home });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toBe('error: --port "http" is not a port: give a number from 1 to 65535\n');
  });

  test.each(
    sampled(
      [
        [['show', '999'], 'No request with id 999'],
        [['curl', '999'], 'No request with id 999'],
        [['replay', '999'], 'No request with id 999'],
        [['show', 'abc'], '"abc" is not the id of a request: give its number, as "proxyctl list" shows it'],
        [['show'], "missing required argument 'id'"],
        [['list', '--limit', 'all'], '--limit "all" is not a number: give a whole number of 0 or more'],
        [['list', '--status', '5xx'], '--status "5xx" is not a number: give a whole number of 0 or more'],
        [['list', '--bogus'], "unknown option '--bogus'"],
      ],
      2,
    ),
  )('%j', async (args, error) => {
    expect(await cli(...args)).toMatchObject({ code: 1, stdout: '', stderr: `error: ${error}\n` });
  });

  test('a replay that is refused', async () => {
    const tunnel = await openTunnel(proxy.engine.port, `127.0.0.1:${origin.httpPort}`);
    const gone = once(tunnel, 'close');
    tunnel.resume().end('\0\0\0\0');
    await gone;
    const { code, stdout, stderr } = await cli('replay', String(newest().id));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: Request \d+ is a tunnel/);
  });

  test.each(sampled(commands, 2))('a proxy of another data folder: %s', async (command) => {
    using other = temporaryHome();
    const { port } = proxy.engine;
    const { code, stderr } = await callCli([...command.split(' '), '--port', String(port)], {
      home: other.path,
    });
    expect(stderr).toBe(
      `error: Couldn't reach Traffic Proxy on port ${port}. Is the app (or a headless run) running? (what answers there uses another data folder: set PROXYCTL_HOME to its folder, or --port to yours)\n`,
    );
    expect(code).toBe(1);
  });

  test.each(sampled(commands, 2))(
    'another program on the port, which is not told the token: %s',
    async (command) => {
      const before = origin.received.length;
      const { code, stdout, stderr } = await callCli(
        [...command.split(' '), '--port', String(origin.httpPort)],
        { home: proxy.home },
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        `error: Couldn't reach Traffic Proxy on port ${origin.httpPort}. Is the app (or a headless run) running? (what answers there is not Traffic Proxy)\n`,
      );
      const received = origin.received.slice(before);
      expect(received.length).toBeGreaterThan(0);
      expect(JSON.stringify(received)).not.toContain(proxy.token);
    },
  );

  test('a damaged token file', async () => {
    using other = temporaryHome();
    writeFileSync(join(other.path, 'api-token'), 'oops');
    const { code, stderr } = await callCli(['status'], { home: other.path });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the API token .*api-token is damaged: .*\n$/);
  });
});
