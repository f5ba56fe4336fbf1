// `proxyctl app` as users start it: its output, its API, one instance per data folder, and its exit.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { until } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

const origin = await startOrigin();
afterAll(() => origin.close());

let home: TemporaryHome;
let stack: AsyncDisposableStack;

beforeEach(() => {
  home = temporaryHome();
  stack = new AsyncDisposableStack();
});

afterEach(async () => {
  await stack.disposeAsync();
  home.remove();
});

interface Started {
  readonly cli: RunningCli;
  readonly port: number;
}

async function started(...args: readonly string[]): Promise<Started> {
  const cli = stack.use(startCli(['app', '--no-open', ...args], { home: home.path }));
  const [, port] = await cli.saying(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
  await cli.saying(/Root certificate: .*root\.pem/);
  await cli.saying(/#code=/);
  return { cli, port: Number(port) };
}

async function rpc(
  port: number,
  method: string,
  params: object = {},
): Promise<ReturnType<typeof JSON.parse>> {
  const { text } = await ask(`http://127.0.0.1:${port}/api/rpc`, {
    method: 'POST',
    headers: { 'X-Proxy-Token': readFileSync(join(home.path, 'api-token'), 'utf8') },
    body: JSON.stringify({ method, params }),
  });
  return JSON.parse(text);
}

const settings = (): string => join(home.path, 'settings.json');

describe('starts', () => {
  test("prints its address and the certificate's path, and serves the RPC", { tags: ['full'] }, async () => {
    const { cli, port } = await started('--port', '0');
    expect(await rpc(port, 'status')).toMatchObject({ result: { port, listening: true } });
    expect(cli.stdout).toBe('');
    expect(cli.stderr).toContain(`Root certificate: ${join(home.path, 'ca', 'root.pem')}`);
  });

  test('--port holds for this start only', { tags: ['full'] }, async () => {
    const port = await closedPort();
    await started('--port', String(port));
    await rpc(port, 'update_settings', { changes: { maxCapturedBodyBytes: 7 } });
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toMatchObject({
      port: 9090,
      maxCapturedBodyBytes: 7,
    });
  });

  test('without it the port of the settings holds', { tags: ['full'] }, async () => {
    const port = await closedPort();
    writeFileSync(settings(), JSON.stringify({ port }));
    expect((await started()).port).toBe(port);
  });

  test('--workspace becomes the chosen one', async () => {
    const folder = join(home.path, 'my apis');
    await started('--port', '0', '--workspace', folder);
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toMatchObject({ workspaceFolder: folder });
    expect(existsSync(folder)).toBe(true);
  });

  test.each(
    sampled(
      [
        [['--port', 'x'], '--port "x" is not a port'],
        [['--port', '65536'], '--port "65536" is not a port'],
        [['--prot', '1'], "unknown option '--prot'"],
      ],
      1,
    ),
  )('%j is refused', async (args, reason) => {
    const { code, stderr } = await runCli(['app', '--no-open', ...args], { home: home.path });
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });

  test('a port in use is an error, and leaves no lock', { tags: ['full'] }, async () => {
    const { port } = new URL(origin.http);
    const { code, stderr } = await runCli(['app', '--no-open', '--port', port], { home: home.path });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^error: port ${port} is in use by .+ \\(process \\d+\\)`));
    expect(existsSync(join(home.path, 'app.json'))).toBe(false);
  });

  test.each(
    sampled(
      [
        [{ clientCertificates: [{ host: '*', certPath: '/no/such' }] }, 'clientCertificates[0].certPath'],
        [{ tlsKeyLogPath: '/no/such/keys' }, 'tlsKeyLogPath'],
        [{ socks: { isEnabled: true, port: origin.httpPort } }, 'socks.port'],
        [{ reverseProxies: [{ listenPort: origin.httpPort, target: 'http://a.test' }] }, 'reverseProxies'],
      ],
      1,
    ),
  )('what the settings ask for and cannot be had: %j', async (stored, key) => {
    writeFileSync(settings(), JSON.stringify(stored));
    const { code, stderr } = await runCli(['app', '--no-open', '--port', '0'], { home: home.path });
    expect(code).toBe(1);
    expect(stderr).toContain(`(the setting ${key} in ${settings()})`);
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toEqual(stored);
    expect(existsSync(join(home.path, 'app.json'))).toBe(false);
  });
});

describe('ends', () => {
  test.each(sampled(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 1))('in order by %s', async (signal) => {
    const { cli, port } = await started('--port', '0');
    await rpc(port, 'set_tool_enabled', { tool: 'noCaching', enabled: true });
    expect(await cli.stop(signal)).toMatchObject({ code: 0, signal: null });
    expect(readdirSync(home.path).toSorted()).toEqual(['api-token', 'ca', 'tools.json', 'traffic']);
    expect(readdirSync(join(home.path, 'traffic'))).toEqual([]);
    const again = await started('--port', '0');
    expect(await rpc(again.port, 'status')).toMatchObject({ result: { activeTools: ['noCaching'] } });
  });
});

test('ends in order while somebody follows it, and a request is held', { tags: ['full'] }, async () => {
  const { cli, port } = await started('--port', '0');
  await rpc(port, 'upsert_rule', { tool: 'breakpoint', rule: { pattern: origin.http } });
  const headers = { 'X-Proxy-Token': readFileSync(join(home.path, 'api-token'), 'utf8') };
  const events = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });
  const reading = events.text().catch(() => 'cut');
  const held = ask(`${origin.http}/held`, { via: port }).catch(() => 'cut');
  await until('a held request', async () => (await rpc(port, 'status')).result.pausedCount > 0);
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, signal: null });
  await reading;
  await held;
});

describe('one for a data folder', () => {
  test(
    'a second one prints the port of the first, and commands find it there',
    { tags: ['full'] },
    async () => {
      const { port } = await started('--port', '0');
      const second = await runCli(['app', '--no-open', '--port', '0'], { home: home.path });
      expect(second).toMatchObject({ code: 1, stdout: '' });
      expect(second.stderr).toMatch(
        new RegExp(`^error: Traffic Proxy is already running on port ${port} with`),
      );
      const status = await runCli(['status'], { home: home.path });
      expect(JSON.parse(status.stdout)).toMatchObject({ port });
    },
  );

  test(
    'a second one without options opens the first: it prints a fresh link',
    { tags: ['full'] },
    async () => {
      const { cli, port } = await started('--port', '0');
      const second = await runCli(['app', '--no-open'], { home: home.path });
      expect(second).toMatchObject({ code: 0, stdout: '' });
      const [, code] =
        new RegExp(
          `^Traffic Proxy is already running on port ${port}\nOpen http://127\\.0\\.0\\.1:${port}/#code=(\\S+) in a browser`,
        ).exec(second.stderr) ?? [];
      expect(cli.stderr).not.toContain(code);
      const body = JSON.stringify({ code });
      expect((await ask(`http://127.0.0.1:${port}/api/session`, { method: 'POST', body })).status).toBe(200);
    },
  );

  test('a proxy that the environment names is not used without being told', async () => {
    const env = { HTTPS_PROXY: 'http://proxy.test:3128' };
    const cli = stack.use(startCli(['app', '--no-open', '--port', '0'], { home: home.path, env }));
    await cli.saying(/^HTTPS_PROXY names a proxy, which the app does not use: set externalProxy/m);
  });

  test('commands find it after it has moved', { tags: ['full'] }, async () => {
    const { port } = await started('--port', '0');
    const wanted = await closedPort();
    await rpc(port, 'update_settings', { changes: { port: wanted } });
    expect(JSON.parse((await runCli(['status'], { home: home.path })).stdout)).toMatchObject({
      port: wanted,
    });
  });

  test('one that was killed does not block the next', { tags: ['full'] }, async () => {
    const { cli } = await started('--port', '0');
    const { pid } = JSON.parse(readFileSync(join(home.path, 'app.json'), 'utf8')) as { readonly pid: number };
    process.kill(pid, 'SIGKILL');
    await cli.ended;
    expect((await started('--port', '0')).port).toBeGreaterThan(0);
  });

  test('two that start at once: one of them runs', { tags: ['full'] }, async () => {
    const clis = [1, 2, 3].map(() =>
      stack.use(startCli(['app', '--no-open', '--port', '0'], { home: home.path })),
    );
    const outcomes = await Promise.all(
      clis.map((cli) =>
        Promise.race([
          cli.saying(/listening on/).then(
            () => 'runs',
            () => 'refused',
          ),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['refused', 'refused', 'runs']);
  });
});

describe('files that cannot be used', () => {
  test.each(
    sampled(
      [
        ['settings.json', '{"port": 9090,', 'invalid JSON at line 1, column 15'],
        ['settings.json', '{"prot": 9090}', 'prot is not a setting: did you mean port?'],
        ['settings.json', '{"version": 1, "port": "9"}', 'port is "9": give a whole number'],
        ['settings.json', '[]', 'it is not a JSON object'],
        ['settings.json', '', 'invalid JSON at line 1, column 1'],
        [
          'tools.json',
          '{"version": 1, "tools": {"mapLocl": {}}}',
          '"mapLocl" is not a tool: did you mean mapLocal?',
        ],
      ],
      1,
    ),
  )('%s %j is moved aside, and defaults are used', async (name, text, reason) => {
    writeFileSync(join(home.path, name), text);
    const { cli, port } = await started('--port', '0');
    expect(cli.stderr).toContain(reason);
    const aside = readdirSync(home.path).find((entry) => entry.startsWith(`${name}.corrupt-`)) ?? '';
    expect(cli.stderr).toContain(`It is now ${aside}, and defaults are used`);
    expect(readFileSync(join(home.path, aside), 'utf8')).toBe(text);
    expect(existsSync(join(home.path, name))).toBe(false);
    expect(await rpc(port, 'get_settings')).toMatchObject({ result: { port: 9090 } });
  });

  test('a rule that is invalid is left out, the others stay, and the file is copied', async () => {
    const text = JSON.stringify({
      version: 1,
      tools: {
        mapLocal: {
          enabled: true,
          rules: [
            { id: 'good', name: 'stays', pattern: 'http://a.test/*', status: 410 },
            { id: 'bad', name: 'goes', status: 7 },
          ],
        },
        scripting: {
          enabled: true,
          rules: [{ id: 'broken', name: 'unclosed', code: 'function onRequest({' }],
        },
      },
    });
    writeFileSync(join(home.path, 'tools.json'), text);
    const { cli, port } = await started('--port', '0');
    expect(cli.stderr).toMatch(/a rule is left out: tools\.mapLocal\.rules\[1\] \("goes"\): status is 7/);
    expect(cli.stderr).toMatch(/a rule is left out: tools\.scripting\.rules\[0\] \("unclosed"\): code is/);
    const copies = readdirSync(home.path).filter((entry) => entry.startsWith('tools.json.corrupt-'));
    expect(copies).toHaveLength(1);
    expect(cli.stderr).toContain(`as it was is now ${copies[0] ?? ''}`);
    expect(readFileSync(join(home.path, copies[0] ?? ''), 'utf8')).toBe(text);
    expect(await rpc(port, 'list_rules', { tool: 'mapLocal' })).toMatchObject({
      result: [{ enabled: true, rules: [{ id: 'good', name: 'stays' }] }],
    });
    // The next start has nothing to say.
    const stored = JSON.parse(readFileSync(join(home.path, 'tools.json'), 'utf8')) as object;
    expect(JSON.stringify(stored)).not.toContain('unclosed');
  });

  test.each(sampled(['settings.json', 'tools.json'], 1))(
    '%s of a later version is kept as it is, under another name',
    async (name) => {
      const text = '{"version": 2, "something": "new"}';
      writeFileSync(join(home.path, name), text);
      const { cli } = await started('--port', '0');
      const aside = readdirSync(home.path).find((entry) => entry.startsWith(`${name}.newer-`)) ?? '';
      expect(cli.stderr).toContain('a later version of this program');
      expect(readFileSync(join(home.path, aside), 'utf8')).toBe(text);
    },
  );

  test('one that cannot be read is no reason not to start', async () => {
    mkdirSync(settings());
    const { cli, port } = await started('--port', '0');
    expect(cli.stderr).toContain(`${settings()} cannot be read`);
    expect(await rpc(port, 'update_settings', { changes: { maxCapturedBodyBytes: 1 } })).toMatchObject({
      error: expect.stringContaining('cannot be saved'),
    });
  });
});

describe('the browser', () => {
  test.skipIf(process.platform !== 'linux')(
    'is opened by the system, with a code in the fragment',
    { tags: ['full'] },
    async () => {
      const bin = join(home.path, 'bin');
      mkdirSync(bin);
      const opened = join(home.path, 'opened');
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > '${opened}'\n`);
      chmodSync(join(bin, 'xdg-open'), 0o755);
      const env = { DISPLAY: ':7', PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
      const cli = stack.use(startCli(['app', '--port', '0'], { home: home.path, env }));
      const [, port] = await cli.saying(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
      await until('a URL for the browser', () => existsSync(opened) && readFileSync(opened, 'utf8') !== '');
      const url = new URL(readFileSync(opened, 'utf8').trim());
      expect(url.port).toBe(port);
      expect(cli.stderr).not.toContain('#code=');
      const code = new URLSearchParams(url.hash.slice(1)).get('code');
      const asked = await ask(`http://127.0.0.1:${port ?? ''}/api/session`, {
        method: 'POST',
        body: JSON.stringify({ code }),
      });
      expect(JSON.parse(asked.text)).toEqual({ token: readFileSync(join(home.path, 'api-token'), 'utf8') });
    },
  );

  test('without a display it prints the URL, and keeps running', async () => {
    const env = { DISPLAY: '', WAYLAND_DISPLAY: '' };
    const cli = stack.use(startCli(['app', '--port', '0'], { home: home.path, env }));
    await cli.saying(/Open http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32} in a browser/);
  });
});
