// Every command that listens names the program that has its port, and what to do.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
const holder = net.createServer().listen(0, '127.0.0.1');
await once(holder, 'listening');
const { port } = holder.address() as net.AddressInfo;
mkdirSync(join(home.path, 'work'));
const file = (name: string, value: object): string => {
  const path = join(home.path, 'work', name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

afterAll(() => {
  holder.close();
  home.remove();
});

const entry = {
  startedDateTime: '2026-01-02T03:04:05Z',
  time: 1,
  request: {
    method: 'GET',
    url: 'http://a.test/',
    httpVersion: 'HTTP/1.1',
    headers: [],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: [],
    cookies: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: 0,
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
};
const har = file('one.har', {
  log: { version: '1.2', creator: { name: 'a', version: '1' }, entries: [entry] },
});
const openapi = file('api.json', { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {} });
const settings = file('settings.json', { socks: { isEnabled: true, port } });

test.each([
  ['run', ['--port', String(port)], ''],
  ['app', ['--no-open', '--port', String(port)], ''],
  ['view', [har, '--no-open', '--port', String(port)], ''],
  ['mock', [openapi, '--port', String(port)], ''],
  ['run', ['--port', '0', '--settings', settings], 'socks.port: '],
])('%s %j', async (command, args, setting) => {
  const { code, stderr } = await callCli([command, ...args], { home: home.path });
  expect(stderr).toMatch(
    new RegExp(
      `error: ${setting}port ${port} is in use by \\S+ \\(process ${process.pid}\\): stop it or choose another port`,
    ),
  );
  expect(stderr).not.toContain('EADDRINUSE');
  expect(code).toBe(1);
});
