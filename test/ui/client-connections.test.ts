// Connections in the API client, in a real browser against real servers.
import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { Server as SocketIoServer } from 'socket.io';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { openDraft } from '../helpers/client-drafts.ts';
import { temporaryHome } from '../helpers/home.ts';
import { listening } from '../helpers/listening.ts';
import { startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';
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
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? socket.send(data) : socket.send(data.toString().toUpperCase()),
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
  await page.getByRole('status').filter({ hasText: 'Open' }).waitFor();
  await compose(page, '{"say":"hello"}');
  await page.keyboard.press('Control+Enter');
  await message(page, /SAY/).waitFor();
  // It is no step until it is added.
  await button(page, 'Add as a step').click();
  await page.getByRole('listbox', { name: 'Steps' }).getByRole('option', { name: /hello/ }).waitFor();

  // What was sent comes back, and a received message is compared and expected.
  await button(page, 'New message').click();
  await compose(page, '{"say":"again"}');
  await page.keyboard.press('Control+Enter');
  await message(page, /AGAIN/).waitFor();
  const typed = page.getByRole('textbox', { name: 'New message' });
  await typed.press('Alt+ArrowUp');
  await typed.press('Alt+ArrowUp');
  await expect.poll(() => typed.textContent()).toBe('{"say":"hello"}');
  await typed.press('Alt+ArrowDown');
  await expect.poll(() => typed.textContent()).toBe('{"say":"again"}');
  await message(page, /AGAIN/).click();
  await button(page, 'Compare with the one before').click();
  await page.getByRole('dialog').locator('tr[data-differs=true]').getByText('"HELLO"').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Add expect step').click();
  await page
    .getByRole('listbox', { name: 'Steps' })
    .getByRole('option', { name: /Expect.*AGAIN/ })
    .waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();

  await page.reload();
  await message(page, /SAY/).first().waitFor();
  expect(server.clients.size).toBe(1);
  await message(page, /SAY.*HELLO/).click();
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

withBrowser('MQTT subscribes and publishes while it is open', async () => {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  const port = await listening(net.createServer(aedes.handle));
  const page = await openRequest({
    type: 'mqtt',
    url: `mqtt://127.0.0.1:${port}`,
    mqtt: { subscribe: [{ topic: 'news' }], publish: [{ topic: 'news', payload: 'from the file' }] },
  });
  await button(page, /^Connect/).click();
  await message(page, /^Received.*from the file/).waitFor();
  await page.getByRole('textbox', { name: 'Another topic' }).click();
  await page.keyboard.type('rooms/+');
  await page.keyboard.press('Enter');
  await button(page, 'Unsubscribe from rooms/+').waitFor();
  await page.getByRole('tab', { name: /^Publish/ }).click();
  await page.getByRole('textbox', { name: 'Topic' }).click();
  await page.keyboard.type('rooms/1');
  await compose(page, 'hello');
  await page.keyboard.press('Control+Enter');
  await message(page, /^Received.*rooms\/1.*hello/).waitFor();
  await page.getByRole('tablist', { name: 'Connection' }).getByRole('tab', { name: 'Topics' }).click();
  const topics = page.getByRole('tree', { name: 'Topics' });
  await topics.getByRole('treeitem', { name: /^1 hello 1/ }).waitFor();
  // The messages of a topic are beside it, with a line of the numbers in them.
  const publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
  for (const speed of [18, 21, 20])
    await publisher.publishAsync('rooms/1', JSON.stringify({ speed }), { qos: 1 });
  await publisher.endAsync();
  await topics.getByRole('treeitem', { name: /^1 / }).click();
  const ofTopic = page.getByRole('region', { name: 'Messages of rooms/1' });
  await ofTopic.getByRole('img', { name: '3 values from 18 to 21' }).waitFor();
  await ofTopic.getByText(/now 20$/).waitFor();
  await ofTopic.getByRole('option').last().click();
  expect(await ofTopic.getByRole('option').count()).toBe(
    await ofTopic.getByRole('option', { name: /rooms/ }).count(),
  );
  await topics.getByRole('treeitem', { name: /^rooms/ }).click();
  await topics.getByRole('treeitem', { name: /^1 / }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^Messages/ }).click();
  // What is subscribed to is known after a reload, too.
  await page.reload();
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: /^Topics/ })
    .click();
  await button(page, 'Unsubscribe from rooms/+').click();
  await message(page, /unsubscribed/).waitFor();
  await button(page, 'Unsubscribe from news').waitFor();
});

