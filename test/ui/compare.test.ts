// Two requests side by side in a real browser: what differs, stepped through, ignored, copied; and the way back.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const ORDERS = [
  {
    id: 'ch_1',
    status: 'failed',
    amount: { currency: 'EUR', total: 215.99 },
    error: { code: 'timeout' },
    cart: 'c',
  },
  {
    cart: 'c',
    amount: { total: 228.89, currency: 'EUR' },
    id: 'ch_2',
    status: 'done',
    next: { type: 'redirect' },
  },
];
let asked = 0;
const origin = await startOrigin((_request, response) => {
  const order = ORDERS[asked % 2];
  response
    .writeHead(asked % 2 === 0 ? 500 : 200, {
      'Content-Type': 'application/json',
      'X-Request-Id': `r${asked}`,
      ...(asked % 2 === 0 && { 'Retry-After': '30' }),
    })
    .end(JSON.stringify(order));
  asked += 1;
});
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  for (const client of ['ios/4126', 'ios/4127'])
    await running.via(`${origin.http}/v1/checkout${client.endsWith('7') ? '?retry=1' : ''}`, {
      headers: { 'X-Client': client, 'X-Hostile': '<img src=x onerror=window.executed=1>' },
    });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

const job = test.skipIf(browser === null);

async function openComparison(page: Page): Promise<void> {
  await page.locator('[data-id="1"]').click();
  await page.locator('[data-id="2"]').click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('c');
  await page.getByRole('region', { name: 'Comparison of #1 and #2' }).waitFor();
}

job('what differs stands side by side, is stepped through, ignored and copied', async () => {
  const { page, errors } = await openUi(browser!, running);
  await openComparison(page);
  const headers = page.getByRole('table', { name: 'Request headers' });
  const client = headers.getByRole('row', { name: /x-client/ });
  await client.waitFor();
  expect(await headers.getByRole('row').count()).toBe(1);
  expect(await client.locator('del').textContent()).toBe('4126');
  expect(await client.locator('ins').textContent()).toBe('4127');
  const body = page.getByRole('table', { name: 'Response body' });
  const status = body.getByRole('row').filter({ hasText: '"status"' });
  expect(await status.locator('del').textContent()).toBe('failed');
  expect(await status.locator('ins').textContent()).toBe('done');
  // The missing side of a member is blank.
  const missing = body.getByRole('row').filter({ hasText: '"code"' }).getByRole('cell');
  expect(await missing.allTextContents()).toEqual(['    "code": "timeout"', '']);
  expect(await serious(page)).toEqual([]);

  const total = Number(
    /\d+/.exec(
      (await page
        .getByText(/^\d+ differences$/)
        .first()
        .textContent())!,
    )![0],
  );
  await page.keyboard.press('n');
  await page.getByText(`1 of ${total}`).waitFor();
  await page.locator('[data-current=true]', { hasText: 'Status' }).waitFor();
  await page.keyboard.press('Shift+N');
  await page.getByText(`${total} of ${total}`).waitFor();
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Comparison of #2 and #1' }).waitFor();
  await page.keyboard.press('x');

  await client.hover();
  await page.getByRole('button', { name: 'Do not compare x-client' }).click();
  await expect.poll(() => headers.count()).toBe(0);
  await page.getByRole('button', { name: /^Ignored/ }).click();
  await page.getByRole('menuitem', { name: 'x-client' }).click();
  await client.waitFor();
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByLabel('Header or path that is not compared').fill('$..total');
  await page.keyboard.press('Enter');
  await expect.poll(() => body.getByRole('row').filter({ hasText: '"total"' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('| x-client | `ios/4126` | `ios/4127` |');
  expect(copied).toContain('-   "status": "failed",\n+   "status": "done",');
  expect(await page.evaluate('window.executed')).toBeUndefined();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('everything, by line, reload, back and one of the two in the list', async () => {
  const { page, errors } = await openUi(browser!, running);
  await openComparison(page);
  await page.getByRole('radio', { name: 'Everything' }).click();
  await page.getByRole('table', { name: 'Request headers' }).getByRole('row', { name: /^host/ }).waitFor();
  await page.getByRole('radio', { name: 'By line' }).click();
  await page.getByText('order of keys').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'By key' }).click();
  await page.getByRole('radio', { name: 'Differences' }).click();
  await page.reload();
  await page.getByRole('region', { name: 'Comparison of #1 and #2' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('grid', { name: 'Requests' }).waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Comparison of #1 and #2' }).waitFor();
  await page.getByRole('button', { name: 'Show 2 in the list' }).click();
  await page.getByRole('region', { name: 'Detail of request 2' }).waitFor();
  await page.evaluate(`location.hash = '#/traffic?compare=1,1234567'`);
  await page.getByText('Request 1234567 is no longer in the list.').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job.each(themes)('looks right, %s', async (colorScheme) => {
  for (const width of [1440, 1024, 768]) {
    const { page } = await openUi(browser!, running, { colorScheme, viewport: { width, height: 900 } });
    await openComparison(page);
    await page.getByRole('table', { name: 'Response body' }).waitFor();
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/compare-${width}-${colorScheme}.png` });
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  }
});

job('JSON has its colours, and differences are shown as a list', async () => {
  await running.result('ui.change_preferences', { changes: { 'traffic.notCompared': null } });
  const { page } = await openUi(browser!, running);
  await openComparison(page);
  const body = page.getByRole('region', { name: 'Response body' });
  await body.locator('[data-kind=key]').first().waitFor();
  expect(await body.locator('[data-kind=number]').first().textContent()).toMatch(/\d/);
  await page.getByRole('radio', { name: 'List' }).click();
  const rows = body.getByRole('table', { name: 'Response body' }).getByRole('row');
  await rows.filter({ hasText: '$.status' }).waitFor();
  expect(await rows.count()).toBe(5);
  expect(await serious(page)).toEqual([]);
  await page.context().close();
});
