// The tabs of a window in a real browser, when it was closed and when the app was restarted.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
  await running.result('create_collection', { name: 'Shop' });
  for (const name of ['List', 'Order'])
    await running.result('create_request', { collection: 'Shop', name, url: 'http://127.0.0.1:1/' });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

async function openClient(): Promise<Page> {
  const { page } = await openUi(browser!, running, { takesOver: true });
  page.setDefaultTimeout(15_000);
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('tree', { name: 'Collections' }).waitFor();
  return page;
}

/** Closing a page in a test leaves it without its events. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

const tabNames = (page: Page): Promise<string[]> =>
  page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab').allTextContents();

async function savedTabs(): Promise<number> {
  const { windows } = await running.result('client.open_tabs');
  return windows[0]?.tabs.length ?? 0;
}

job(
  'the tabs of a closed window come back, also after a restart; a second window has none',
  async () => {
    const first = await openClient();
    await first.getByRole('treeitem', { name: 'Shop' }).click();
    await first.keyboard.press('ArrowRight');
    for (const name of ['List', 'Order']) await first.getByRole('treeitem', { name }).dblclick();
    await expect
      .poll(() => tabNames(first))
      .toEqual([expect.stringContaining('List'), expect.stringContaining('Order')]);
    await expect.poll(savedTabs).toBe(2);

    const second = await openClient();
    expect(await tabNames(second)).toEqual([]);
    await leave(second);
    await leave(first);
    await expect.poll(async () => (await running.result('client.open_tabs')).windows[0].isOpen).toBe(false);
    const next = await openClient();
    await expect
      .poll(() => tabNames(next))
      .toEqual([expect.stringContaining('List'), expect.stringContaining('Order')]);
    await next.getByRole('tab', { name: 'Order', selected: true }).waitFor();
    await next.getByRole('tab', { name: 'List' }).click();
    await expect
      .poll(async () => (await running.result('client.open_tabs')).windows[0].current)
      .toMatch(/^request:/);
    await leave(next);

    await running.close();
    running = await startTestApp({ workspaceFolder: folder.path });
    const restarted = await openClient();
    await expect.poll(() => tabNames(restarted)).toHaveLength(2);
  },
  90_000,
);
