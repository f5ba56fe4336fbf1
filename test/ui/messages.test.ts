// Messages of real clients of MQTT and Socket.IO through the proxy, as the traffic screen shows them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp } from '../helpers/app.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { closedPort } from '../helpers/ports.ts';
import { until } from '../helpers/waiting.ts';

const http = createServer();
const running = await startTestApp();
const browser = await startBrowser();
const aedes = await Aedes.createBroker();
const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'mqtt' });
const rooms = new Server(http, { path: '/live/socket.io' });
rooms.on('connection', (socket) =>
  socket.on('say', (text: string, answer: (heard: string) => void) => answer(text)),
);
const broker = net.createServer(aedes.handle).listen(0, '127.0.0.1');
await once(broker, 'listening');
sockets.on('connection', (socket) => {
  const behind = net.connect((broker.address() as AddressInfo).port, '127.0.0.1');
  socket.on('message', (data: Buffer) => behind.write(data));
  socket.on('close', () => behind.destroy());
  behind.on('data', (data) => socket.send(data));
});
http.on('upgrade', (request, socket, head) => {
  if (request.url === '/mqtt')
    sockets.handleUpgrade(request, socket, head, (each) => sockets.emit('connection', each, request));
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const { port } = http.address() as AddressInfo;
// Clients that know of no proxy reach the servers by a reverse proxy.
const front = await closedPort();
await running.result('update_settings', {
  changes: { reverseProxies: [{ listenPort: front, target: `http://127.0.0.1:${port}` }] },
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await rooms.close();
  broker.close();
  await new Promise<void>((resolve) => aedes.close(resolve));
});

interface Message {
  readonly meaning?: { readonly protocol: string; readonly name: string; readonly text: string };
}

/** Returns the names of the messages of a captured WebSocket. */
async function namesOf(path: string): Promise<readonly string[]> {
  const flow = running.app.traffic.newest().find(({ url }) => url.includes(path));
  if (flow === undefined) return [];
  const { webSocketMessages = [] } = (await running.app.detail(flow)) as {
    readonly webSocketMessages?: readonly Message[];
  };
  return webSocketMessages.flatMap(({ meaning }) => meaning?.name ?? []);
}

test('MQTT: packets by name, and what they carry', async () => {
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${front}/mqtt`, { clientId: 'kitchen' });
  await client.subscribeAsync('rooms/+', { qos: 1 });
  const received = new Promise((resolve) => client.once('message', resolve));
  await client.publishAsync('rooms/1', '{"degrees":-2}', { qos: 1 });
  await received;
  await client.endAsync();
  await until('the packets', async () => (await namesOf('/mqtt')).includes('PUBLISH rooms/1'));
  expect(await namesOf('/mqtt')).toEqual(
    expect.arrayContaining(['CONNECT kitchen', 'CONNACK', 'SUBSCRIBE rooms/+', 'SUBACK', 'PUBLISH rooms/1']),
  );
});

test('Socket.IO: events and acknowledgements', async () => {
  const client = io(`http://127.0.0.1:${front}`, { path: '/live/socket.io', transports: ['websocket'] });
  expect(await client.emitWithAck('say', 'hello')).toBe('hello');
  client.disconnect();
  await until('the event', async () => (await namesOf('/live/')).includes('event say #0'));
  expect(await namesOf('/live/')).toEqual(expect.arrayContaining(['connect', 'event say #0', 'ack #0']));
});

test.skipIf(browser === null)(
  'a WebSocket opens on its messages, and what was chosen instead stays',
  async () => {
    const { page, errors } = await openUi(browser!, running);
    await page.getByRole('row', { name: /mqtt/ }).first().click();
    await page.getByText('CONNECT kitchen').waitFor();
    await page.getByText('CONNACK').waitFor();
    await page.getByRole('tab', { name: 'Exchange' }).click();
    await page
      .getByRole('row', { name: /socket.io/ })
      .first()
      .click();
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Exchange' }).waitFor();
    await page.getByRole('tab', { name: /Messages/ }).click();
    expect(errors).toEqual([]);
    await page.context().close();
  },
);
