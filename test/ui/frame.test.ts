// The frame of the web UI in a real browser, with the real app behind it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const origin = await startOrigin((_request, response) => response.end('hello'));
let running: TestApp;
let browser: Browser | null;

beforeAll(async () => {
  running = await startTestApp();
  browser = await startBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

test('the code of the URL lets one page in, and leaves the URL', async ({ skip }) => {
  if (browser === null) return skip('no Chromium runs here');
  const { page, errors } = await openUi(browser, running);
  expect(page.url()).toBe(`http://127.0.0.1:${running.port()}/#/traffic`);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['proxyctl-token']);
  await running.via(`${origin.http}/first`);
  await page.getByText('/first').waitFor();
  await page.reload();
  await page.getByText('/first').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('without a code, or with one that is used up, it shows nothing', async ({ skip }) => {
  if (browser === null) return skip('no Chromium runs here');
  const code = running.codes.issue();
  running.codes.redeem(code);
  for (const fragment of ['', `#code=${code}`]) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${running.port()}/${fragment}`);
    await page.getByText('This page needs the link').waitFor();
    expect(await page.getByText('/first').count()).toBe(0);
    await page.context().close();
  }
});