withBrowser('Socket.IO emits, waits for the acknowledgement, and hears', { tags: ['full'] }, async () => {
  const http = createServer();
  const server = new SocketIoServer(http);
  onTestFinished(() => server.close());
  server.on('connection', (socket) =>
    socket.on('add', (a: number, b: number, answer: (sum: number) => void) => {
      socket.emit('added', { a, b });
      answer(a + b);
    }),
  );
  const port = await listening(http);
  const page = await openRequest({ type: 'socketio', url: `http://127.0.0.1:${port}` });
  await button(page, /^Connect/).click();
  await page.getByRole('status').filter({ hasText: 'Open' }).waitFor();
  await page.getByRole('textbox', { name: 'Event' }).click();
  await page.keyboard.type('add');
  await page.getByText('Wait for the acknowledgement').click();
  await compose(page, '2\n---\n40');
  await button(page, /^Emit/).click();
  await message(page, /^Received.*added.*"b":40/).waitFor();
  await message(page, /^Received.* add 42 /).waitFor();
});

withBrowser('TCP sends bytes, ends its side, and hears the rest', { tags: ['full'] }, async () => {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const all: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => all.push(Buffer.from(bytes)));
    socket.on('end', () => socket.end(`got ${Buffer.concat(all).toString('hex')}`));
  });
  const port = await listening(server);
  const page = await openRequest({ type: 'tcp', url: `tcp://127.0.0.1:${port}` });
  await button(page, /^Connect/).click();
  await page.getByRole('status').filter({ hasText: 'Open' }).waitFor();
  await page.getByRole('radio', { name: 'Hex' }).click();
  await compose(page, 'not hex');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/is not hexadecimal/).waitFor();
  await compose(page, '00 ff');
  await page.keyboard.press('Control+Enter');
  await message(page, /^Sent.*00 ff/).waitFor();
  await button(page, 'End stream').click();
  await message(page, /^Received.*got 00ff/).waitFor();
  await message(page, /closed/).waitFor();
});

withBrowser('steps are moved and removed by keyboard', async () => {
  const page = await openRequest({
    type: 'websocket',
    url: 'ws://127.0.0.1:1',
    websocket: { messages: [{ text: 'one' }, { text: 'two' }, { action: 'wait', ms: 10 }] },
  });
  const steps = page.getByRole('listbox', { name: 'Steps' });
  const texts = (): Promise<readonly string[]> => steps.getByRole('option').allInnerTexts();
  await steps.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await until('the move', async () => (await texts())[0]!.includes('two'));
  await page.keyboard.press('Delete');
  await until('the removal', async () => (await texts()).length === 2);
  expect((await texts()).map((text) => text.split('\n')[1])).toEqual(['Send', 'Wait']);
  // A server that is not there says so, and the request can be sent again.
  await page.keyboard.press('Control+Enter');
  await page.getByRole('tab', { name: 'Error' }).waitFor();
  await button(page, /^Reconnect/).waitFor();
});

withBrowser('ten thousand messages scroll, and the end is followed', async () => {
  const { server, url } = await echoServer();
  server.on('connection', (socket) => {
    for (let n = 0; n < 10_000; n += 1) socket.send(`message ${n}`);
  });
  const page = await openRequest({ type: 'websocket', url });
  await page.keyboard.press('Control+Enter');
  await message(page, /message 9999/).waitFor();
  expect(await timeline(page).getByRole('option').count()).toBeLessThan(200);
  await timeline(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await message(page, /message 0 /).waitFor();
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('message 5000');
  await message(page, /message 5000/).waitFor();
});

withBrowser.each(themes)('axe finds nothing serious on a connection in %s', async (colorScheme) => {
  const { url } = await echoServer();
  const page = await openDraft(
    browser!,
    running,
    { type: 'websocket', url, websocket: { messages: [{ text: '{"a":1}', kind: 'json' }] } },
    { colorScheme },
  );
  open = [...open, page];
  await page.keyboard.press('Control+Enter');
  await message(page, /^Received/).click();
  await page.getByRole('region', { name: 'Message', exact: true }).waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('option', { name: /Send/ }).click();
  await page.getByRole('tab', { name: 'Connection' }).click();
  expect(await serious(page)).toEqual([]);
});
