// The page of the app in a real browser, as the app opens it.
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';

let running: TestApp;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  running = await startTestApp();
  browser = await browserType.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
  });
  context = await browser.newContext();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await running.close();
});

async function open(
  fragment: string,
): Promise<{ readonly text: string; readonly url: string; readonly errors: readonly string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`http://127.0.0.1:${running.port()}/${fragment}`);
  await page.getByRole('status').filter({ hasNotText: 'Asking' }).waitFor();
  const seen = { text: await page.innerText('main'), url: page.url(), errors };
  await page.close();
  return seen;
}

test('exchanges the code of its URL, and shows what the proxy is doing', async () => {
  await running.result('set_tool_enabled', { tool: 'noCaching', enabled: true });
  const { text, url, errors } = await open(`#code=${running.codes.issue()}`);
  expect(errors).toEqual([]);
  expect(url).toBe(`http://127.0.0.1:${running.port()}/`);
  expect(text).toContain('The proxy is running.');
  expect(text).toContain(`127.0.0.1:${running.port()}`);
  expect(text).toContain('noCaching');
  expect(text).toContain('root.pem');
});

test('without a code, or with one that is used up, it shows nothing', async () => {
  const code = running.codes.issue();
  await open(`#code=${code}`);
  for (const fragment of ['', `#code=${code}`]) {
    const { text } = await open(fragment);
    expect(text).toContain('This page needs the link');
    expect(text).not.toContain('Recording');
  }
});
