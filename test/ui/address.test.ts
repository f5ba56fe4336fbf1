// The URL of the traffic screen in a real browser: it names what is shown, and reload, back and links lead to it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { settled } from '../helpers/settled.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

/** More than are in sight. */
const REQUESTS = 60;

beforeAll(async () => {
  running = await startTestApp();
  for (let at = 1; at <= REQUESTS; at += 1) await running.via(`${shop.http}/page/${at}`);
  await settled(running.app.engine.flows);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

const job = test.skipIf(browser === null);
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
const row = (page: Page, id: number) => page.locator(`[data-id="${id}"]`);
const filterOf = (page: Page) => page.getByRole('combobox', { name: 'Filter' });
const detail = (page: Page, id: number) => page.getByRole('region', { name: `Detail of request ${id}` });
const address = (page: Page): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

job('selection, filter and tab survive a reload, and the row is in sight', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  await filterOf(page).fill('path:/page/1');
  await page.getByRole('button', { name: '4xx', exact: true }).click();
  await page.getByRole('button', { name: '2xx', exact: true }).click();
  await filterOf(page).fill('');
  await page.getByRole('grid', { name: 'Requests' }).press('Home');
  await row(page, 2).click();
  await page.getByRole('tab', { name: 'Timing' }).click();
  await expect
    .poll(() => Object.fromEntries(address(page)))
    .toEqual({
      id: '2',
      tab: 'timing',
      status: '4xx,2xx',
    });
  await page.reload();
  await detail(page, 2).waitFor();
  await page.locator('[data-id="2"][aria-selected=true]').waitFor();
  expect(await page.getByRole('tab', { name: 'Timing' }).getAttribute('aria-selected')).toBe('true');
  expect(await page.getByRole('button', { name: '2xx', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await expect
    .poll(() => row(page, 2).evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThan(60);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('back and forward lead through filters, sources and requests, not through every key', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  const last = REQUESTS;
  await row(page, last).click();
  await detail(page, last).waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await detail(page, last - 2).waitFor();
  await expect.poll(() => address(page).get('id')).toBe(String(last - 2));
  await page.getByRole('treeitem', { name: /^Errors/ }).click();
  await page.getByRole('treeitem', { name: /^All requests/ }).click();
  await filterOf(page).pressSequentially('/page/7');
  await expect.poll(() => address(page).get('filter')).toBe('/page/7');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByRole('main', { name: 'Tools' }).waitFor();

  await page.goBack();
  await expect.poll(() => filterOf(page).inputValue()).toBe('/page/7');
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.goBack();
  await expect.poll(() => filterOf(page).inputValue()).toBe('');
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: /^All requests/ }).waitFor();
  await page.goBack();
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: /^Errors/ }).waitFor();
  await page.goBack();
  await detail(page, last - 2).waitFor();
  await page.goBack();
  await expect.poll(() => detail(page, last - 2).count()).toBe(0);
  await page.goForward();
  await detail(page, last - 2).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('a link names a part, and the rail leads back to what was shown', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  await filterOf(page).fill('path:/page/3');
  await expect.poll(() => rows(page).count()).toBe(11);
  await page.evaluate(`location.hash = '#/traffic?id=5'`);
  await detail(page, 5).waitFor();
  expect(await filterOf(page).inputValue()).toBe('path:/page/3');
  await page.getByRole('navigation').getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('main', { name: 'Tools' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Traffic' }).click();
  await detail(page, 5).waitFor();
  expect(await filterOf(page).inputValue()).toBe('path:/page/3');
  await page.evaluate(
    `location.hash = '#/traffic?filter=method:POST&status=9xx&id=nothing&tab=none&source=moon'`,
  );
  await page.getByRole('heading', { name: 'No request matches' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('an address with hostile values shows them as text, or nothing', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  const host = encodeURIComponent('"><img src=x onerror=alert(1)>\u202e');
  await page.evaluate(`location.hash = '#/traffic?host=${host}&path=${host}&id=99999999999999999999'`);
  await page.getByRole('heading', { name: 'No request matches' }).waitFor();
  await page.evaluate(`location.hash = '#/traffic?id=1234567'`);
  await page.getByText('Request 1234567 is no longer in the list.').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});
