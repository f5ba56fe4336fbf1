// Columns of what is in the content of requests, in a real browser: added by name, filled for the rows on the screen,
// sorted, and kept.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const REQUESTS = 300;
const origin = await startOrigin((request, response) => {
  const number = Number(request.url?.slice(1));
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'X-Cache': number % 2 === 0 ? 'HIT' : 'MISS' })
    .end(JSON.stringify({ order: { total: (number * 7) % REQUESTS }, filler: 'x'.repeat(2000) }));
});
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  for (let number = 0; number < REQUESTS; number += 1)
    await running.via(`${origin.http}/${number}`, { headers: { 'X-Client': `ios/${4000 + number}` } });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

const job = test.skipIf(browser === null);
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Columns' });

/** Returns the texts of the rows on the screen, from the top. */
async function shown(page: Page): Promise<readonly string[]> {
  const all = await rows(page).evaluateAll((list) =>
    list
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => [...row.children].map((cell) => cell.textContent).join('|')),
  );
  return all;
}

async function add(page: Page, kind: string, side: string, text: string): Promise<void> {
  await panel(page).getByRole('button', { name: kind }).click();
  await panel(page).getByRole('radio', { name: side }).click();
  await panel(page).getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: kind }).click();
}

job('added by name, filled for the rows on the screen, sorted over all, and removed', async () => {
  const { page, errors } = await openUi(browser!, running);
  const asked: number[] = [];
  page.on('request', (request) => {
    const { method, params } = request.url().endsWith('/api/rpc')
      ? (request.postDataJSON() as { method: string; params: { ids: number[] } })
      : { method: '', params: { ids: [] } };
    if (method === 'ui.column_values') asked.push(params.ids.length);
  });
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await panel(page).getByRole('button', { name: 'Header value…' }).click();
  await panel(page).getByRole('textbox').fill('x-ca');
  await panel(page).getByRole('button', { name: 'x-cache' }).click();
  await panel(page).getByText('in 100 %').waitFor();
  await panel(page).getByRole('textbox').fill('x cache');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('alert').filter({ hasText: 'Give the name of a header' }).waitFor();
  await panel(page).getByRole('textbox').fill('X-Cache');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('checkbox', { name: 'x-cache' }).waitFor();
  await panel(page).getByRole('button', { name: 'Header value…' }).click();
  await add(page, 'Header value…', 'Request', 'x-client');
  await add(page, 'JSONPath…', 'Response', '$..total');
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await shown(page)).at(-1)).toContain('ios/4299');
  await expect.poll(async () => (await shown(page)).at(-1)).toContain('|MISS|');
  // No more than what is on the screen.
  expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThan(REQUESTS);
  await page.getByRole('columnheader', { name: '$..total' }).getByRole('button').click();
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('Home');
  const totals = async () =>
    (await shown(page))
      .slice(0, 5)
      .map((text) => Number(/\|(\d+)\|/.exec(text.replace(/^\d+\|GET\|200\|[^|]*\|[^|]*/, ''))?.[1]));
  await expect.poll(totals).toEqual([0, 1, 2, 3, 4]);
  await page.getByRole('columnheader', { name: 'x-client' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove x-client' }).click();
  await expect.poll(() => page.getByRole('columnheader').allTextContents()).not.toContain('x-client');
  await expect
    .poll(() => running.result('ui.preferences'))
    .toMatchObject({
      'traffic.columns': { 'response-header:x-cache': true, 'response-body:$..total': true },
      'traffic.order': { column: 'response-body:$..total' },
    });
  expect(errors).toEqual([]);
  await page.context().close();
});

job.each(themes)('looks right, %s', { tags: ['full'] }, async (colorScheme) => {
  for (const width of [1440, 768]) {
    const { page } = await openUi(browser!, running, { colorScheme, viewport: { width, height: 900 } });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await panel(page).getByRole('button', { name: 'Header value…' }).click();
    await panel(page).getByRole('textbox').fill('x-cache');
    await panel(page).getByText('in 100 %').waitFor();
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/columns-${width}-${colorScheme}.png` });
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  }
});
