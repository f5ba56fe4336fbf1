// A collection in a tab: its docs as they are read, its last runs, and the page that is published; and entries of the
// history.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const DOCS = `Call **List orders** once, then [read](https://docs.test/more) and [not](javascript:alert(1)).

<img src=x onerror="document.title='run'">

| Status | Meaning |
| --- | --- |
| 409 | it has changed |
`;
const origin = await startOrigin((request, response) => {
  const isBroken = request.url === '/broken';
  if (request.url === '/echo') {
    response.end(JSON.stringify(request.headers['x-team']));
    return;
  }
  response.writeHead(isBroken ? 500 : 200, { 'Content-Type': 'application/json' }).end('{"total":7}');
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let open: readonly Page[] = [];

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
  await running.result('create_collection', { name: 'Shop' });
  await running.result('update_collection', { collection: 'Shop', changes: { docs: DOCS } });
  const scripts = { test: "pm.test('is fine', () => pm.response.to.have.status(200))" };
  for (const [name, path] of [
    ['List orders', 'orders'],
    ['Broken', 'broken'],
  ])
    await running.result('create_request', {
      collection: 'Shop',
      name,
      url: `${origin.http}/${path}`,
      scripts,
    });
  await running.result('run_collection', { collection: 'Shop' });
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  folder.remove();
});

async function openShop(): Promise<Page> {
  const { page } = await openUi(browser!, running, { acceptDownloads: true });
  open = [...open, page];
  const [{ id }] = await running.result('list_collections');
  await page.evaluate(`location.hash = '#/client?kind=collection&id=${id}'`);
  await page.getByRole('tablist', { name: 'Inherited' }).waitFor();
  return page;
}

withBrowser('docs are read as Markdown, without HTML, and names of requests lead to them', async () => {
  const page = await openShop();
  const docs = page.getByRole('region', { name: 'Description as it is read' });
  await docs.getByRole('cell', { name: 'it has changed' }).waitFor();
  expect(await docs.getByRole('link').allInnerTexts()).toEqual(['read']);
  expect(await docs.locator('img').count()).toBe(0);
  await docs.getByText('<img src=x').waitFor();
  expect(await page.title()).not.toBe('run');
  const about = page.getByRole('complementary', { name: 'About the collection' });
  await about.getByText('2 HTTP').waitFor();
  await about.getByText('1 failed').waitFor();
  expect(await serious(page)).toEqual([]);
  await docs.getByRole('button', { name: 'List orders' }).click();
  await page.getByRole('tab', { name: 'GET List orders' }).waitFor();
});

withBrowser('what is published is looked at before, in an origin of its own', async () => {
  const page = await openShop();
  await page.getByRole('button', { name: 'Publish as HTML…' }).click();
  const look = page.getByRole('link', { name: 'Look at it' });
  const [shown] = await Promise.all([page.context().waitForEvent('page'), look.click()]);
  await shown.getByRole('heading', { name: 'Shop' }).first().waitFor();
  await shown.getByText('List orders').first().waitFor();
  expect(await shown.evaluate('self.origin')).toBe('null');
  await shown.close();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save HTML' }).click();
  const path = join(folder.path, 'saved.html');
  await (await download).saveAs(path);
  expect(readFileSync(path, 'utf8')).toContain('List orders');
});

withBrowser('headers and settings of a collection hold for its requests', async () => {
  const heads = await running.result('create_collection', { name: 'Heads' });
  const { id } = await running.result('create_request', {
    collection: 'Heads',
    name: 'Echo',
    url: `${origin.http}/echo`,
  });
  const { page } = await openUi(browser!, running);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client?kind=collection&id=${heads.id}'`);
  const tab = (name: string | RegExp) =>
    page.getByRole('tablist', { name: 'Inherited' }).getByRole('tab', { name });
  await tab('Headers').click();
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  await page.getByRole('tabpanel').getByRole('textbox').fill('X-Team: orders');
  await tab(/^Headers 1/).waitFor();
  await tab('Settings').click();
  await page.getByRole('checkbox', { name: 'Follow redirects' }).uncheck();
  await page.getByText('set here; on in the app').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.keyboard.press('Control+s');
  const file = join(folder.path, 'collections', 'heads', 'collection.yaml');
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/followRedirects: false/);
  expect(readFileSync(file, 'utf8')).toMatch(/name: X-Team\n\s+value: orders/);

  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  const editors = page.getByRole('tablist', { name: 'Request' });
  await editors.getByRole('tab', { name: /^Headers/ }).click();
  await page.getByRole('region', { name: 'Inherited headers' }).getByText('X-Team').waitFor();
  await editors.getByRole('tab', { name: /^Settings/ }).click();
  const follow = page.getByRole('checkbox', { name: 'Follow redirects' });
  expect(await follow.isChecked()).toBe(false);
  await follow.check();
  await page.getByText('set here; off in Heads').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.getByRole('button', { name: 'Back to inherited' }).click();
  await page.getByText('set here; off in Heads').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+Enter');
  await page.getByText('"orders"').first().waitFor();
});

withBrowser('an entry of the history opens with the failures of its run', async () => {
  const page = await openShop();
  await page.evaluate(`location.hash = '#/client?page=history'`);
  await page.getByRole('button', { name: 'Shop', exact: true }).click();
  const detail = page.getByRole('complementary', { name: 'Entry Shop' });
  await detail.getByText('GET Broken').waitFor();
  await detail.getByText(/^is fine: /).waitFor();
  expect(await serious(page)).toEqual([]);
  await detail.getByRole('button', { name: 'Run again…' }).click();
  await page.getByRole('region', { name: 'Options' }).waitFor();
});
