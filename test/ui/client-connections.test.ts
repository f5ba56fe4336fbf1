// Connections in the API client, in a real browser against real servers.
import { once } from 'node:events';
import net from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { openDraft } from '../helpers/client-drafts.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let open: readonly Page[] = [];

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

/** Opens a request that is not saved. */
async function openRequest(request: object): Promise<Page> {
  const page = await openDraft(browser!, running, request);
  open = [...open, page];
  return page;
}

/** A server that sends back what it gets, in capitals where that is text. */
async function echoServer(): Promise<{ readonly server: WebSocketServer; readonly url: string }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.clients.forEach((each) => each.terminate());
    server.close();
  });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (data, isBinary) =>
      isBinary ? socket.send(data) : socket.send(String(data).toUpperCase()),
    ),
  );
  return { server, url: `ws://127.0.0.1:${(server.address() as net.AddressInfo).port}` };
}

const timeline = (page: Page) => page.getByRole('listbox', { name: 'Messages' });
const message = (page: Page, text: string | RegExp) => timeline(page).getByRole('option', { name: text });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function compose(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New message' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

withBrowser('a WebSocket: steps, messages, a reload in between, and its end', async () => {
  const { server, url } = await echoServer();
  const page = await openRequest({
    type: 'websocket',
    url,
    websocket: { messages: [{ text: 'first step' }, { action: 'expect', text: 'FIRST' }] },
  });
  await page.keyboard.press('Control+Enter');
  await message(page, /FIRST STEP/).waitFor();
  await page.getByRole('status').getByText('Open').waitFor();
  await compose(page, '{"say":"hello"}');
  await page.keyboard.press('Control+Enter');
  await message(page, /SAY/).waitFor();
  // It is no step until it is added.
  await button(page, 'Add as a step').click();
  await page.getByRole('listbox', { name: 'Steps' }).getByRole('option', { name: /hello/ }).waitFor();

  await page.reload();
  await message(page, /SAY/).waitFor();
  expect(server.clients.size).toBe(1);
  await message(page, /SAY/).click();
  await page.getByRole('region', { name: 'Message', exact: true }).getByText('"HELLO"').waitFor();
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('first');
  await message(page, /HELLO/).waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('');

  await page.keyboard.press('Control+.');
  await message(page, 'closed').waitFor();
  await until('the end of the connection', () => server.clients.size === 0);
  await button(page, 'Reconnect').click();
  await message(page, /SAY/).waitFor();
  // The connection ends with its tab.
  await page.keyboard.press('Alt+w');
  await until('the end of the connection', () => server.clients.size === 0);
});
