// The TLS tab in a real browser: the certificates of the server, and what is left of them in a file.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { askThroughTunnel } from '../helpers/ask.ts';
import { serious } from '../helpers/axe.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('ssl_proxying', { action: 'add_host', value: 'localhost' });
  await askThroughTunnel(running.port(), `${shop.https}/v1/session`, running.app.engine.ca.certPem);
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

test.skipIf(browser === null)('the certificates of the server', async () => {
  const { page, errors } = await openUi(browser!, running);
  await page.getByRole('row', { name: /GET 200 localhost.*session/ }).click();
  await page.getByRole('tab', { name: 'TLS' }).click();
  const own = page.getByRole('region', { name: 'Certificate of the server' });
  await own.getByText('localhost').first().waitFor();
  await own.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/).waitFor();
  expect(await serious(page)).toEqual([]);
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/tls.png` });
  expect(errors).toEqual([]);
  await page.context().close();
});
