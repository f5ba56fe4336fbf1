// The frame of the web UI in a real browser, with the real app behind it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const origin = await startOrigin((_request, response) => response.end('hello'));
let running: TestApp;
const browser: Browser | null = await startBrowser();

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

test.skipIf(browser === null)(
  'the code of the URL lets one page in, and leaves the URL',
  { tags: ['full'] },
  async () => {
    const { page, errors } = await openUi(browser!, running);
    expect(page.url()).toBe(`http://127.0.0.1:${running.port()}/#/traffic`);
    // The tabs of the API client belong to the page too.
    expect(await page.evaluate(() => Object.keys(sessionStorage).sort())).toEqual([
      'proxyctl-token',
      'proxyctl.client.tabs',
    ]);
    await running.via(`${origin.http}/first`);
    await page.getByText('first', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('first', { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  },
);

test.skipIf(browser === null)('without a code, or with one that is used up, it shows nothing', async () => {
  const code = running.codes.issue();
  running.codes.redeem(code);
  for (const fragment of ['', `#code=${code}`]) {
    const page = await (await browser!.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${running.port()}/${fragment}`);
    await page.getByText('This page needs the link').waitFor();
    expect(await page.getByText('first', { exact: true }).count()).toBe(0);
    await page.context().close();
  }
});

test.skipIf(browser === null)(
  'a restart of the app: says so, keeps the list, and catches up',
  { tags: ['full'] },
  async () => {
    const home = temporaryHome();
    const first = await startTestApp({ home: home.path });
    const port = first.port();
    const { page, errors } = await openUi(browser!, first);
    await first.via(`${origin.http}/before`);
    await page.getByText('before', { exact: true }).waitFor();
    await first.close();
    await page.getByText('Cannot reach Traffic Proxy').waitFor();
    expect(await page.getByText('before', { exact: true }).count()).toBeGreaterThan(0);
    const second = await startTestApp({ home: home.path, port });
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Cannot reach Traffic Proxy').waitFor({ state: 'hidden' });
    await second.via(`${origin.http}/after`);
    await page.getByText('after', { exact: true }).waitFor();
    await page.getByText('before', { exact: true }).waitFor({ state: 'hidden' });
    // The browser reports the connection that it lost.
    expect(errors.filter((text) => !text.includes('ERR_'))).toEqual([]);
    await page.context().close();
    await second.close();
    home.remove();
  },
);

test.skipIf(browser === null)(
  'a token that is no longer accepted ends the session with a way back',
  async () => {
    const { page } = await openUi(browser!, running);
    await page.evaluate("sessionStorage.setItem('proxyctl-token', '0'.repeat(64))");
    await page.reload();
    await page.getByText('The app no longer accepts the session').waitFor();
    await page.getByText('proxyctl app').waitFor();
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'the method open shows a request, and the palette goes to screens',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running);
    await running.via(`${origin.http}/shown`);
    await page.getByText('shown', { exact: true }).waitFor();
    const { id } = running.app.traffic.newest().at(-1)!;
    await until(
      'a page to listen',
      async () => (await running.result('open', { target: 'request', id })).opened,
    );
    await page.getByRole('region', { name: `Detail of request ${id}` }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Search or run a command').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.context().close();
  },
);
