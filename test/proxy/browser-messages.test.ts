// A page in a real browser that keeps connections open: a WebSocket, which Chromium compresses, and an EventSource.
import type { ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { FlowDetail } from '../../src/flow/detail.ts';
import type { Flow } from '../../src/flow/flow.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { when } from '../helpers/settled.ts';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Live</title><body><script type="module">
  const show = (text) => document.body.append(text, document.createElement('br'));
  const source = new EventSource('/events');
  source.addEventListener('tick', (event) => {
    show('event ' + event.data + ' ' + event.lastEventId);
    if (event.data === '3') source.close();
  });
  const socket = new WebSocket('wss://' + location.host + '/socket');
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => { socket.send('grüße from the page'); socket.send(new Uint8Array([1, 2, 255])); };
  socket.onmessage = ({ data }) => {
    show(typeof data === 'string' ? 'said ' + data : 'bytes ' + new Uint8Array(data).join());
    if (typeof data !== 'string') socket.close(4000, 'done');
  };
  socket.onclose = ({ code, wasClean }) => show('closed ' + code + ' ' + wasClean);
</script>`;

let origin: Origin;

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0 } });
  origin = await startOrigin(
    (request, response) => {
      if (request.url === '/events') sendEvents(response);
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
    },
    (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (peer) => {
        peer.on('message', (data, isBinary) => peer.send(data as Buffer, { binary: isBinary }));
      }),
  );
});

afterAll(() => origin.close());

function sendEvents(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write('id: a\nevent: tick\ndata: 1\n\n');
  const timers = [2, 3].map((n) => setTimeout(() => response.write(`event: tick\ndata: ${n}\n\n`), n * 20));
  response.on('close', () => timers.forEach(clearTimeout));
}

async function detail(proxy: TestEngine, holds: (flow: Flow) => boolean): Promise<FlowDetail> {
  const find = () => proxy.engine.flows.list().findLast((flow) => flow.finished && holds(flow));
  await when(proxy.engine.flows, () => find() !== undefined);
  return (await (await proxy.api(`/api/flows/${find()!.id}`)).json()) as FlowDetail;
}

describe.each([
  ['HTTP/1.1', false],
  ['HTTP/2', true],
] as const)('Chromium over %s', (_version, http2ToClients) => {
  let proxy: TestEngine;
  let browser: Browser;
  beforeAll(async () => {
    proxy = await startTestEngine({ http2ToClients });
    browser = await launchBrowser(proxy);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
  });

  test('speaks over a WebSocket and listens to events, and both stand in their flows', async () => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`${origin.https}/`);
    for (const line of SHOWN) await page.getByText(line).waitFor();
    const socket = await detail(proxy, ({ webSocket }) => webSocket !== null);
    expect(socket).toMatchObject({
      state: 'completed',
      status: 101,
      decrypted: true,
      url: `${origin.https}/socket`,
    });
    expect(extensionsOf(socket)).toMatch(/^permessage-deflate/);
    const said = ['text grüße from the page', 'binary AQL/', 'close 4000 done'];
    for (const direction of ['sent', 'received']) {
      const messages = socket.webSocketMessages?.filter((message) => message.direction === direction);
      expect(messages?.map(({ kind, text }) => `${kind} ${text}`)).toEqual(said);
    }
    const events = await detail(proxy, ({ serverSentEvents }) => serverSentEvents !== null);
    expect(events).toMatchObject({ state: 'completed', status: 200, decrypted: true });
    const all = events.serverSentEvents?.map(({ id, event, data }) => `${event} ${id} ${data}`);
    expect(all).toEqual(['tick a 1', 'tick a 2', 'tick a 3']);
  });
});

/** The text of the page after all messages have arrived. */
const SHOWN = [
  'said grüße from the page',
  'bytes 1,2,255',
  'closed 4000 true',
  'event 1 a',
  'event 2 a',
  'event 3 a',
];

function extensionsOf({ response }: FlowDetail): string | undefined {
  return response?.headers.find(({ name }) => name.toLowerCase() === 'sec-websocket-extensions')?.value;
}
