// Tables of names and values in a real browser: typed, moved, pasted and shown as text, by keyboard and by mouse.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

// The clipboard belongs to a browser.
const browser = await startBrowser({ alone: true });
const withBrowser = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  const variables = [
    { name: 'cursor', value: 'first' },
    { name: 'region', value: 'eu' },
    { name: 'key', value: 's3cret', secret: true },
  ];
  await running.result('save_environment', { name: 'Dev', variables });
  await running.result('set_active_environment', { environment: 'Dev' });
}, 120_000);

afterEach(() => dropClientDrafts(running));

afterAll(async () => {
  await browser?.close();
  await running.close();
});

const header = (name: string, value: string, enabled = true) => ({ name, value, enabled, docs: '' });
const THREE = [header('Accept', 'text/html'), header('X-Client', 'ios'), header('X-Debug', '1', false)];
let requests = 0;

/** Opens the headers of a new request. */
async function openTable(
  headers: readonly object[],
  options: { readonly colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const name = `Request ${(requests += 1)}`;
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name,
    url: 'http://h/',
    headers,
  });
  const { page } = await openUi(browser!, running, options);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await page.getByRole('tab', { name: 'Headers' }).first().click();
  await page.getByRole('grid', { name: 'Headers' }).waitFor();
  return page;
}

/** Returns the rows as the table shows them, with `-` before those that are off. */
function shownRows(page: Page): Promise<readonly string[]> {
  return page.evaluate(`Array.from(document.querySelectorAll('[aria-label="Headers"] [data-row]'), (row) => {
    const text = (column) => row.querySelector('[data-column=' + column + '] > span')?.textContent ?? '';
    const box = row.querySelector('input[type=checkbox]');
    return box === null ? '' : (box.checked ? '' : '-') + text('name') + '=' + text('value');
  }).slice(0, -1)`);
}

const cell = (page: Page, row: number, column: string) =>
  page.locator(`[aria-label="Headers"] [data-row="${row}"] [data-column=${column}]`);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

withBrowser('rows are typed one after another, and Escape restores one', async () => {
  const page = await openTable([]);
  await page.getByText('Add', { exact: true }).click();
  await page.keyboard.type('Accept');
  await press(page, 'Escape', 'Tab');
  await page.keyboard.type('text/html');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('X-One');
  await press(page, 'Tab');
  await page.keyboard.type('1');
  await press(page, 'Enter');
  expect(await shownRows(page)).toEqual(['Accept=text/html', 'X-One=1']);
  await page.keyboard.type('replaced');
  await press(page, 'Escape');
  expect(await shownRows(page)).toEqual(['Accept=text/html', 'X-One=1']);
  // A row that was begun, and in which nothing is left, is not there.
  await press(page, 'ArrowDown', 'ArrowLeft');
  await page.keyboard.type('x');
  await press(page, 'Escape');
  expect(await shownRows(page)).toHaveLength(2);
  await page.context().close();
});

withBrowser('cells, rows and switches have keys', async () => {
  const page = await openTable(THREE);
  await cell(page, 0, 'name').focus();
  await press(page, 'ArrowDown', 'ArrowRight', 'Enter');
  await page.keyboard.type('/4127');
  await press(page, 'Enter', 'Control+/', 'Alt+ArrowUp');
  expect(await shownRows(page)).toEqual(['-X-Client=ios/4127', 'Accept=text/html', '-X-Debug=1']);
  await press(page, 'ArrowDown', 'ArrowDown', 'Home', 'Space');
  expect(await shownRows(page)).toEqual(['-X-Client=ios/4127', 'Accept=text/html', 'X-Debug=1']);
  await press(page, 'ArrowUp', 'Delete');
  expect(await shownRows(page)).toEqual(['-X-Client=ios/4127', 'X-Debug=1']);
  // The table is one stop of the tab key.
  await press(page, 'Tab');
  expect(
    await page.evaluate(`document.activeElement.closest('[aria-label="Headers"][role=grid]')`),
  ).toBeNull();
  await page.context().close();
});

