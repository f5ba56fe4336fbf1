// `doctor` in data folders that are well and that are not, and `update-check` against a registry of our own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/base/product.ts';
import { otherProxiesFinding } from '../../src/cli/doctor/ports.ts';
import { callCli } from '../helpers/called-cli.ts';
import { launcher, startCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';

let home: TemporaryHome;

beforeEach(() => {
  home = temporaryHome();
});

afterEach(() => home.remove());

interface Finding {
  readonly subject: string;
  readonly level: string;
  readonly text: string;
}

async function doctor(
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; findings: readonly Finding[] }> {
  const { code, stdout } = await callCli(['doctor', '--json'], { home: home.path, env });
  return { code, findings: JSON.parse(stdout) as readonly Finding[] };
}

const settings = (value: object | string): void =>
  writeFileSync(join(home.path, 'settings.json'), typeof value === 'string' ? value : JSON.stringify(value));
const errors = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ level }) => level === 'error');

describe('doctor', () => {
  test(
    'finds nothing wrong before the first start, and says how it is made',
    { tags: ['full'] },
    async () => {
      const port = await closedPort();
      settings({ port });
      const { code, findings } = await doctor();
      expect([code, errors(findings)]).toEqual([0, []]);
      expect(findings).toContainEqual({
        subject: 'app',
        level: 'note',
        text: `it does not run; "proxyctl app" starts it on port ${port}`,
      });
    },
  );

  test('names what is wrong, and goes on', { tags: ['full'] }, async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    settings({ port, bypassHosts: 'example.com' });
    const { code, findings } = await doctor({ HTTPS_PROXY: 'ftp://proxy.test' });
    holder.close();
    expect(code).toBe(1);
    expect(errors(findings).map(({ subject }) => subject)).toEqual(['settings', 'app', 'environment']);
    expect(errors(findings)[0]?.text).toContain('bypassHosts');
    expect(errors(findings)[1]?.text).toMatch(
      new RegExp(`^port ${port} is in use by \\S+ \\(process ${process.pid}\\)`),
    );
  });

  test('asks the app that runs', { tags: ['full'] }, async () => {
    await using app = startCli(['app', '--no-open', '--port', '0'], { home: home.path });
    const [, port] = await app.saying(/listening on http:\S+:(\d+)/);
    const { findings } = await doctor();
    expect(findings).toContainEqual({
      subject: 'app',
      level: 'ok',
      text: `it listens on port ${port} and has 0 requests`,
    });
  });

  test('makes nothing, and says so after everything was deleted', async () => {
    const gone = join(home.path, 'gone');
    const { findings } = await doctor({ PROXYCTL_HOME: gone });
    expect(existsSync(gone)).toBe(false);
    const texts = new Map(findings.map(({ subject, text }) => [subject, text]));
    expect(texts.get('data folder')).toBe(`${gone} does not exist: the first start makes it`);
    expect(texts.get('root certificate')).toBe('there is none: the first start makes it');
    expect(texts.get('leftovers')).toBe('there are none');
  });

  test.skipIf(process.platform === 'win32')('names what others could read, change or have left', async () => {
    const port = await closedPort();
    settings({ port });
    writeFileSync(join(home.path, 'api-token'), 'x', { mode: 0o644 });
    chmodSync(home.path, 0o777);
    // No process has this id.
    writeFileSync(join(home.path, 'app.json'), JSON.stringify({ pid: 2 ** 30, port, startedAt: 0 }));
    writeFileSync(join(home.path, `spill-${2 ** 30}-x`), '');
    writeFileSync(join(home.path, 'settings.json.newer-2026'), '');
    const later = new Date(Date.now() + 86_400_000);
    utimesSync(join(home.path, 'api-token'), later, later);
    const { findings } = await doctor();
    const found = (subject: string) => findings.find((each) => each.subject === subject);
    expect(found('data folder')).toMatchObject({
      level: 'error',
      text: `other users can read ${join(home.path, 'api-token')}: chmod go= ${join(home.path, 'api-token')}; other users can write to ${home.path}, and replace what is in it: chmod go-w ${home.path}`,
    });
    expect(found('leftovers')).toMatchObject({ level: 'note' });
    for (const part of [
      'ended by force',
      'files of processes that are gone',
      'rename it to settings.json when',
    ])
      expect(found('leftovers')?.text).toContain(part);
    expect(found('clock')).toMatchObject({
      level: 'error',
      text: expect.stringContaining('set the clock') as string,
    });
  });

  test('names other ports that are taken', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    settings({ port: await closedPort(), socks: { isEnabled: true, port } });
    const { findings } = await doctor();
    holder.close();
    expect(findings.find(({ subject }) => subject === 'other ports')).toMatchObject({
      level: 'error',
      text: expect.stringMatching(`^SOCKS: port ${port} is in use by `) as string,
    });
  });

  test.skipIf(process.platform !== 'linux')('names another proxy by its program', async () => {
    const program = join(home.path, 'mitmdump');
    symlinkSync(process.execPath, program);
    const listen =
      "require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
    const other = spawn(program, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(other.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    expect(await otherProxiesFinding([port])).toEqual({
      level: 'note',
      text: `mitmdump (process ${other.pid}) listens on port ${port}: programs that are set up for it do not come here`,
    });
    other.kill();
    await once(other, 'exit');
    expect(await otherProxiesFinding([port])).toMatchObject({ level: 'ok' });
  });

  test('says that the proxy of the system was left switched', async () => {
    settings({ port: await closedPort() });
    const backup = { version: 1, pid: 2 ** 30, port: 9123, settings: [] };
    writeFileSync(join(home.path, 'system-proxy.json'), JSON.stringify(backup));
    expect((await doctor()).findings).toContainEqual({
      subject: 'leftovers',
      level: 'error',
      text: 'the app ended while the system sent its traffic to port 9123: "proxyctl app" restores the settings',
    });
  });

  test(
    'names the app of another version, which this one ends',
    { tags: ['full'], timeout: 120_000 },
    async () => {
      const other = join(home.path, 'other');
      cpSync(dirname(dirname(launcher)), other, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(other, 'package.json'), 'utf8')) as object;
      writeFileSync(join(other, 'package.json'), JSON.stringify({ ...manifest, version: '98.7.6' }));
      const started = spawnSync(
        process.execPath,
        [join(other, 'bin', 'proxyctl.js'), 'app', '--detach', '--no-open', '--port', '0'],
        { env: { ...process.env, PROXYCTL_HOME: home.path }, encoding: 'utf8' },
      );
      expect(started).toMatchObject({ status: 0 });
      const app = (await doctor()).findings.find(({ subject }) => subject === 'app');
      expect(app).toMatchObject({ level: 'note' });
      expect(app?.text).toContain(`it is of version 98.7.6, and this is ${version}: "proxyctl stop" ends it`);
      const second = await callCli(['app', '--no-open', '--port', '0'], { home: home.path });
      expect(second).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is already running on port') as string,
      });
      expect(await callCli(['stop'], { home: home.path })).toMatchObject({ code: 0 });
      expect((await doctor()).findings.find(({ subject }) => subject === 'app')?.text).toContain(
        'it does not run',
      );
    },
  );

  test('prints a line for each check', { tags: ['full'] }, async () => {
    const { stdout } = await callCli(['doctor'], { home: home.path });
    expect(stdout).toMatch(/^ok {5}Node\.js: v\d/);
    expect(stdout.trim().split('\n').length).toBe((await doctor()).findings.length);
  });
});

