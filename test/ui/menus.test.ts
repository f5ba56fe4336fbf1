// The menus of requests, hosts and apps in a real browser, by pointer and by keyboard.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { capturedFlow } from '../helpers/flows.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

const LONG = `${'long-label.'.repeat(20)}example.com`;
const RTL = 'עברית.example.com';
const HOSTILE = '<img src=x onerror=window.executed=1>';

beforeAll(async () => {
  running = await startTestApp();
  await sendDemoTraffic(running, shop);
  const { flows } = running.app.engine;
  for (const host of [LONG, RTL, 'a.b.example.com']) {
    const flow = capturedFlow({
      id: flows.takeId(),
      app: HOSTILE,
      target: { host },
      request: { head: [`GET /${HOSTILE} HTTP/1.1`, `Host: ${host}`] },
      response: { head: ['HTTP/1.1 200 OK'], body: '' },
    });
    flows.add(flow);
    flows.finish(flow);
  }
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

const job = test.skipIf(browser === null);
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
const source = (page: Page, name: string) => page.locator(`[role=treeitem][title=${JSON.stringify(name)}]`);
const filterOf = (page: Page) => page.getByRole('combobox', { name: 'Filter' });

async function choose(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names.slice(0, -1)) {
    await page.getByRole('menuitem', { name }).press('ArrowRight');
  }
  await page.getByRole('menuitem', { name: names.at(-1)! }).press('Enter');
}

job('a host: filtered by, decrypted and back, exported, deleted and brought back', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  await source(page, 'a.b.example.com').click({ button: 'right' });
  expect(await serious(page)).toEqual([]);
  await choose(page, 'Filter by', 'Only host a.b.example.com');
  await expect.poll(() => filterOf(page).inputValue()).toBe('host:=a.b.example.com');
  await expect.poll(() => rows(page).count()).toBe(1);
  await source(page, '127.0.0.1').focus();
  await page.keyboard.press('Shift+F10');
  await choose(page, 'Filter by', 'Not host 127.0.0.1');
  await expect.poll(() => filterOf(page).inputValue()).toBe('host:=a.b.example.com -host:=127.0.0.1');
  await filterOf(page).fill('host:x OR host:example');
  await source(page, '127.0.0.1').click({ button: 'right' });
  await choose(page, 'Filter by', 'Not host 127.0.0.1');
  await expect.poll(() => filterOf(page).inputValue()).toBe('(host:x OR host:example) -host:=127.0.0.1');
  await filterOf(page).fill('');

  await source(page, 'a.b.example.com').click({ button: 'right' });
  await choose(page, 'SSL proxying', 'Decrypt *.b.example.com');
  await page.getByText('*.b.example.com is decrypted from the next connection on').waitFor();
  await source(page, 'a.b.example.com').click({ button: 'right' });
  await choose(page, 'SSL proxying', 'Do not decrypt *.b.example.com');
  await page.getByText('*.b.example.com is no longer in SSL proxying').waitFor();
  expect((await running.result('get_settings')).sslProxyingHosts).toEqual([]);

  await source(page, 'a.b.example.com').click({ button: 'right' });
  await choose(page, 'Export 1 request…');
  await page
    .getByRole('dialog', { name: 'Export 1 request' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await source(page, 'a.b.example.com').click({ button: 'right' });
  await choose(page, 'Delete 1 request');
  await expect.poll(() => source(page, 'a.b.example.com').count()).toBe(0);
  await page
    .getByRole('status')
    .filter({ hasText: 'Deleted 1 request' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await source(page, 'a.b.example.com').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('long, hostile and right-to-left names stay within the menu, as text', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  for (const host of [LONG, RTL]) {
    await source(page, host).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by' }).press('ArrowRight');
    const item = page.getByRole('menuitem', { name: `Only host ${host}` });
    const box = await item.boundingBox();
    expect(box!.x + box!.width).toBeLessThan(1440);
    await item.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(1);
    await filterOf(page).fill('');
  }
  await source(page, HOSTILE).click({ button: 'right' });
  await choose(page, 'Filter by', /^Only app/);
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await page.evaluate('window.executed')).toBeUndefined();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('a request: filter by its status, comment on it and on many', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  const list = page.getByRole('grid', { name: 'Requests' });
  await list.locator('[data-id]', { hasText: '503' }).click({ button: 'right' });
  await choose(page, 'Filter by', 'Only status 503');
  await expect.poll(() => filterOf(page).inputValue()).toBe('status:503');
  await expect.poll(() => rows(page).count()).toBe(1);
  await rows(page).first().click({ button: 'right' });
  await choose(page, 'Comment…');
  await page.getByRole('textbox', { name: 'Comment' }).fill('seen on Friday');
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  const commented = () =>
    running.app.traffic.newest().flatMap(({ comment }) => (comment === '' ? [] : [comment]));
  await expect.poll(commented).toEqual(['seen on Friday']);
  await filterOf(page).fill('status:4xx,5xx');
  await list.press('ControlOrMeta+a');
  await rows(page).first().click({ button: 'right' });
  await choose(page, 'Comment…');
  await page.getByRole('dialog', { name: 'Comment of 2 requests' }).waitFor();
  await page.getByRole('textbox', { name: 'Comment' }).fill('both');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await expect.poll(commented).toEqual(['both', 'both']);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('in the narrowest window a menu and its submenu stay inside', async () => {
  const { page, errors } = await openUi(browser!, running, { viewport: { width: 390, height: 844 } });
  await rows(page).last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy as' }).press('ArrowRight');
  await expect.poll(() => page.getByRole('menu').count()).toBe(2);
  for (const menu of await page.getByRole('menu').all()) {
    const box = (await menu.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  }
  expect(errors).toEqual([]);
  await page.context().close();
});
