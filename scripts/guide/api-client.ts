// The first hour with the API client: import, send, mend a call of the traffic, test it, compare responses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { editBody, show, type Scene } from './scene.ts';

const TEST = `pm.test('the order is paid', () => {
  pm.response.to.have.status(201);
  pm.expect(pm.response.json().status).to.equal('paid');
});
pm.test('the amount is what was sent', () => {
  pm.expect(pm.response.json().amount).to.equal(18450);
});`;

export async function apiClient(scene: Scene): Promise<void> {
  const { page, picture } = scene;
  await importCollection(scene);
  await page.getByRole('button', { name: /^Environment: / }).click();
  await page.getByText('Local', { exact: true }).click();
  await openList(page);
  await send(page, 'ord_80');
  await picture('client-first');
  await keepExample(page);
  await mendCall(scene);
  await testOrder(scene);
  await compareResponses(scene);
}

async function importCollection({ page, server, picture }: Scene): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-guide-'));
  const url = '{{base}}/v1/orders';
  const files = {
    'shop.postman_collection.json': {
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      item: [{ name: 'Orders', item: [{ name: 'List orders', request: { method: 'GET', url } }] }],
    },
    'local.postman_environment.json': {
      name: 'Local',
      values: [
        { key: 'base', value: server.http },
        { key: 'token', value: 'dev-7', type: 'secret' },
      ],
    },
  };
  await show(page, '/client');
  await page.getByText('Paste a URL or a cURL command').waitFor();
  await page.keyboard.press('Control+o');
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
  await page
    .locator('input[aria-label="choose files"]')
    .setInputFiles(Object.keys(files).map((name) => join(folder, name)));
  await page.getByRole('button', { name: 'Import 2' }).waitFor();
  await picture('client-import');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Imported 2 files').waitFor();
  await row(page, 'Orders').click();
  rmSync(folder, { recursive: true });
}

async function mendCall({ app, server, page, picture }: Scene): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer dev-7' };
  const body = '{"amount":184.5,"currency":"EUR"}';
  await app.via(`${server.http}/v1/orders`, { method: 'POST', headers, body });
  await show(page, '/traffic');
  await page.getByRole('row', { name: /POST 422 .*orders/ }).click();
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('e');
  await editBody(page, (text) => text.replace('184.5', '18450'));
  await page.keyboard.press('Control+l');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{{base}}/v1/orders');
  await send(page, 'ord_81');
  await picture('client-fix');
  await inheritAuthorization(page);
  await page.keyboard.press('Control+s');
  await page.getByLabel('Name', { exact: true }).fill('Place order');
  await page.getByLabel('In', { exact: true }).selectOption({ label: 'Shop / Orders' });
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await row(page, 'Place order').waitFor();
}

async function testOrder({ page, picture }: Scene): Promise<void> {
  await editorTab(page, 'Scripts');
  await page.getByRole('textbox', { name: 'Script after the response' }).click();
  await page.keyboard.insertText(TEST);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('tab', { name: /^Tests/ })
    .getByText('2 of 2')
    .waitFor();
  await page.getByRole('tab', { name: /^Tests/ }).click();
  await picture('client-tests');
  await page.keyboard.press('Control+s');
}

/** Keeps the list before the order. */
async function keepExample(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+s');
  await page.getByRole('dialog').getByLabel('Name').fill('One order');
  await page.keyboard.press('Enter');
  await page.getByText('Saved the example One order').waitFor();
}

/** Compares it with the list after the order. */
async function compareResponses({ page, picture }: Scene): Promise<void> {
  await openList(page);
  await send(page, 'ord_81');
  await editorTab(page, 'Examples');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText(/lines differ/).waitFor();
  await picture('client-compare');
}

async function openList(page: Page): Promise<void> {
  await row(page, 'List orders').click();
  await page.getByRole('textbox', { name: 'URL' }).getByText('{{base}}').waitFor();
}

/** The collection has the token; it need not stand in a header, too. */
async function inheritAuthorization(page: Page): Promise<void> {
  await editorTab(page, 'Headers');
  await page.getByRole('button', { name: 'Remove Authorization' }).click();
  await editorTab(page, 'Auth');
  await page.getByLabel('Type', { exact: true }).selectOption('inherit');
}

async function editorTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Request' });
  await tabs.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Sends the request of the current tab, and waits for a text of its response. */
async function send(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.getByText(text).first().waitFor();
}

function row(page: Page, name: string) {
  return page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) });
}
