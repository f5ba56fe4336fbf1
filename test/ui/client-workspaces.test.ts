// Another workspace in a real browser: walked to, created, switched in two windows, with the tabs of each; files for bodies.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
const first = (): string => join(folder.path, 'first');

beforeAll(async () => {
  folder = temporaryHome();
  mkdirSync(join(first(), 'data'), { recursive: true });
  mkdirSync(join(folder.path, 'second'));
  writeFileSync(join(first(), 'data', 'order.json'), '{"total":7}');
  running = await startTestApp({ workspaceFolder: first() });
  await running.result('create_collection', { name: 'Shop' });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

async function openClient(): Promise<Page> {
  const { page } = await openUi(browser!, running);
  page.setDefaultTimeout(15_000);
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('tree', { name: 'Collections' }).waitFor();
  return page;
}

async function chooser(page: Page) {
  await page.getByRole('button', { name: 'Add to the workspace' }).click();
  await page.getByRole('menuitem', { name: 'Open another workspace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a workspace' });
  await dialog.getByRole('listbox', { name: 'Folders' }).waitFor();
  return dialog;
}

job('another workspace is walked to, shows in both windows, and each has its tabs again', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: 'Live',
    type: 'websocket',
    url,
  });
  const [page, other] = [await openClient(), await openClient()];
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page.getByRole('status').filter({ hasText: 'Open' }).waitFor();

  const dialog = await chooser(page);
  expect(await serious(page, '[role=dialog]')).toEqual([]);
  const folders = dialog.getByRole('listbox', { name: 'Folders' });
  await folders.getByRole('option', { name: 'data' }).waitFor();
  await folders.press('Backspace');
  await folders.getByRole('option', { name: 'second' }).click();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Folder', exact: true }).inputValue())
    .toContain('second');
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  // An open connection would end: nothing has happened yet.
  const question = page.getByRole('dialog', { name: 'Open another workspace?' });
  await question.getByText('1 connection would end.').waitFor();
  expect(server.clients.size).toBe(1);
  await question.getByRole('button', { name: 'Open the workspace' }).click();
  for (const each of [page, other]) await each.getByText('Workspace second', { exact: true }).waitFor();
  await expect.poll(() => server.clients.size).toBe(0);
  expect(await page.getByRole('tab', { name: /Live/ }).count()).toBe(0);
  const settings = JSON.parse(readFileSync(join(running.app.home, 'settings.json'), 'utf8'));
  expect(settings.workspaceFolder).toBe(join(folder.path, 'second'));

  // Back by the list of those opened before; the window has its tab again.
  const back = await chooser(page);
  await back.getByRole('button', { name: first() }).click();
  await page.getByRole('tab', { name: /Live/ }).waitFor();
  await page.getByText('Workspace first', { exact: true }).waitFor();
  for (const each of [page, other]) await each.context().close();
  server.close();
});

job('a new folder becomes a workspace, and a file is chosen for a body', async () => {
  const page = await openClient();
  const dialog = await chooser(page);
  await dialog.getByRole('textbox', { name: 'Folder', exact: true }).fill('/no/such/folder');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'cannot be listed' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Name of a new folder' }).fill('third');
  await page.keyboard.press('Enter');
  await page.getByText('Workspace third', { exact: true }).waitFor();
  await (await chooser(page)).getByRole('button', { name: first() }).click();
  await page.getByText('Workspace first', { exact: true }).waitFor();

  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: 'Upload',
    url: 'http://a.test/',
    body: { type: 'file', path: '' },
  });
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await page.getByRole('tab', { name: /^Body/ }).first().click();
  await page.getByRole('button', { name: 'Choose…' }).click();
  const files = page.getByRole('listbox', { name: 'Folders and files' });
  await files.getByRole('option', { name: 'data' }).click();
  await files.getByRole('option', { name: 'order.json' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose', exact: true }).click();
  await expect.poll(() => page.locator('#body-file').inputValue()).toBe('data/order.json');
  await page.context().close();
});
