// Settings as users pass them: to `run` in a file, to the library as options.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { settingsSchema } from '../../src/session/settings/schema.ts';
import { startProxy } from '../../src/index.ts';
import { ask, askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { sampled } from '../helpers/scale.ts';

const origin = await startOrigin();
const home = temporaryHome();
afterAll(async () => {
  await origin.close();
  home.remove();
});

let files = 0;

function file(content: unknown): string {
  const path = join(home.path, `settings-${(files += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function start(...args: readonly string[]): RunningCli {
  return startCli(['run', ...args], { home: home.path, env: { NODE_EXTRA_CA_CERTS: origin.caPath } });
}

async function portOf(cli: RunningCli): Promise<number> {
  return Number((await cli.saying(/listening on http:\S+:(\d+)/))[1]);
}

async function rootPem(cli: RunningCli): Promise<string> {
  return readFileSync((await cli.saying(/Root certificate: (.*)/))[1] ?? '', 'utf8');
}

describe('run --settings', () => {
  test('prints its other listeners', { tags: ['full'] }, async () => {
    const [socks, reverse] = [await closedPort(), await closedPort()];
    const path = file({
      port: 0,
      socks: { isEnabled: true, port: socks },
      reverseProxies: [{ listenPort: reverse, target: origin.http }],
    });
    await using cli = start('--settings', path);
    await cli.saying(new RegExp(`^SOCKS: 127\\.0\\.0\\.1:${socks}$`, 'm'));
    await cli.saying(new RegExp(`^http://127\\.0\\.0\\.1:${reverse} forwards to ${origin.http}`, 'm'));
    expect((await ask(`http://127.0.0.1:${reverse}/there`)).text).toBe('GET /there\n');
  });

  test('decrypts, bypasses and keeps what the file says', { tags: ['full'] }, async () => {
    const path = file({
      port: 0,
      sslProxyingHosts: ['localhost', { pattern: '127.0.0.1', enabled: false }],
      maxCapturedBodyBytes: 4,
      tlsKeyLogPath: 'keys.log',
    });
    await using cli = start('--settings', path);
    const port = await portOf(cli);
    const ca = await rootPem(cli);
    expect((await askThroughTunnel(port, `${origin.https}/one`, ca)).status).toBe(200);
    await cli.saying(/GET https:\/\/localhost:\d+\/one .*🔒/, 'stdout');
    expect(readFileSync(join(home.path, 'keys.log'), 'utf8')).toMatch(/^(CLIENT|SERVER)_\w+ /m);
    const socket = await openTunnel(port, `127.0.0.1:${origin.httpsPort}`);
    socket.destroy();
    await cli.saying(/TUN .*127\.0\.0\.1/, 'stdout');
    const token = readFileSync(join(home.path, 'api-token'), 'utf8');
    const api = `http://127.0.0.1:${port}/api/flows/1/body?side=response`;
    expect((await ask(api, { headers: { 'X-Proxy-Token': token } })).text).toBe('GET ');
  });

  test('flags win over the file', { tags: ['full'] }, async () => {
    await using taken = await startProxy({ home: home.path });
    const path = file({ port: taken.port, sslProxyingHosts: ['other.test'], listenOnAllInterfaces: false });
    const refused = await callCli(['run', '--settings', path], { home: home.path });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`port ${taken.port} is in use`),
    });
    await using cli = start('--settings', path, '--port', '0', '--ssl', 'localhost');
    const port = await portOf(cli);
    expect((await askThroughTunnel(port, `${origin.https}/flag`, await rootPem(cli))).status).toBe(200);
  });

  test.each<[what: string, content: unknown, error: string]>([
    [
      'no JSON',
      '{\n  "port": 9090,\n  ssl: []\n}',
      'invalid JSON at line 3, column 3: expected a name in double quotes',
    ],
    ['an unknown key', { port: 0, bypassHost: [] }, 'bypassHost is not a setting: did you mean bypassHosts?'],
    [
      'a wrong value',
      { port: 0, externalProxy: { port: 'x' } },
      'externalProxy.port is "x": give a whole number',
    ],
    ['a list', [], 'settings must be an object'],
  ])('a file with %s is refused whole, before anything starts', async (_what, content, error) => {
    const path = file(content);
    const { code, stdout, stderr } = await callCli(['run', '--settings', path, '--', 'touch', 'started'], {
      home: home.path,
      cwd: home.path,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`error: the settings ${path} cannot be used: ${error}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(() => readFileSync(join(home.path, 'started'))).toThrow();
  });

  test('a file that is not there is named', async () => {
    const { code, stderr } = await callCli(['run', '--settings', '/nowhere.json'], { home: home.path });
    expect(code).toBe(1);
    expect(stderr).toContain('error: the settings /nowhere.json cannot be used: there is no such file');
  });

  test('the settings of the app are none of its business', async () => {
    writeFileSync(join(home.path, 'settings.json'), '{"port": "broken", "sslProxyingHosts": ["*"]}');
    await using cli = start('--port', '0');
    const socket = await openTunnel(await portOf(cli), `localhost:${origin.httpsPort}`);
    socket.destroy();
    const [line] = await cli.saying(/TUN .*localhost.*/, 'stdout');
    expect(line).toContain(`localhost:${origin.httpsPort}`);
    expect(cli.stderr).not.toContain('settings.json');
  });
});

describe('without settings', () => {
  const watch = `import { registerHooks } from 'node:module';
registerHooks?.({ resolve: (name, context, next) => { if (/^zod/.test(name)) process.stderr.write('loads ' + name + '\\n'); return next(name, context); } });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watch)}`;

  test.each(
    sampled(
      [
        ['help', ['help', 'run']],
        ['a run', ['run', '--port', '0', '--duration', '0.1']],
        ['a run with flags', ['run', '--port', '0', '--ssl', '*', '--ssl-app', 'curl', '--duration', '0.1']],
      ],
      2,
    ),
  )('%s does not load the schema', async (_what, args) => {
    const { code, stderr } = await runCli(args, {
      home: home.path,
      env: { NODE_OPTIONS },
      fromSources: true,
    });
    expect(code).toBe(0);
    expect(stderr).not.toContain('loads zod');
  });

  test('which the test would see', { tags: ['full'] }, async () => {
    const args = ['run', '--port', '0', '--duration', '0.1', '--settings', file({})];
    expect(
      (await runCli(args, { home: home.path, env: { NODE_OPTIONS }, fromSources: true })).stderr,
    ).toContain('loads zod');
  });
});

describe('options of the library', () => {
  test('are the settings, checked in the same way', async () => {
    const rejected = (options: object) => expect(startProxy({ home: home.path, ...options })).rejects;
    await rejected({ bypassHosts: ['https://a.test'] }).toThrow(
      'bypassHosts[0] is "https://a.test": give a host',
    );
    await rejected({ sslProxyHosts: ['*'] }).toThrow(
      'sslProxyHosts is not a setting: did you mean sslProxyingHosts?',
    );
    await rejected({ socks: { prot: 1 } }).toThrow('socks.prot is not a setting: did you mean port?');
    await rejected({ port: 70_000 }).toThrow('port is 70000: give a whole number from 0 to 65535');
  });

  test('listen on any free port and decrypt nothing by default', async () => {
    await using one = await startProxy({ home: home.path });
    await using two = await startProxy({ home: home.path, sslProxyingHosts: ['localhost'], bypassHosts: [] });
    expect(one.port).not.toBe(two.port);
    expect((await askThroughTunnel(two.port, `${origin.https}/lib`, two.certificate.pem)).status).toBe(200);
    expect(two.flows().at(-1)).toMatchObject({ decrypted: true, url: `${origin.https}/lib` });
    await expect(askThroughTunnel(one.port, `${origin.https}/lib`, one.certificate.pem)).rejects.toThrow();
    expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
  });

  test('may be undefined, as when they are passed on', async () => {
    await using proxy = await startProxy({
      home: home.path,
      port: undefined,
      sslProxyingHosts: undefined,
    });
    expect(proxy.port).toBeGreaterThan(0);
    expect(proxy.port).not.toBe(9090);
  });
});

test('the page on settings lists each, with its default', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const initial = settingsSchema.parse({});
  for (const [key, value] of Object.entries(initial)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${key}\``));
    expect(row, key).toBeDefined();
    if (typeof value !== 'object' || value === null) expect(row, key).toContain(`\`${String(value)}\``);
  }
});
