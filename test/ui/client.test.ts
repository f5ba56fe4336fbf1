// The API client in a real browser: requests are opened, edited, sent, saved, imported, and taken from traffic.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { temporaryHome } from '../helpers/home.ts';
import { themes } from '../helpers/scale.ts';
import { until } from '../helpers/waiting.ts';

const seen: string[] = [];
const origin = await startOrigin((request, response) => {
  seen.push(`${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-client'] ?? '')}`);
  if (request.url === '/broken') response.writeHead(500).end('no');
  else
    response.setHeader('Content-Type', 'application/json').end(`{"path":"${request.url ?? ''}","total":7}`);
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  folder.remove();
});

let open: readonly Page[] = [];

beforeEach(async () => {
  seen.length = 0;
  running.app.traffic.clear();
  for (const { id } of await running.result('list_collections'))
    await running.result('delete_collection', { collection: id });
  await running.result('create_collection', { name: 'Shop' });
  await running.result('create_folder', { collection: 'Shop', name: 'Orders' });
  await running.result('save_environment', {
    name: 'Dev',
    variables: [{ name: 'base', value: origin.http }],
  });
  await running.result('set_active_environment', { environment: 'Dev' });
  await running.result('create_request', {
    collection: 'Shop',
    folder: 'Orders',
    name: 'List',
    url: '{{base}}/orders?page=1',
    headers: { 'X-Client': 'one' },
    scripts: { test: "pm.test('seven', () => pm.expect(pm.response.json().total).to.equal(7))" },
  });
});

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
  await dropClientDrafts(running);
});

async function openClient(): Promise<Page> {
  const { page } = await openUi(browser!, running);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('tree', { name: 'Collections' }).waitFor();
  return page;
}

async function openList(page: Page): Promise<void> {
  for (const name of ['Shop', 'Orders', 'List']) await row(page, name).click();
  await url(page).waitFor();
}

const row = (page: Page, name: string) =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) });
const url = (page: Page) => page.getByRole('textbox', { name: 'URL' });

/** Returns the text of the file of a request. */
function fileOf(name: string): string {
  const root = join(folder.path, 'collections');
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(name));
  return path === undefined ? '' : readFileSync(join(root, path), 'utf8');
}

withBrowser('a request is edited, sent as it is on the screen, and saved', async () => {
  const page = await openClient();
  await openList(page);
  const before = fileOf('list.request.yaml');
  await url(page).press('End');
  await page.keyboard.type('&limit=5');
  await page.getByTitle('Not saved').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/orders?page=1&limit=5"').first().waitFor();
  expect(seen).toEqual(['GET /orders?page=1&limit=5 one']);
  await page.getByRole('tab', { name: /^Tests/ }).click();
  await page.getByText('seven').waitFor();
  // Sending does not save; saving writes what the command line would write.
  expect(fileOf('list.request.yaml')).toBe(before);
  await page.keyboard.press('Control+s');
  await until('the file is written', () => fileOf('list.request.yaml') !== before);
  const saved = fileOf('list.request.yaml');
  expect(saved).toContain('limit');
  await running.result('update_request', { collection: 'Shop', request: 'List', changes: { docs: 'x' } });
  await running.result('update_request', { collection: 'Shop', request: 'List', changes: { docs: null } });
  expect(fileOf('list.request.yaml')).toBe(saved);
  await page.getByText('Saved', { exact: true }).waitFor();
});

withBrowser('what is typed survives a reload, and shows in a second window', async () => {
  const page = await openClient();
  await openList(page);
  await url(page).press('End');
  await page.keyboard.type('&kept=1');
  await page.reload();
  await url(page).getByText('kept=1').waitFor();
  const second = await openClient();
  await second.getByRole('tree').waitFor();
  await openList(second);
  await url(second).getByText('kept=1').waitFor();
  await url(second).press('End');
  await second.keyboard.type('&two=2');
  await url(page).getByText('two=2').waitFor();
});

withBrowser('a curl command replaces the request, and a new one is saved into a folder', async () => {
  const page = await openClient();
  await page.getByRole('button', { name: 'Open a new request' }).click();
  await url(page).click();
  await page.evaluate(
    `navigator.clipboard.writeText("curl -X PUT '${origin.http}/items?a=1' -H 'X-Client: two' -d '{\\"n\\":1}'")`,
  );
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Method PUT' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/items?a=1"').first().waitFor();
  expect(seen).toEqual(['PUT /items?a=1 two']);
  await page.keyboard.press('Control+s');
  await page.getByLabel('Name', { exact: true }).fill('Put an item');
  await page.getByLabel('In', { exact: true }).selectOption({ label: 'Shop / Orders' });
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await until('the file is written', () => fileOf('put-an-item.request.yaml') !== '');
  expect(fileOf('put-an-item.request.yaml')).toContain('method: PUT');
});

