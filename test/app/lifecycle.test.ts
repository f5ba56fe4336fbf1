// The app in the background: started by a command that returns, found by others, and stopped.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { runCli, startCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let home: TemporaryHome;

beforeEach(() => {
  home = temporaryHome();
});

afterEach(async () => {
  await cli('stop');
  home.remove();
});

const cli = (...args: readonly string[]): Promise<CliResult> => runCli(args, { home: home.path });
const detach = (...args: readonly string[]): Promise<CliResult> =>
  cli('app', '--detach', '--no-open', ...args);
const LINK = /^Open (http:\/\/127\.0\.0\.1:\d+)\/#code=(\S+) in a browser/m;

test('--detach returns when it listens, with a link that works', { tags: ['full'] }, async () => {
  const { code, stdout, stderr } = await detach('--port', '0');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const [, url = '', link = ''] = LINK.exec(stderr) ?? [];
  const session = await ask(`${url}/api/session`, { method: 'POST', body: JSON.stringify({ code: link }) });
  expect(JSON.parse(session.text)).toEqual({ token: readFileSync(join(home.path, 'api-token'), 'utf8') });
  expect((await cli('status')).stdout).toContain(`"port": ${new URL(url).port}`);

  const second = await detach();
  expect(second.code).toBe(0);
  expect(second.stderr).toContain(`is already running on port ${new URL(url).port}\n`);
  expect(second.stderr).toMatch(LINK);

  expect(await cli('stop')).toMatchObject({ code: 0, stderr: 'Traffic Proxy has stopped\n' });
  await expect(ask(`${url}/`)).rejects.toThrow('ECONNREFUSED');
  expect(await cli('stop')).toMatchObject({ code: 0, stderr: 'Traffic Proxy is not running\n' });
});

test('--detach passes on why the app could not start', { tags: ['full'] }, async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as net.AddressInfo;
  const { code, stderr } = await detach('--port', String(port));
  holder.close();
  expect(stderr).toMatch(new RegExp(`^error: port ${port} is in use by \\S+ \\(process ${process.pid}\\)`));
  expect(code).toBe(1);
});

test('--wait returns when an app listens that somebody else starts', { tags: ['full'] }, async () => {
  await using waiting = startCli(['app', '--wait'], { home: home.path });
  await using app = startCli(['app', '--no-open', '--port', '0'], { home: home.path });
  const [, url] = await app.saying(/listening on (http:\S+)/);
  expect(await waiting.ended).toMatchObject({ code: 0, stderr: `Traffic Proxy is listening on ${url}\n` });
  await cli('stop');
  expect(await app.ended).toMatchObject({ code: 0, signal: null });
});

test.each([
  [['--wait', '1'], /^error: the app does not listen: start it with "proxyctl app" \(waited 1 s\)$/m],
  [['--wait', 'long'], /^error: --wait "long" is not a number that can be used/],
  [['--wait', '--detach'], /^error: --detach and --wait exclude each other/],
])('%j without an app is an error', async (options, message) => {
  const { code, stderr } = await cli('app', ...options);
  expect(stderr).toMatch(message);
  expect(code).toBe(1);
});

test('a headless run is not the app, and is not stopped', async () => {
  await using run = startCli(['run', '--port', '0'], { home: home.path });
  await run.saying(/listening/);
  expect((await cli('stop')).stderr).toBe('Traffic Proxy is not running\n');
  expect(run.child.exitCode).toBe(null);
});
