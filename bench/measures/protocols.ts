// Requests of the other protocols, as a run of a collection sends them, to servers of packages in the same process.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Aedes } from 'aedes';
import { WebSocketServer } from 'ws';
import { CHAT_PROTO, chatServer } from '../../test/helpers/grpc.ts';
import { failures, sendAll } from '../../test/helpers/sent-requests.ts';
import { range } from '../results/format.ts';
import { spread, type Spread } from '../results/statistics.ts';
import { defineMeasure } from './contract.ts';

const ROUNDS = 5;
const CALLS = 1000;
const FRAMES = 10_000;
const PUBLISHED = 5000;

type Given = Parameters<typeof sendAll>[0][number];

interface Work {
  readonly name: string;
  readonly limitMs: number;
  readonly request: Given;
  readonly iterations: number;
}

export const protocols = defineMeasure({
  name: 'protocols',
  summary: 'gRPC, WebSocket, MQTT and SQL requests of a collection',
  async take() {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-protocols-'));
    const servers = await startServers(folder);
    try {
      const results: (Work & { readonly ms: Spread })[] = [];
      for (const work of worksOn(servers)) results.push({ ...work, ms: await timesOf(work, folder) });
      return {
        tables: [
          {
            title: 'Requests of other protocols, in one run of a collection',
            columns: ['Work', 'ms'],
            rows: results.map(({ name, ms }) => [name, range(ms)]),
            notes: ['The servers share the processor with the run.'],
          },
        ],
        targets: results.map(({ name, ms, limitMs }) => ({
          name,
          value: ms.median,
          limit: limitMs,
          unit: 'ms',
        })),
      };
    } finally {
      await servers.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface Servers {
  readonly grpc: number;
  readonly webSocket: number;
  readonly mqtt: number;
  close(): Promise<void>;
}

async function startServers(folder: string): Promise<Servers> {
  writeFileSync(join(folder, 'chat.proto'), CHAT_PROTO);
  const database = new DatabaseSync(join(folder, 'shop.db'));
  database.exec('CREATE TABLE item (n INTEGER); INSERT INTO item VALUES (1)');
  database.close();
  const chat = await chatServer(null);
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer, binary) => socket.send(data, { binary })),
  );
  const aedes = await Aedes.createBroker();
  const broker = net.createServer(aedes.handle);
  return {
    grpc: chat.port,
    webSocket: await portOf(http),
    mqtt: await portOf(broker),
    async close() {
      chat[Symbol.dispose]();
      sockets.close();
      http.closeAllConnections();
      http.close();
      broker.close();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
}

async function portOf(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as net.AddressInfo).port;
}

function worksOn(servers: Servers): readonly Work[] {
  const last = `{"n":${FRAMES - 1}}`;
  return [
    {
      name: '1,000 unary calls of gRPC',
      limitMs: 1000,
      iterations: CALLS,
      request: {
        type: 'grpc',
        url: `127.0.0.1:${servers.grpc}`,
        grpc: {
          service: 'chat.v1.Chat',
          method: 'Say',
          messages: ['{"text": "hi"}'],
          protoFiles: ['chat.proto'],
        },
      },
    },
    {
      name: '10,000 messages of WebSocket, and their echoes',
      limitMs: 1000,
      iterations: 1,
      request: {
        type: 'websocket',
        url: `ws://127.0.0.1:${servers.webSocket}`,
        websocket: {
          messages: [
            ...Array.from({ length: FRAMES }, (_, at) => ({ text: `{"n":${at}}` })),
            { action: 'expect', text: last, ms: 60_000 },
            { action: 'close' },
          ],
        },
      },
    },
    {
      name: '5,000 messages of MQTT, QoS 1',
      limitMs: 1000,
      iterations: 1,
      request: {
        type: 'mqtt',
        url: `mqtt://127.0.0.1:${servers.mqtt}`,
        mqtt: {
          subscribe: [{ topic: 'room', qos: 1 }],
          publish: Array.from({ length: PUBLISHED }, (_, at) => ({
            topic: 'room',
            payload: String(at),
            qos: 1,
          })),
          until: PUBLISHED,
          listenMs: 60_000,
        },
      },
    },
    {
      name: '1,000 statements of SQLite',
      limitMs: 300,
      iterations: CALLS,
      request: {
        type: 'sql',
        url: 'sqlite:shop.db',
        sql: { driver: 'sqlite', statement: 'SELECT n FROM item WHERE n = ?', parameters: ['1'] },
      },
    },
  ];
}

async function timesOf({ name, request, iterations }: Work, folder: string): Promise<Spread> {
  const times: number[] = [];
  // The first round loads the library.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now();
    const runs = await sendAll([request], { iterations, fileRoots: [folder] });
    times.push(performance.now() - startedAt);
    const [failed] = runs.flatMap(failures);
    if (failed !== undefined || runs.length !== iterations)
      throw new Error(`${name}: ${failed ?? 'too few'}`);
  }
  return spread(times.slice(1));
}
