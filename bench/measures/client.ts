// The operations of the API client's window: messages through an open connection, previews, and a large response.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { startTestApp, type TestApp } from '../../test/helpers/app.ts';
import { ClientConsole } from '../../test/helpers/client-console.ts';
import { range } from '../results/format.ts';
import { spread, type Spread } from '../results/statistics.ts';
import { defineMeasure } from './contract.ts';

const ROUNDS = 5;
const MESSAGES = 50_000;
/** The time for them at 10,000 a second. */
const MESSAGES_MS = 5000;
const REQUESTS = 2000;
const BODY_PIECES = 100;
const PIECE = Buffer.alloc(1024 * 1024, 'a');

interface Result {
  readonly name: string;
  readonly value: Spread;
  readonly limit: number;
  readonly unit: 'ms' | 'MB';
}

export const client = defineMeasure({
  name: 'client',
  summary: "operations of the API client's window: open connections, previews, large responses",
  async take() {
    await using app = await startTestApp();
    const results: readonly Result[] = [
      {
        name: `${MESSAGES} messages of an open WebSocket`,
        value: await timesOf(() => flood(app)),
        limit: MESSAGES_MS,
        unit: 'ms',
      },
      ...(await typing(app)),
      { name: 'Memory over idle, response of 100 MB', value: await memoryOf(app), limit: 40, unit: 'MB' },
    ];
    return {
      tables: [
        {
          title: "Operations of the API client's window",
          columns: ['Work', 'ms or MB'],
          rows: results.map(({ name, value }) => [name, range(value)]),
          notes: ['The servers and the reader of the events share the process.'],
        },
      ],
      targets: results.map(({ name, value, limit, unit }) => ({ name, value: value.median, limit, unit })),
    };
  },
});

async function timesOf(work: () => Promise<unknown>): Promise<Spread> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return spread(times);
}

async function flood(app: TestApp): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    for (let n = 1; n <= MESSAGES; n += 1) socket.send(String(n));
  });
  await once(server, 'listening');
  await using reader = new ClientConsole(app).follow();
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channel = await reader.connect({ type: 'websocket', url }, { throughProxy: false });
  await reader.until(channel, ({ text }) => text === String(MESSAGES));
  await reader.call('client.close_channel', { channel });
  server.clients.forEach((each) => each.terminate());
  server.close();
}

/** Measures the calls at a pause in typing in a large collection, after the first. */
async function typing(app: TestApp): Promise<readonly Result[]> {
  await app.result('create_collection', { name: 'Large' });
  const folder = join(app.home, 'Workspace', 'collections', 'large');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < REQUESTS; n += 1)
    writeFileSync(join(folder, `r${n}.request.yaml`), `id: id-${n}\nname: R${n}\nurl: http://a.test/${n}\n`);
  const request = { id: 'id-7', url: '{{base}}/7' };
  const preview = (): Promise<unknown> => app.result('client.preview', { collection: 'Large', request });
  const names = (): Promise<unknown> =>
    app.result('client.variables', { collection: 'Large', request: 'id-7' });
  await preview();
  await names();
  return [
    { name: 'A preview, of 2,000 requests', value: await timesOf(preview), limit: 20, unit: 'ms' },
    { name: 'Completion, with the call', value: await timesOf(names), limit: 20, unit: 'ms' },
  ];
}

async function memoryOf(app: TestApp): Promise<Spread> {
  const server = createServer((_, response) => {
    void (async () => {
      for (let n = 0; n < BODY_PIECES; n += 1) if (!response.write(PIECE)) await once(response, 'drain');
      response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using reader = new ClientConsole(app).follow();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peaks: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const idle = process.memoryUsage.rss();
    let peak = idle;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const channel = await reader.send({ url }, { throughProxy: false });
    await reader.until(channel, 'end');
    clearInterval(timer);
    await reader.call('client.close_channel', { channel });
    // The first round loads the code.
    if (round > 0) peaks.push((peak - idle) / 1024 / 1024);
  }
  server.close();
  return spread(peaks);
}
