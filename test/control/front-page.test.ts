// The address of the proxy, opened in a browser: a page for people, and for programs what they have always got.
import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { chromium as browserType } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

const proxy = await startTestEngine({ listenOnAllInterfaces: true, allowedClientIPs: ['0.0.0.0/0'] });
const { port } = proxy.engine;
const outside = Object.values(os.networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

afterAll(() => proxy.close());

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const opened = (url: string, headers: Record<string, string> = {}) =>
  ask(url, { headers: { ...browser, ...headers } });

test('Chromium shows what this is, and leads to the certificate', async () => {
  const window = await browserType.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, '--no-proxy-server'],
  });
  try {
    const page = await window.newPage();
    expect((await page.goto(proxy.url))?.status()).toBe(200);
    expect(await page.textContent('h1')).toBe('This is Traffic Proxy');
    expect(await page.textContent('main')).toContain('proxyctl app');
    expect(await page.textContent('main')).toContain(`proxyctl list --port ${port}`);
    await page.click('text=root certificate of this proxy');
    expect(await page.textContent('h1')).toBe('Trust this proxy’s certificate');
  } finally {
    await window.close();
  }
});

test.skipIf(missing('curl'))('curl gets the JSON of before', async () => {
  const { stdout } = await promisify(execFile)('curl', ['-s', '--noproxy', '*', `${proxy.url}/`]);
  expect(stdout).toBe('{"error":"Nothing is at /: the API is under /api/"}');
});

test('a path that is nothing is 404, as a page; the API stays JSON', async () => {
  expect(await opened(`${proxy.url}/index.html`)).toMatchObject({
    status: 404,
    text: expect.stringContaining('<h1>'),
  });
  expect(await opened(`${proxy.url}/api/nothing`)).toMatchObject({
    status: 401,
    text: expect.stringMatching(/^\{"error":/),
  });
});

test('a name that is not of this machine gets no page', async () => {
  const foreign = await opened(`${proxy.url}/`, { Host: `rebound.example:${port}` });
  expect(foreign).toMatchObject({ status: 403, text: expect.stringMatching(/^\{"error":/) });
});

test.skipIf(outside === undefined)(
  'another device is told where the certificate is, and of no Mac',
  async () => {
    const { status, text } = await opened(`http://${outside ?? ''}:${port}/`);
    expect(status).toBe(200);
    expect(text).toContain('open only on the machine that it runs on');
    expect(text).toContain('href="/ssl"');
    expect(text).not.toMatch(/Mac|proxyctl app/);
  },
);

test('under the app the start is the app, and a wrong path leads there', async () => {
  await using app = await startTestApp();
  const url = `http://127.0.0.1:${app.port()}`;
  expect((await opened(`${url}/`)).text).toContain('<script');
  const { status, text } = await opened(`${url}/nothing`);
  expect(status).toBe(404);
  expect(text).toContain('<a href="/">');
});
