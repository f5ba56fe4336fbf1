// A list of 20,000 requests in a real browser: loaded, filtered, sorted, selected and moved through as a short one.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { FAILING, writeSession } from '../../bench/subjects/session-of.ts';
import { startCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startBrowser } from '../helpers/pages.ts';

const REQUESTS = 20_000;
/** The height of the headings, and of a row. */
const HEAD = 26;
const folder = temporaryHome();
const browser = await startBrowser();
const job = test.skipIf(browser === null);

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

/** Waits until the list has this number of rows, and none is looked for. */
async function untilRows(page: Page, rows: number): Promise<void> {
  await page.locator(`#traffic-list[aria-rowcount="${rows + 1}"][aria-busy="false"]`).waitFor();
}

function firstRow(page: Page): Promise<string | null> {
  return page.evaluate(`((HEAD) => {
    const box = document.querySelector('#traffic-list').getBoundingClientRect();
    const rows = [...document.querySelectorAll('#traffic-list [data-id]')];
    const inSight = rows.filter((row) => row.getBoundingClientRect().top > box.top + HEAD - 1);
    const top = (row) => row.getBoundingClientRect().top;
    return inSight.sort((a, b) => top(a) - top(b))[0]?.dataset.id ?? null;
  })(${HEAD})`);
}

function count(page: Page, label: string): Promise<string | null> {
  return page.locator(`[role=treeitem][title="${label}"] > span`).last().textContent();
}

job('20,000 requests of a recording', async () => {
  const file = join(folder.path, 'long.proxysession');
  await writeSession(file, REQUESTS);
  await using running = startCli(['view', file, '--no-open'], { home: join(folder.path, 'home') });
  const [link] = await running.saying(/http:\S+/);
  const page = await browser!.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(link);
  await untilRows(page, REQUESTS);
  await expect.poll(() => count(page, 'All requests')).toBe('20,000');
  await expect.poll(() => count(page, 'Errors')).toBe('400');
  await expect.poll(() => count(page, 'api7.example.com')).toBe('500');

  const filter = page.locator('#traffic-filter');
  await filter.fill('status:500 duration<100');
  await untilRows(page, REQUESTS / FAILING / 10);
  await filter.fill('/items/19999?');
  await untilRows(page, 1);
  await filter.fill('');
  await untilRows(page, REQUESTS);

  const duration = page.locator('[data-column=duration] button');
  await duration.click();
  await duration.click();
  await page.locator('[data-column=duration][aria-sort=descending]').waitFor();
  await untilRows(page, REQUESTS);
  await page.locator('#traffic-list').press('Home');
  expect(await firstRow(page)).toBe('1000');
  await page.locator('[data-column=id] button').click();
  await untilRows(page, REQUESTS);

  await page.locator('#traffic-list').press('ControlOrMeta+a');
  await page.getByText('20,000 selected').waitFor();
  await page.locator('#traffic-list').press('End');
  await page.locator('[data-id="20000"][aria-selected=true]').waitFor();
  await page.evaluate(`document.querySelector('#traffic-list').scrollTop = ${HEAD} * 9999`);
  await expect.poll(() => firstRow(page)).toBe('10000');
  await page.close();
});
