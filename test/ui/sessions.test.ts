// Several sessions side by side in a real browser: shown and hidden, one after another or by time, with letters, and what
// the limit of the list has dropped.
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { capturedFlow } from '../helpers/flows.ts';
import { leaveSession } from '../helpers/kept-session.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const LIMIT = 5000;
const browser: Browser | null = await startBrowser();
const home = temporaryHome();
let running: TestApp;

beforeAll(async () => {
  await leaveSession(home.path, 92);
  running = await startTestApp({ home: home.path });
  await running.result('update_settings', { changes: { maxListedRequests: LIMIT } });
  writeFileSync(join(home.path, 'friday.har'), har(12));
  capture(3);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  home.remove();
});

const job = test.skipIf(browser === null);
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
const sessions = (page: Page) => page.getByRole('tree', { name: 'Sessions' }).getByRole('treeitem');

/** Adds finished requests to what is captured now. */
function capture(count: number): void {
  const { flows } = running.app.engine;
  for (let number = 1; number <= count; number += 1) {
    const flow = capturedFlow({
      id: flows.takeId(),
      request: { head: [`GET /own/${number} HTTP/1.1`, 'Host: a.test'] },
    });
    flows.add(flow);
    flows.finish(flow);
  }
}

/** Returns a HAR file whose requests began in 2025. */
function har(count: number): string {
  const entries = Array.from({ length: count }, (_, at) => ({
    startedDateTime: `2025-11-21T17:${String(at + 2).padStart(2, '0')}:00.000Z`,
    time: 12,
    request: {
      method: 'GET',
      url: `http://friday.test/${at}`,
      httpVersion: 'HTTP/1.1',
      headers: [],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0 },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

/** Returns the paths of the rows and the titles of the lines between them, from the top. */
function lines(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('grid', { name: 'Requests' })
    .getByRole('row')
    .evaluateAll((list) =>
      list
        .filter((row) => row.ariaRowIndex !== '1')
        .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map(
          (row) =>
            row.querySelector('b')?.textContent ?? /\/\w+\/\d+$|\/\d+$/.exec(row.ariaLabel ?? '')?.[0] ?? '',
        ),
    );
}

job('opened, shown one after another, mixed by time, left out, and closed', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  expect(await sessions(page).count()).toBe(2);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a session' }).click(),
  ]);
  await chooser.setFiles(join(home.path, 'friday.har'));
  await expect.poll(() => sessions(page).count()).toBe(3);
  await page.getByText('15 requests in 2 sessions').waitFor();
  expect(await page.getByRole('columnheader').first().textContent()).toBe('S');
  await expect
    .poll(async () => (await lines(page)).slice(-6))
    .toEqual(['/10', '/11', 'This session', '/own/1', '/own/2', '/own/3']);
  expect((await lines(page))[0]).toBe('friday.har');
  await page.getByRole('radio', { name: 'By time' }).click();
  await expect.poll(async () => (await lines(page)).length).toBe(15);
  await page.getByRole('radio', { name: 'One after another' }).click();
  await rows(page).first().click();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText(/^[BC], friday\.har$/).waitFor();
  await page.keyboard.press('Escape');
  expect(await serious(page)).toEqual([]);
  await sessions(page).filter({ hasText: 'This session' }).press('Space');
  await expect.poll(() => rows(page).count()).toBe(12);
  await sessions(page).filter({ hasText: 'This session' }).press('Space');
  // One that was kept is opened with its box.
  await sessions(page).filter({ hasText: 'session of' }).click();
  await page.getByText('107 requests in 3 sessions').waitFor();
  await sessions(page).filter({ hasText: 'friday.har' }).press('Delete');
  await page.getByText('Closed friday.har').waitFor();
  await page.getByText('95 requests in 2 sessions').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('107 requests in 3 sessions').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('what the limit dropped is said where it is missing, and the limit is raised there', async () => {
  const { page, errors } = await openUi(browser!, running);
  await rows(page).first().waitFor();
  const [first] = running.app.traffic.newest();
  await running.result('annotate_request', { id: first!.id, color: 'red' });
  capture(LIMIT);
  await page.getByRole('button', { name: /^[\d,]+ dropped/ }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Raise the limit' });
  const sentences = [
    page.getByText(/^[\d,]+ oldest dropped, to \d\d:\d\d:\d\d$/),
    page.getByText('1 coloured stays'),
  ];
  // While requests still arrive, the list may go back to its end; other sessions may stand above.
  let top = 0;
  await expect
    .poll(
      async () => {
        await page.getByRole('grid', { name: 'Requests' }).evaluate((grid, to) => grid.scrollTo(0, to), top);
        // The rows that come into sight are there in the next frame.
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        top = (top + 300) % 6000;
        for (const sentence of sentences) if (!(await sentence.isVisible())) return false;
        const button = page.getByRole('button', { name: 'Raise limit…', exact: true });
        await button.click({ timeout: 1000 }).catch(() => undefined);
        // The grid cannot be asked for while the dialog is open.
        return dialog.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true);
  await dialog.getByLabel('Requests').fill('4000');
  await dialog
    .getByRole('alert')
    .filter({ hasText: 'Give a whole number from 5,001 to 5,000,000' })
    .waitFor();
  await dialog.getByLabel('Requests').fill('20,000');
  await page.keyboard.press('Enter');
  await page.getByText('The list keeps 20,000 requests').waitFor();
  expect(await running.result('get_settings')).toMatchObject({ maxListedRequests: 20_000 });
  expect(errors).toEqual([]);
  await page.context().close();
});

job.each(themes)('looks right, %s', { tags: ['full'] }, async (colorScheme) => {
  for (const width of [1440, 768]) {
    const { page } = await openUi(browser!, running, { colorScheme, viewport: { width, height: 900 } });
    await page.getByText(`${running.app.traffic.size.toLocaleString('en')} requests in 3 sessions`).waitFor();
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await lines(page)).includes('friday.har')).toBe(true);
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/sessions-${width}-${colorScheme}.png` });
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  }
});