withBrowser('a Postman collection is imported, and its first request is sent', async () => {
  const page = await openClient();
  const collection = {
    info: {
      name: 'From Postman',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [{ name: 'First', request: { method: 'GET', url: `${origin.http}/first` } }],
  };
  await page.keyboard.press('Control+o');
  const field = page.getByRole('textbox', { name: /^Paste/ });
  await field.fill(JSON.stringify(collection));
  await field.press('Enter');
  await page.getByText('collection From Postman, 1 request').waitFor();
  await field.fill('{ "broken": ');
  await field.press('Enter');
  await page.getByText('cannot be imported').waitFor();
  await page.getByRole('button', { name: /^Import 1/ }).click();
  await row(page, 'First').click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/first"').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await row(page, 'From Postman').waitFor({ state: 'detached' });
});

withBrowser('a failing call of traffic is edited, sent, and saved with its variables', async () => {
  await running.via(`${origin.http}/broken`);
  await running.via(`${origin.http}/orders/42`);
  await running.via(`${origin.http}/orders/43`);
  const page = await openClient();
  await page.evaluate(`location.hash = '#/traffic'`);
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('e');
  await url(page).getByText('/broken').waitFor();
  // The captured response is there before anything is sent, and stays beside the new one.
  const pane = page.getByRole('region', { name: 'Response' });
  await pane.getByRole('radio', { name: 'Original #1', checked: true }).waitFor();
  await pane.getByText('500').first().waitFor();
  await url(page).press('End');
  for (let at = 0; at < 'broken'.length; at += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('fixed');
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/fixed"').first().waitFor();
  await pane.getByRole('radio', { name: 'Original #1' }).click();
  await pane.getByText('500').first().waitFor();
  await pane.getByRole('radio', { name: 'New' }).click();
  await page.getByText('"/fixed"').first().waitFor();
  // Both messages as they were captured stay beside it, also without the list.
  running.app.traffic.clear();
  await page.getByRole('button', { name: /^From traffic/ }).click();
  await page.getByRole('menuitem', { name: 'Compare the response with the captured one' }).click();
  const compared = page.getByRole('dialog');
  await compared.locator('tr[data-differs=true]').getByText('500').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^From traffic/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with the captured request' }).click();
  await compared
    .locator('tr[data-differs=true]')
    .getByText(/\/broken$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await running.via(`${origin.http}/orders/42`);
  await running.via(`${origin.http}/orders/43`);

  await page.evaluate(`location.hash = '#/traffic'`);
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.getByRole('row', { name: /orders\/42/ }).click();
  await page.getByRole('row', { name: /orders\/43/ }).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Shift+S');
  await page.getByText('{{base}}/orders/:orderId').waitFor();
  await page.getByRole('textbox', { name: /^Name of/ }).fill('One order');
  await page.getByRole('button', { name: 'Save 1' }).click();
  await until('the file is written', () => fileOf('one-order.request.yaml') !== '');
  expect(fileOf('one-order.request.yaml')).toContain('{{base}}/orders/:orderId');
});

withBrowser('the tree by keyboard: rename, order, delete, take back', async () => {
  await running.result('create_request', { collection: 'Shop', name: 'Health', url: '{{base}}/health' });
  const page = await openClient();
  const tree = page.getByRole('tree', { name: 'Collections' });
  await tree.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('he');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Health' }).fill('Not this');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Health' }).fill('Alive');
  await page.keyboard.press('Enter');
  await row(page, 'Alive').waitFor();
  await until('the file is written', () => fileOf('alive.request.yaml') !== '');
  // Into the folder before it, and out of it.
  await page.keyboard.press('Alt+ArrowRight');
  await until('it is in the folder', () =>
    row(page, 'Alive')
      .getAttribute('aria-level')
      .then((level) => level === '3'),
  );
  await page.keyboard.press('Delete');
  await row(page, 'Alive').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await row(page, 'Alive').waitFor();
});

withBrowser('fields that change here and in the file are decided one by one', async () => {
  const page = await openClient();
  await openList(page);
  await page.getByRole('tab', { name: 'Docs' }).click();
  await page.getByLabel('Name', { exact: true }).fill('List here');
  await page.getByLabel('Tags').pressSequentially('smoke, nightly,');
  await until('the draft is there', async () => (await running.result('client.drafts')).drafts.length === 1);
  await running.result('update_request', {
    collection: 'Shop',
    request: 'List',
    changes: { name: 'List there', method: 'POST' },
  });
  const conflict = page.getByRole('region', { name: 'Conflict' });
  await conflict.getByText('List there').waitFor();
  // The method was changed in the file alone.
  await page.getByRole('button', { name: 'Method POST' }).waitFor();
  await conflict.getByRole('radio', { name: /^Here/ }).check();
  await conflict.getByRole('button', { name: 'Use the choice' }).click();
  await conflict.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await until('the draft is saved', async () => (await running.result('client.drafts')).drafts.length === 0);
  const { name, method, tags } = await running.result('get_saved_request', {
    collection: 'Shop',
    request: 'List here',
  });
  expect([name, method, tags]).toEqual(['List here', 'POST', ['smoke', 'nightly']]);
});

withBrowser('a file that is broken is named with its line, and the rest lives', async () => {
  const page = await openClient();
  await openList(page);
  const root = join(folder.path, 'collections');
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith('list.request.yaml'),
  )!;
  writeFileSync(join(root, path), 'name: List\nurl: [\n');
  await page.getByText(/^line \d/).waitFor();
  await page.getByText('1 file cannot be read').waitFor();
  await row(page, 'Shop').waitFor();
});

withBrowser('hostile names and bodies are text', async () => {
  const name = '<img src=x onerror="window.hit=1">';
  await running.result('create_request', { collection: 'Shop', name, url: '{{base}}/x', body: name });
  const page = await openClient();
  await row(page, 'Shop').click();
  await row(page, name).click();
  await url(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/x"').first().waitFor();
  expect(await page.evaluate('window.hit')).toBeUndefined();
});

withBrowser.each(themes)('axe finds nothing serious in %s', async (colorScheme) => {
  const { page, errors } = await openUi(browser!, running, { colorScheme });
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client'`);
  expect(await serious(page)).toEqual([]);
  await openList(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('"/orders?page=1"').first().waitFor();
  for (const name of ['Headers', 'Body', 'Auth', 'Scripts', 'Docs', 'Settings']) {
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name }).click();
    expect(await serious(page), name).toEqual([]);
  }
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').waitFor();
  expect(await serious(page), 'import').toEqual([]);
  expect(errors).toEqual([]);
});