withBrowser(
  'rows are pasted, removed by their button, and dragged by their grip',
  { tags: ['full'] },
  async () => {
    const page = await openTable([]);
    await page.getByText('Add', { exact: true }).click();
    await page.evaluate(`navigator.clipboard.writeText('a=1\\nb: 2\\n// c: 3')`);
    await press(page, 'Control+v');
    expect(await shownRows(page)).toEqual(['a=1', 'b=2', '-c=3']);
    await page.getByRole('button', { name: 'Remove b' }).click();
    expect(await shownRows(page)).toEqual(['a=1', '-c=3']);
    // Lines that are no rows are joined.
    await cell(page, 0, 'value').click();
    await page.evaluate(`navigator.clipboard.writeText('two\\nlines')`);
    await press(page, 'Control+a', 'Control+v', 'Enter');
    expect(await shownRows(page)).toEqual(['a=twolines', '-c=3']);
    const grip = page.locator('[aria-label="Headers"] [data-row="0"] [aria-hidden]').first();
    const { x, y } = (await grip.boundingBox())!;
    await page.mouse.move(x + 4, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 4, y + 70, { steps: 4 });
    await page.mouse.up();
    expect(await shownRows(page)).toEqual(['-c=3', 'a=twolines']);
    await page.context().close();
  },
);

withBrowser('the same rows are text', async () => {
  const page = await openTable(THREE);
  await page.getByRole('radio', { name: 'Text' }).first().click();
  const text = page.getByRole('textbox', { name: 'Headers as text' });
  expect(await text.innerText()).toBe('Accept: text/html\nX-Client: ios\n// X-Debug: 1');
  await text.press('Control+End');
  await page.keyboard.type('\n"odd: name": x');
  await page.getByRole('radio', { name: 'Table' }).first().click();
  expect(await shownRows(page)).toEqual(['Accept=text/html', 'X-Client=ios', '-X-Debug=1', 'odd: name=x']);
  await page.context().close();
});

withBrowser('a variable is completed, and its card changes it', async () => {
  const page = await openTable([header('a', '{{regon}}'), header('b', '{{cursor}}')]);
  await page.getByText('unknown', { exact: true }).waitFor();
  await cell(page, 0, 'value').focus();
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('x{{cursor');
  await page.getByRole('option', { name: 'cursor' }).waitFor();
  await press(page, 'Enter', 'Enter');
  expect(await shownRows(page)).toEqual(['a=x{{cursor}}', 'b={{cursor}}']);
  await cell(page, 1, 'value').getByText('{{cursor}}').hover();
  await page
    .getByRole('dialog', { name: 'Variable cursor' })
    .getByText('From the environment Dev.')
    .waitFor();
  await press(page, 'F1');
  const value = page.getByRole('textbox', { name: 'Value of cursor' });
  await value.fill('next');
  await value.press('Enter');
  await cell(page, 1, 'value').getByText('next').waitFor();
  // The value itself in place of the variable.
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('{{cursor');
  await press(page, 'Control+Enter', 'Enter');
  expect(await shownRows(page)).toEqual(['a=next', 'b={{cursor}}']);
  await page.context().close();
});

withBrowser('names of headers are offered, and a wrong one is explained', { tags: ['full'] }, async () => {
  for (const colorScheme of themes) {
    const page = await openTable([header('X Trace', '1'), ...THREE, header('key', '{{key}}')], {
      colorScheme,
    });
    await page
      .getByRole('alert')
      .getByText(/^X Trace: a header name/)
      .waitFor();
    await cell(page, 1, 'name').focus();
    await press(page, 'Enter', 'Control+a');
    await page.keyboard.type('content-t');
    await page.getByRole('option', { name: 'Content-Type' }).waitFor();
    expect(await serious(page)).toEqual([]);
    await press(page, 'ArrowDown', 'Enter', 'Tab');
    await page.keyboard.type('merge');
    await press(page, 'ArrowDown', 'Enter', 'Enter', 'F1');
    expect((await shownRows(page))[1]).toBe('Content-Type=application/merge-patch+json');
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  }
});
