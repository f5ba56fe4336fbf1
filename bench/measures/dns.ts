// DNS capture: answers a second of the name server, and the time that it adds to names that it passes on.
import dgram from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { startChild } from '../processes/children.ts';
import { ask } from '../processes/ipc.ts';
import { figure } from '../results/format.ts';
import { spread } from '../results/statistics.ts';
import { defineMeasure } from './contract.ts';

const IN_FLIGHT = 32;
const ALONE = 1;
const TIMEOUT_MS = 2000;

interface Answers {
  readonly perSecond: number;
  /** Of one query after another. */
  readonly p50Ms: number;
}

export const dns = defineMeasure({
  name: 'dns',
  summary: 'the name server of DNS capture',
  take: async (bench) => {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-dns-'));
    const own = await startServer(bench, folder, []);
    const passing = await startServer(bench, folder, [String(own.port)]);
    try {
      const captured = await measured(bench, own.port);
      const passedOn = await measured(bench, passing.port);
      return {
        tables: [
          {
            title: 'DNS capture',
            columns: ['Names', 'answers/s', 'p50 ms'],
            rows: [row('captured', captured), row('passed on', passedOn)],
            notes: [`${IN_FLIGHT} queries at a time, over UDP; the time is of one query after another.`],
          },
        ],
        targets: [
          {
            name: 'A captured name: time of an answer',
            value: 1e6 / captured.perSecond,
            limit: 200,
            unit: 'µs',
          },
          {
            name: 'A name passed on: added time',
            value: passedOn.p50Ms - captured.p50Ms,
            limit: 1,
            unit: 'ms',
          },
        ],
      };
    } finally {
      await Promise.all([own.stop(), passing.stop()]);
      await rm(folder, { recursive: true, force: true });
    }
  },
});

function row(name: string, { perSecond, p50Ms }: Answers): readonly string[] {
  return [name, figure(perSecond), figure(p50Ms)];
}

async function startServer(
  { cores }: Bench,
  folder: string,
  args: readonly string[],
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const file = fileURLToPath(new URL('../origins/name-server.ts', import.meta.url));
  const child = startChild({
    name: 'name-server',
    command: [process.execPath, file, ...args],
    core: cores?.subject,
    folder,
    hasIpc: true,
  });
  const port = (await ask(child.process, { type: 'listen' })) as number;
  return { port, stop: () => child.stop() };
}

async function measured(bench: Bench, port: number): Promise<Answers> {
  const socket = dgram.createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  try {
    await queries(socket, IN_FLIGHT, 300);
    const begun = performance.now();
    const times = await queries(socket, IN_FLIGHT, bench.effort.seconds * 1000);
    const perSecond = (times.length * 1000) / (performance.now() - begun);
    return { perSecond, p50Ms: spread(await queries(socket, ALONE, 500)).median };
  } finally {
    socket.close();
  }
}

/** Keeps `inFlight` queries under way for a while; resolves with the milliseconds that each took. */
function queries(socket: dgram.Socket, inFlight: number, forMs: number): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + forMs;
    const times: number[] = [];
    const sentAt = new Map<number, number>();
    let next = 0;
    const timer = setTimeout(() => reject(new Error('the name server does not answer')), forMs + TIMEOUT_MS);
    const send = (): void => {
      next = (next + 1) % 65_536;
      sentAt.set(next, performance.now());
      socket.send(query(next));
    };
    const onMessage = (response: Buffer): void => {
      const now = performance.now();
      const id = response.readUInt16BE(0);
      times.push(now - (sentAt.get(id) ?? now));
      sentAt.delete(id);
      if (now < end) send();
      else if (sentAt.size === 0) {
        clearTimeout(timer);
        socket.off('message', onMessage);
        resolve(times);
      }
    };
    socket.on('message', onMessage);
    for (let count = 0; count < inFlight; count += 1) send();
  });
}

const QUERY = Buffer.from('\0\0\x01\0\0\x01\0\0\0\0\0\0\x03api\x06harbor\x04test\0\0\x01\0\x01', 'latin1');

function query(id: number): Buffer {
  const message = Buffer.from(QUERY);
  message.writeUInt16BE(id, 0);
  return message;
}
