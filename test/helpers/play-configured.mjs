// The example for Playwright without its test runner: opens the page of the example as its configuration says, and ends
// with 1 unless the page shows the orders. TEST_CHROMIUM is the browser.
import { chromium } from 'playwright-core';
import config from '../../ci/examples/playwright/playwright.config.js';

const { proxy, baseURL, launchOptions } = config.use;
if (proxy === undefined || baseURL === undefined || launchOptions === undefined)
  throw new Error('start it behind proxyctl run, with SHOP_URL');
const args = [...launchOptions.args, '--headless=shell', '--no-sandbox', '--disable-gpu'];
const browser = await chromium.launch({ executablePath: process.env['TEST_CHROMIUM'] ?? '', args, proxy });
try {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/', { waitUntil: 'networkidle' });
  const text = await page.locator('#orders').textContent();
  process.exitCode = text === '[{"id":7}]' ? 0 : 1;
} finally {
  await browser.close();
}
