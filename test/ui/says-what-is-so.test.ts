// Statements of the page in a real browser that have to hold: what is exported, what is decrypted, where the list stands.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { askThroughTunnel } from '../helpers/ask.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { capturedFlow } from '../helpers/flows.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { settled } from '../helpers/settled.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

const REQUESTS = 60;

beforeAll(async () => {
  running = await startTestApp();
  for (let at = 1; at <= REQUESTS; at += 1)
    await running.via(`${shop.http}/page/${at}`, { headers: { Authorization: 'Basic dTpw' } });
  await settled(running.app.engine.flows);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

const job = test.skipIf(browser === null);
const list = (page: Page) => page.getByRole('grid', { name: 'Requests' });
const scrollTop = (page: Page) => list(page).evaluate((element) => element.scrollTop);

async function open(): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const opened = await openUi(browser!, running);
  await opened.page.locator('[data-id]').first().waitFor();
  return opened;
}

job('sorting shows the first rows', async () => {
  const { page, errors } = await open();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
  await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click();
  await expect.poll(() => scrollTop(page)).toBe(0);
  await list(page).press('End');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
  await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click();
  await expect.poll(() => scrollTop(page)).toBe(0);
  const byNumber = page.getByRole('columnheader', { name: 'Number' }).getByRole('button');
  await byNumber.click();
  await byNumber.click();
  // The app keeps the order for the windows that come.
  await expect
    .poll(async () => (await running.result('ui.preferences'))['traffic.order'])
    .toEqual({ column: 'id', descending: true });
  expect(errors).toEqual([]);
  await page.context().close();
});

job('Ctrl+E exports what is selected, with Shift all that is shown', async () => {
  const { page, errors } = await open();
  await page.getByRole('combobox', { name: 'Filter' }).fill('/page/5');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-id]').count()).toBe(11);
  const exported = async (keys: string, title: string): Promise<void> => {
    await list(page).press(keys);
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
  };
  await exported('ControlOrMeta+e', 'Export 11 requests');
  await page.locator('[data-id="5"]').click();
  await exported('ControlOrMeta+e', 'Export 1 request');
  await exported('ControlOrMeta+Shift+e', 'Export 11 requests');
  expect(errors).toEqual([]);
  await page.context().close();
});

job('numbers of seven digits are whole, also where the column was made narrow', async () => {
  const { flows } = running.app.engine;
  const { page, errors } = await open();
  for (const id of [12_345, 1_234_567]) {
    const flow = capturedFlow({ id, request: { head: ['GET /far HTTP/1.1', 'Host: far.test'] } });
    flows.add(flow);
    flows.finish(flow);
    const cell = page.locator(`[data-id="${id}"] > *`).first();
    await cell.waitFor();
    expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
  await running.result('ui.change_preferences', { changes: { 'traffic.widths': { id: 30 } } });
  const cell = page.locator('[data-id="1234567"] > *').first();
  expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  running.app.traffic.remove([12_345, 1_234_567]);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('after “Decrypt this host” the banner says so', async () => {
  const ca = running.app.engine.ca.certPem;
  await askThroughTunnel(running.port(), `${shop.https}/hidden`, ca).catch(() => undefined);
  const { page, errors } = await open();
  await page.getByRole('row', { name: /CONNECT/ }).click();
  await page.getByRole('button', { name: 'Decrypt this host' }).click();
  await page.getByText('Decrypted from now on: localhost is in SSL proxying').waitFor();
  expect(await page.getByRole('button', { name: 'Decrypt this host' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Decrypt this host' }).waitFor();
  await running.result('ssl_proxying', { action: 'add_host', value: 'local*' });
  await page.getByText('Decrypted from now on: localhost, by local*, is in SSL proxying').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('severities are tags, and the badge of matches is never cut', async () => {
  const { page, errors } = await open();
  await page.evaluate(`location.hash = '#/insights?section=security'`);
  const severity = page.locator('li [data-tone]').first();
  await severity.waitFor();
  expect(await severity.textContent()).toMatch(/^(high|medium|low)$/);
  const { id } = await running.result('upsert_rule', {
    tool: 'blockList',
    rule: { name: 'A name that is far too long for the head of the section '.repeat(3), pattern: '*/page/1' },
  });
  await page.setViewportSize({ width: 900, height: 700 });
  await page.evaluate(`location.hash = '#/tools?tool=blockList&rule=${id}'`);
  const badge = page.getByRole('region', { name: /^Matches of/ }).locator('[data-tone=accent]');
  await badge.getByText(/^1 of \d+$/).waitFor();
  const beyond = await badge.evaluate(
    (element) => element.getBoundingClientRect().right - element.parentElement!.getBoundingClientRect().right,
  );
  expect(beyond).toBeLessThanOrEqual(0.5);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('the reason of a response follows its status', async () => {
  const first = running.app.traffic.newest()[0]!.id;
  const { page, errors } = await open();
  await page.evaluate(`location.hash = '#/tools?tool=mapLocal&from=${first}'`);
  const reason = page.getByLabel('Reason', { exact: true });
  expect(await reason.inputValue()).toBe('');
  await reason.fill('OK');
  await page.getByLabel('Status', { exact: true }).fill('404');
  await expect.poll(() => reason.inputValue()).toBe('');
  expect(errors).toEqual([]);
  await page.context().close();
});