describe.skipIf(missing('npm'))('update-check', () => {
  let newest = version;
  const registry = http.createServer((_, response) => {
    const versions = { [newest]: { name: 'proxyctl', version: newest } };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name: 'proxyctl', 'dist-tags': { latest: newest }, versions }));
  });
  const check = async () => {
    if (!registry.listening) await once(registry.listen(0, '127.0.0.1'), 'listening');
    const { port } = registry.address() as net.AddressInfo;
    const env = {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(home.path, 'npm'),
      npm_config_fetch_retries: '0',
      npm_config_noproxy: '127.0.0.1',
    };
    return callCli(['update-check'], { home: home.path, env });
  };

  afterAll(() => registry.close());

  test('says that this is the newest version, or which is', { tags: ['full'] }, async () => {
    expect((await check()).stdout).toBe(`Traffic Proxy ${version} is the newest version\n`);
    newest = '99.1.0';
    expect(await check()).toMatchObject({
      code: 0,
      stdout: `Traffic Proxy 99.1.0 is available, this is ${version}: npm install -g proxyctl@99.1.0\n`,
    });
  });

  test('without npm the page of the releases is named', async () => {
    const { code, stderr } = await callCli(['update-check'], { home: home.path, env: { PATH: home.path } });
    expect([code, stderr]).toEqual([
      1,
      'error: the newest version is not known, since npm is not installed: https://github.com/traffic-proxy/proxyctl/releases lists all\n',
    ]);
  });

  test('a registry that does not have it is an error', async () => {
    newest = 'none';
    const { code, stderr } = await check();
    expect(stderr).toMatch(/^error: the newest version is not known: npm/);
    expect(code).toBe(1);
  });
});
