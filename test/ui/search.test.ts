// Search in the content of requests in a real browser: hits in the list and in the detail, and the steps between them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await sendDemoTraffic(running, shop, 3);
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

const job = test.skipIf(browser === null);
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');

async function filter(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Filter' }).fill(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}

/** The texts that are marked in the detail: those of the current hit, or all. */
function marked(page: Page, name = 'hit'): Promise<readonly string[]> {
  return page.evaluate(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
}

job('hits by keyboard: found, marked, and stepped through', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  await filter(page, 'body:requires_action');
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Found in', 'Match', 'Hits']),
  );
  expect(await rows(page).first().locator('mark').textContent()).toBe('requires_action');
  expect(await rows(page).first().textContent()).toContain('response');
  const found = running.app.traffic.newest().filter(({ path }) => path === '/v1/checkout');
  for (const { id } of found) {
    await page.keyboard.press('n');
    await page.getByRole('region', { name: `Detail of request ${id}` }).waitFor();
    await expect.poll(() => marked(page, 'hit-current')).toEqual(['requires_action']);
  }
  await page.getByText('1 of 1 here, 3 requests').waitFor();
  // All have hits, and the last one is shown: the marks beside the list.
  const marks = page.locator('[data-region] > div > [aria-hidden] > i');
  await expect.poll(() => marks.count()).toBe(4);
  expect(await page.locator('i[data-current]').count()).toBe(1);
  await page.keyboard.press('Shift+N');
  await page.getByRole('region', { name: `Detail of request ${found[1]!.id}` }).waitFor();
  await running.via(`${shop.http}/v1/checkout`, { method: 'POST' });
  await expect.poll(() => rows(page).count()).toBe(4);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('the text of a body, headers, and a filter that finds nothing', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  await filter(page, 'header:set-cookie=session path:checkout');
  await rows(page).first().click();
  await page.keyboard.press('n');
  await expect.poll(() => marked(page)).toEqual(['Set-Cookie', 'session']);
  await page.keyboard.press('n');
  await expect.poll(() => marked(page, 'hit-current')).toEqual(['session']);
  await filter(page, 'response-body:"unitPrice" path:checkout');
  const hits = page.getByRole('columnheader', { name: 'Hits' });
  const column = await hits.evaluate((head) => [...head.parentElement!.children].indexOf(head));
  await expect.poll(() => rows(page).first().locator('> *').nth(column).textContent()).toBe('2');
  await expect.poll(() => rows(page).locator('mark').first().textContent()).toBe('unitPrice');
  await page.keyboard.press('n');
  await expect.poll(() => marked(page, 'hit-current')).toEqual(['unitPrice']);
  const views = page.getByRole('radiogroup', { name: 'View of the response body' });
  await views.getByRole('radio', { name: 'JSON' }).click();
  await expect.poll(async () => (await marked(page)).length).toBe(2);
  const detail = page.getByRole('region', { name: /^Detail of request/ });
  expect(await detail.locator('[aria-hidden] > i[style^="top"]').count()).toBe(2);
  await page.keyboard.press('n');
  await page.getByText(/ of 2 here/).waitFor();
  await filter(page, 'body:"nowhere at all"');
  await page.getByRole('heading', { name: 'No request matches' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('a search that takes long has a bar, and is stopped by Escape', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  const held: (() => void)[] = [];
  await page.route('**/api/search?*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await filter(page, 'body:requires_action');
  await page.getByText(/Searching bodies 0 of \d+, newest first/).waitFor();
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/searching.png` });
  await page.keyboard.press('Escape');
  await page.getByText(/^0 of \d+ searched$/).waitFor();
  held.forEach((release) => release());
  await page.unroute('**/api/search?*');
  // Requests that end from now on are searched all the same.
  await running.via(`${shop.http}/v1/checkout`, { method: 'POST' });
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

job.each(themes)('looks right, %s', async (colorScheme) => {
  for (const width of [1440, 768]) {
    const { page } = await openUi(browser!, running, { colorScheme, viewport: { width, height: 900 } });
    await rows(page).first().waitFor();
    await filter(page, 'body:requires_action');
    await expect.poll(() => rows(page).locator('mark').count()).toBeGreaterThan(0);
    await page.keyboard.press('n');
    await expect.poll(() => marked(page, 'hit-current')).toEqual(['requires_action']);
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/search-${width}-${colorScheme}.png` });
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  }
});
