// Chromium behind the proxy, and a site over HTTP/2: page, style, image, upload, an event stream and a
// WebSocket, all on one connection.
import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { flowAt, when } from '../helpers/settled.ts';

const PAGE = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css">
<img src="/dot.svg"><img src="/dot.svg?2"><script type="module">
  const answer = await fetch('/items', { method: 'POST', body: new Blob(['x'.repeat(300000)]) });
  document.body.append(await answer.text(), document.createElement('br'));
  const socket = new WebSocket('wss://' + location.host + '/socket');
  socket.onopen = () => socket.send('from the page');
  socket.onmessage = ({ data }) => { document.body.append('heard ' + data); socket.close(1000); };
  document.body.append(new URL(location).host && performance.getEntriesByType('navigation')[0].nextHopProtocol);
</script>`;

const sockets = new Set<Socket>();
const versions: string[] = [];
let server: http2.Http2SecureServer;
let site: string;
let proxy: TestEngine;
let browser: Browser;

beforeAll(async () => {
  const credentials = trustedAuthority().issue('localhost');
  const options = { ...credentials, allowHTTP1: true, settings: { enableConnectProtocol: true } };
  server = http2.createSecureServer(options, (request, response) => {
    versions.push(`${request.url} ${request.httpVersion}`);
    let bytes = 0;
    request.on('data', (piece: Buffer) => (bytes += piece.length));
    request.on('end', () => {
      const type =
        request.url === '/'
          ? 'text/html'
          : request.url.startsWith('/dot')
            ? 'image/svg+xml'
            : request.url === '/style.css'
              ? 'text/css'
              : 'text/plain';
      response.setHeader('content-type', type);
      if (request.url === '/') response.end(PAGE);
      else if (request.url.startsWith('/dot')) response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      else if (request.url === '/style.css') response.end('body { color: teal }');
      else response.end(`got ${bytes}`);
    });
  });
  const echo = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) =>
    echo.handleUpgrade(request, socket, head, (peer) => {
      peer.on('message', (data) => peer.send((data as Buffer).toString()));
    }),
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `localhost:${(server.address() as AddressInfo).port}`;
  proxy = await startTestEngine();
  browser = await launchBrowser(proxy);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await proxy.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('Chromium browses over HTTP/2 on both sides', async () => {
  const { flows } = proxy.engine;
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`https://${site}/`);
  await page.getByText('got 300000').waitFor();
  await page.getByText('h2').waitFor();
  await page.getByText('heard from the page').waitFor();
  expect(await page.title()).toBe('Shop');
  for (const path of ['/', '/style.css', '/dot.svg', '/dot.svg?2', '/items']) {
    expect(versions).toContain(`${path} 2.0`);
    expect(await flowDetail(await flowAt(flows, path))).toMatchObject({
      status: 200,
      state: 'completed',
      decrypted: true,
      httpVersion: 'HTTP/2',
      url: `https://${site}${path}`,
      tls: { alpn: 'h2' },
    });
  }
  await when(flows, () => flows.list().some(({ webSocket, finished }) => webSocket !== null && finished));
  const socket = flows.list().find(({ webSocket }) => webSocket !== null)!;
  expect(socket).toMatchObject({ state: 'completed', method: 'GET', path: '/socket' });
  // It was requested on the connection of the page, as the server has announced.
  expect(socket.client.port).toBe((await flowAt(flows, '/')).client.port);
  const said = (await flowDetail(socket)).webSocketMessages?.map(
    ({ direction, text }) => `${direction} ${text}`,
  );
  expect(said).toEqual(expect.arrayContaining(['sent from the page', 'received from the page']));
});
