// The insights screen in a real browser: what real traffic says, and where it leads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const HOSTILE = '<img src=x onerror="window.hit=1">';
const SECRET = 'Bearer qX7vT2mZ9pL4kR8sW1nB6cD3';
let answered = 0;
const origin = await startOrigin((request, response) => {
  answered += 1;
  const status = request.url === '/missing' ? 404 : 200;
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Set-Cookie': 'sid=abcdef0123456789; Path=/',
    })
    .end(JSON.stringify(answered % 2 === 0 ? { id: 1 } : { id: 'x', [HOSTILE]: HOSTILE }));
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

beforeEach(() => {
  answered = 0;
  running.app.traffic.clear();
});

async function openInsights(section: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page } = await openUi(browser!, running, { colorScheme, acceptDownloads: true });
  await page.evaluate(`location.hash = '#/insights${section}'`);
  await page.getByRole('complementary', { name: 'Insights' }).waitFor();
  return page;
}

async function sendTraffic(): Promise<void> {
  for (let at = 0; at < 4; at += 1)
    await running.via(`${origin.http}/v1/users/${at}?q=${encodeURIComponent(HOSTILE)}`, {
      headers: { Authorization: SECRET },
    });
  await running.via(`${origin.http}/missing`);
}

withBrowser('without traffic it says what to do', { tags: ['full'] }, async () => {
  const page = await openInsights('');
  await page.getByText('Nothing to analyse yet').waitFor();
  expect(await serious(page)).toEqual([]);
  await page.context().close();
});

withBrowser(
  'the summary has figures, a chart, grades, masked secrets and changes',
  { tags: ['full'] },
  async () => {
    await sendTraffic();
    for (const scheme of themes) {
      const page = await openInsights('', scheme);
      await page.getByRole('img', { name: /^5 requests since .*, 1 errors/ }).waitFor();
      const users = page.getByRole('row', { name: /\/v1\/users\/\{.*\} 4/ });
      await users.getByRole('img', { name: /^At most \d in one of 30 steps$/ }).waitFor();
      await page.getByRole('region', { name: 'Secrets' }).getByText('Bearer token').first().waitFor();
      expect(await page.getByText(SECRET.slice(7)).count()).toBe(0);
      await page
        .getByText('$.id: string, was integer')
        .or(page.getByText('$.id: integer, was string'))
        .waitFor();
      expect(await page.evaluate('window.hit')).toBeUndefined();
      expect(await serious(page), scheme).toEqual([]);
      await page.context().close();
    }
  },
);

withBrowser(
  'a secret in several places is one row, which opens them and leads to their requests',
  async () => {
    for (const path of ['orders', 'carts', 'me'])
      await running.via(`${origin.http}/${path}`, { headers: { Authorization: SECRET } });
    const page = await openInsights('?section=secrets');
    const row = page.getByRole('listitem').filter({ hasText: 'Bearer token' });
    await row.getByRole('button', { name: '3 places' }).click();
    expect(await page.getByText('Bearer token').count()).toBe(1);
    const places = page.getByRole('list', { name: 'Places of Bearer token' });
    expect(await places.getByRole('listitem').count()).toBe(3);
    expect(await serious(page)).toEqual([]);
    await row.getByRole('link', { name: 'Show requests' }).click();
    await expect.poll(() => page.getByRole('grid', { name: 'Requests' }).getByRole('row').count()).toBe(4);
    await page.context().close();
  },
);

withBrowser(
  'endpoints are ordered and found; each leads to its latest request',
  { tags: ['full'] },
  async () => {
    await sendTraffic();
    const page = await openInsights('?section=endpoints');
    const rows = page.getByRole('table', { name: 'Endpoints' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Errors' }).click();
    await expect.poll(() => rows.nth(1).textContent()).toContain('/missing');
    await page.getByRole('textbox', { name: 'Find endpoint' }).fill('users');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('link', { name: /users/ }).click();
    await page
      .getByRole('heading', { name: /users\/3/ })
      .or(page.getByRole('tab', { name: 'Exchange' }))
      .first()
      .waitFor();
    expect(page.url()).toContain('#/traffic?id=');
    await page.context().close();
  },
);

withBrowser(
  'every section is shown, refreshed by keyboard, and downloaded as a report',
  { tags: ['full'] },
  async () => {
    await sendTraffic();
    const page = await openInsights('');
    for (const [name, shows] of [
      ['Security', /cookies? lacks? protection/],
      ['Secrets', 'Bearer token'],
      ['Performance', /Duplicate|Uncached|N\+1|Nothing is slow/],
      ['Schema changes', 'type changed'],
    ] as const) {
      await page.getByRole('link', { name }).click();
      await page.getByText(shows).first().waitFor();
      expect(await serious(page), name).toEqual([]);
    }
    await running.via(`${origin.http}/later`);
    await page.getByRole('link', { name: /^Endpoints/ }).focus();
    await page.keyboard.press('r');
    await page.getByText('6 requests').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    const file = join(running.home, 'report.md');
    await download.saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain('/v1/users/');
    await page.context().close();
  },
);

withBrowser(
  'a scope narrows the analysis to an app, a saved filter or any filter of a link',
  { tags: ['full'] },
  async () => {
    await sendTraffic();
    const page = await openInsights('');
    await page.getByRole('img', { name: /^5 requests since/ }).waitFor();
    const scope = page.getByRole('group', { name: 'Scope' });
    await scope.getByRole('link', { name: /^All traffic/ }).waitFor();
    const filter = encodeURIComponent('path:/missing');
    await page.evaluate(`location.hash = '#/insights?filter=${filter}'`);
    await page.getByRole('img', { name: /^1 requests since/ }).waitFor();
    await scope.getByRole('link', { name: 'path:/missing' }).waitFor();
    await page.getByRole('link', { name: /^Endpoints/ }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    // The requests of the test come from the process of the app.
    await scope.getByRole('link', { name: /^Traffic Proxy/ }).click();
    await page.getByRole('row', { name: /users/ }).first().waitFor();
    await page.evaluate(`location.hash = '#/insights?filter=host:nobody'`);
    await page.getByText('Nothing to analyse here').waitFor();
    await page.getByRole('link', { name: 'Analyse all traffic' }).click();
    await page.getByRole('img', { name: /^5 requests since/ }).waitFor();
    await page.context().close();
  },
);
