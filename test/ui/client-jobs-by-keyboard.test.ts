// Jobs in the API client in a real browser by keyboard alone, with the keys that each of them takes beside typed text.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { Hands } from '../helpers/hands.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const seen: string[] = [];
const origin = await startOrigin((request, response) => {
  seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
  response.setHeader('Content-Type', 'application/json').end('{"arrived":true}');
});
const browser: Browser | null = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

beforeEach(async () => {
  seen.length = 0;
  await running.result('create_collection', { name: 'Shop' });
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  folder.remove();
});

afterEach(async () => {
  await dropClientDrafts(running);
  for (const { id } of await running.result('list_collections'))
    await running.result('delete_collection', { collection: id });
});

async function begin(): Promise<{ page: Page; hands: Hands; errors: readonly string[] }> {
  const { page, errors } = await openUi(browser!, running);
  return { page, hands: new Hands(page), errors };
}

async function end(page: Page, errors: readonly string[]): Promise<void> {
  expect(errors).toEqual([]);
  await page.context().close();
}

/** Returns the text of the file with a name; empty where there is none. */
function fileOf(name: string): string {
  const root = join(folder.path, 'collections');
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(name));
  return path === undefined ? '' : readFileSync(join(root, path), 'utf8');
}

/** Goes to the API client. */
async function open(page: Page, hands: Hands): Promise<void> {
  await hands.press('g', 'c');
  await page.getByText('Paste a URL or a cURL command').waitFor();
}

const inUrl = (page: Page) => page.getByRole('textbox', { name: 'URL' }).and(page.locator(':focus'));

async function saveAs(page: Page, hands: Hands, name: string): Promise<void> {
  await hands.press('ControlOrMeta+s');
  await page.getByRole('dialog', { name: 'Save the request' }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(name);
  await hands.press('Enter');
}

job('a new request is sent and saved', async () => {
  const { page, hands, errors } = await begin();
  await open(page, hands);
  await hands.press('n');
  await inUrl(page).waitFor();
  await page.keyboard.insertText(`${origin.http}/new`);
  await hands.press('ControlOrMeta+Enter');
  await page.getByText('arrived').first().waitFor();
  expect(seen).toEqual(['GET /new']);
  await saveAs(page, hands, 'First');
  await until('the file is written', () => fileOf('first.request.yaml') !== '');
  expect(hands.keys).toBe(6);
  await end(page, errors);
});

job('a captured request is changed, sent and saved', async () => {
  await running.via(`${origin.http}/captured`);
  const { page, hands, errors } = await begin();
  await page.locator('[data-id]').first().waitFor();
  await hands.press('End', 'e');
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
  await hands.press('ControlOrMeta+l');
  await inUrl(page).waitFor();
  await hands.press('End');
  await page.keyboard.insertText('/again');
  await hands.press('ControlOrMeta+Enter');
  await page.getByText('arrived').first().waitFor();
  expect(seen).toEqual(['GET /captured', 'GET /captured/again']);
  await saveAs(page, hands, 'Captured');
  await until('the file is written', () => fileOf('captured.request.yaml').includes('/captured/again'));
  expect(hands.keys).toBe(7);
  await end(page, errors);
});

job('a collection is imported, and its request is sent', async () => {
  const path = join(folder.path, 'orders.postman_collection.json');
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const item = [{ name: 'List', request: { method: 'GET', url: `${origin.http}/orders` } }];
  writeFileSync(path, JSON.stringify({ info: { name: 'Orders', schema }, item }));
  const { page, hands, errors } = await begin();
  await open(page, hands);
  await hands.press('ControlOrMeta+o');
  const field = page.getByRole('textbox', { name: /^Paste a cURL command, JSON/ });
  await field.waitFor();
  await hands.tabToField(field);
  await page.keyboard.insertText(path);
  await hands.press('Enter');
  await page.getByText('collection Orders, 1 request').waitFor();
  await hands.press('ControlOrMeta+Enter');
  await page.getByText('Imported 1 file').waitFor();
  await hands.press('ControlOrMeta+p');
  await page.keyboard.insertText('List');
  await hands.press('ArrowDown', 'ArrowDown', 'Enter');
  await page.getByRole('textbox', { name: 'URL' }).getByText('/orders').waitFor();
  await hands.press('ControlOrMeta+Enter');
  await page.getByText('arrived').first().waitFor();
  expect(seen).toEqual(['GET /orders']);
  expect(hands.keys).toBe(12);
  await end(page, errors);
});
