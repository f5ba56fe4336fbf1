// Saved filters, columns and layout in real browsers: every window has them, whoever changes them, and a file carries
// them elsewhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

beforeEach(async () => {
  const names = Object.keys((await preferences()) as object);
  await running.result('ui.change_preferences', {
    changes: Object.fromEntries(names.map((name) => [name, null])),
  });
});

afterAll(async () => {
  await browser?.close();
  await running.close();
});

const job = test.skipIf(browser === null);
const preferences = () => running.result('ui.preferences');
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();
const filters = (page: Page) => page.getByRole('tree', { name: 'Saved filters' }).getByRole('treeitem');

async function saveFilter(page: Page, name: string, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Filter' }).fill(text);
  await page.keyboard.press('ControlOrMeta+d');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
}

job('two browsers have the same filters and columns, and neither overwrites the other', async () => {
  const [one, two] = [await openUi(browser!, running), await openUi(browser!, running)];
  await Promise.all([
    saveFilter(one.page, 'Slow', 'duration:>1s'),
    saveFilter(two.page, 'Failed', 'is:error'),
  ]);
  for (const { page } of [one, two])
    await expect
      .poll(async () => (await filters(page).allTextContents()).sort())
      .toEqual(['Failed0', 'Slow0']);
  const host = one.page.getByRole('columnheader', { name: 'Host' });
  await host.dragTo(one.page.getByRole('columnheader', { name: 'Number' }));
  await expect.poll(() => heads(two.page)).toEqual(await heads(one.page));
  expect((await heads(two.page)).slice(0, 2)).toEqual(['Host', '#']);
  await two.page.getByRole('columnheader', { name: 'Method' }).click({ button: 'right' });
  await two.page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
  await two.page.keyboard.press('Escape');
  await expect.poll(() => heads(one.page)).not.toContain('Status');
  await two.page.getByRole('columnheader', { name: 'Method' }).click({ button: 'right' });
  await two.page.getByRole('menuitem', { name: 'Move left' }).click();
  await expect.poll(async () => (await heads(one.page)).slice(0, 3)).toEqual(['Host', 'Method', '#']);
  expect(await preferences()).toMatchObject({
    'traffic.filters': { Slow: 'duration:>1s', Failed: 'is:error' },
    'traffic.columns': { status: false },
  });
  expect([...one.errors, ...two.errors]).toEqual([]);
  await one.page.context().close();
  await two.page.context().close();
});

job('what was changed a moment ago is there after a reload', async () => {
  const { page, errors } = await openUi(browser!, running);
  await page.getByRole('separator', { name: 'Width of the sources' }).press('ArrowRight');
  await page.reload();
  const sash = page.getByRole('separator', { name: 'Width of the sources' });
  await expect.poll(() => sash.getAttribute('aria-valuenow')).toBe('232');
  expect(errors).toEqual([]);
  await page.context().close();
});

job('what a browser had kept is taken over once', async () => {
  await running.result('ui.change_preferences', { changes: { 'traffic.filters': { Mine: 'host:new' } } });
  const { page, errors } = await openUi(browser!, running);
  await page.evaluate(`
    localStorage.setItem('proxyctl.traffic.filters', '[["Mine", "host:old"], ["Old", "app:curl"]]');
    localStorage.setItem('proxyctl.traffic.columns', '["status", "comment"]');
    localStorage.setItem('proxyctl.traffic.widths', '{"host": 200}');`);
  await page.reload();
  await expect
    .poll(() => preferences())
    .toEqual({
      'traffic.filters': { Mine: 'host:new', Old: 'app:curl' },
      'traffic.columns': { status: false, comment: true },
      'traffic.widths': { host: 200 },
    });
  expect(await heads(page)).toContain('Comment');
  const left = () =>
    page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('proxyctl.traffic'))`);
  await expect.poll(left).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

job('exported to a file, and imported; a broken file changes nothing and says why', async () => {
  const { page, errors } = await openUi(browser!, running, { acceptDownloads: true });
  await saveFilter(page, 'Slow', 'duration:>1s');
  await page.getByRole('button', { name: 'More actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export view' }).click(),
  ]);
  const file = join(running.home, download.suggestedFilename());
  await download.saveAs(file);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  expect(content).toMatchObject({ proxyctlView: 1, filters: { Slow: 'duration:>1s' } });
  writeFileSync(file, JSON.stringify({ ...content, filters: { Bad: 'status:x' } }));
  await importFile(page, file);
  await page.getByText(/cannot be imported: the filter “Bad” is not valid/).waitFor();
  writeFileSync(
    file,
    JSON.stringify({
      ...content,
      filters: { Failed: 'is:error' },
      layout: { 'traffic.columns': { host: false } },
    }),
  );
  await importFile(page, file);
  await expect.poll(() => filters(page).allTextContents()).toEqual(['Slow0', 'Failed0']);
  await expect.poll(() => heads(page)).not.toContain('Host');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => filters(page).allTextContents()).toEqual(['Slow0']);
  expect(await heads(page)).toContain('Host');
  expect(errors).toEqual([]);
  await page.context().close();
});

async function importFile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Import view…' }).click(),
  ]);
  await chooser.setFiles(path);
}
