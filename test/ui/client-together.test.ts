// Several requests changed together in a real browser: by keyboard, previewed, as one step, with drafts that stay drafts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const browser = await startBrowser();
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
  await running.result('create_collection', { name: 'Shop' });
  for (const [name, headers, auth] of [
    ['Cart', { 'X-Client': '4126', Accept: 'a/b' }, { type: 'inherit' }],
    ['Item', { Accept: 'a/b', 'X-Debug': '1' }, { type: 'bearer', token: '{{key}}' }],
    ['Order', { Accept: 'a/b' }, { type: 'none' }],
  ] as const)
    await running.result('create_request', {
      collection: 'Shop',
      name,
      url: `https://a.test/${name.toLowerCase()}`,
      headers,
      auth,
    });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

const row = (page: Page, name: string) =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) });

function fileOf(name: string): string {
  const root = join(folder.path, 'collections');
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith(`${name}.request.yaml`),
  );
  return readFileSync(join(root, path!), 'utf8');
}

test.skipIf(browser === null)('requests are changed together, and taken back as one step', async () => {
  const { page, errors } = await openUi(browser!, running);
  await page.evaluate(`location.hash = '#/client'`);
  await row(page, 'Shop').click();
  // A draft, which the change goes into.
  await row(page, 'Order').click();
  await page.getByRole('textbox', { name: 'URL' }).press('End');
  await page.keyboard.type('/typed');
  await page.getByTitle('Not saved').first().waitFor();
  await row(page, 'Cart').click();
  await row(page, 'Item').click({ modifiers: ['Control'] });
  await row(page, 'Order').click({ modifiers: ['Control'] });
  await page.getByRole('tree', { name: 'Collections' }).press('Enter');
  await page.getByRole('tab', { name: /^Headers/ }).waitFor();
  await page.getByRole('cell', { name: '3 of 3' }).waitFor();
  await page
    .getByRole('radiogroup', { name: 'What becomes of X-Client' })
    .getByRole('radio', { name: 'Set', exact: true })
    .click();
  await page.getByRole('textbox', { name: 'Value of X-Client' }).fill('4127');
  await page
    .getByRole('radiogroup', { name: 'What becomes of X-Debug' })
    .getByRole('radio', { name: 'Remove' })
    .click();
  await page.getByRole('textbox', { name: 'Name of a header to add' }).fill('X-New');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value of X-New' }).fill('n');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await page.getByText('1 inherited, 1 Bearer token of its own, 1 none').waitFor();
  await page.getByRole('radio', { name: 'Inherited' }).click();
  await page.getByText('The authorization of Item is replaced.').waitFor();
  await page.getByRole('tab', { name: 'URL' }).click();
  await page.getByRole('textbox', { name: 'Server of all' }).fill('{{base}}');
  await page.getByText('12 changes in 3 requests, as one step.').waitFor();
  expect(await serious(page)).toEqual([]);

  const before = ['cart', 'item', 'order'].map(fileOf);
  await page.getByRole('checkbox', { name: 'Change Cart' }).uncheck();
  await page.getByText('9 changes in 2 requests, as one step.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Changed 2 requests').waitFor();
  expect(fileOf('cart')).toBe(before[0]);
  expect(fileOf('item')).toContain('url: "{{base}}/item"');
  expect(fileOf('item')).not.toContain('bearer');
  expect(fileOf('item')).not.toContain('X-Debug');
  // The draft has the change and what was typed; its file waits for Save.
  expect(fileOf('order')).toBe(before[2]);
  await row(page, 'Order').dblclick();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'URL' }).textContent())
    .toBe('{{base}}/order/typed');

  await page.getByRole('tree', { name: 'Collections' }).press('Control+z');
  await page.getByText('Taken back: Changed 2 requests').waitFor();
  await until('the file to be as it was', () => fileOf('item') === before[1]);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'URL' }).textContent())
    .toBe('https://a.test/order/typed');
  expect(errors).toEqual([]);
  await page.context().close();
});
