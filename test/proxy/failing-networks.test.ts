// Thousands of exchanges over failing networks: each exchange ends, its flow has the reason, and the proxy
// keeps working. `FAULT_COUNT` and `FAULT_SEED` choose another run.
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import http2 from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded, type Random } from '../fuzz/random.ts';
import { ask } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { failingRelay, type FailingRelay } from '../helpers/failing-relay.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { scaled } from '../helpers/scale.ts';

const COUNT = scaled({ quick: 150, full: 1200 }, 'FAULT_COUNT');
/** Kinds of failures of six that a run must meet: few exchanges need not meet them all. */
const FEWEST_FAILURES = scaled({ quick: 4, full: 6 });
const SEED = Number(process.env['FAULT_SEED'] ?? 1);
const AT_ONCE = 60;
/** The time that a client waits for a response that may never come. */
const PATIENCE_MS = 400;

let origin: Origin;
let proxy: TestEngine;
let toPlain: FailingRelay;
let toSecure: FailingRelay;
let toProxy: FailingRelay;

beforeAll(async () => {
  origin = await startOrigin();
  proxy = await startTestEngine();
  toPlain = await failingRelay(origin.httpPort, SEED);
  toSecure = await failingRelay(origin.httpsPort, SEED + 1);
  toProxy = await failingRelay(proxy.engine.port, SEED + 2);
});

afterAll(async () => {
  for (const relay of [toProxy, toPlain, toSecure]) await relay[Symbol.asyncDispose]();
  await proxy.close();
  await origin.close();
});

type Kind = 'plain' | 'secure' | 'http2';

test(`${COUNT} exchanges over bad networks, seed ${SEED}`, { timeout: 60_000 + COUNT * 20 }, async () => {
  const begun = new Set<number>();
  const pending = new Set<number>();
  const ends = new Map<string, number>();
  proxy.engine.flows.subscribe((flow, change) => {
    if (change === 'added') {
      begun.add(flow.id);
      pending.add(flow.id);
    }
    if (change === 'finished' || change === 'removed') pending.delete(flow.id);
    if (change === 'finished') ends.set(flow.state, (ends.get(flow.state) ?? 0) + 1);
  });
  const random = seeded(SEED + 3);
  let left = COUNT;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        // A third of the clients have a bad network, too.
        const port = random.oneIn(3) ? toProxy.port : proxy.engine.port;
        await exchange(random.pick<Kind>(['plain', 'secure', 'http2']), port, random);
      }
    }),
  );
  for (const relay of [toProxy, toPlain, toSecure]) relay.giveUp();
  await expect.poll(() => [...pending], { timeout: 40_000 }).toEqual([]);
  // The run is valid only if some exchanges were cut and others completed.
  expect(begun.size).toBeGreaterThan(COUNT / 2);
  expect(ends.get('completed')).toBeGreaterThan(COUNT / 20);
  expect(ends.get('failed')).toBeGreaterThan(COUNT / 20);
  for (const relay of [toProxy, toPlain, toSecure])
    expect(relay.chosen.size).toBeGreaterThanOrEqual(FEWEST_FAILURES);
  const after = await ask(`${origin.http}/after`, { via: proxy.engine.port });
  expect(after.text).toBe('GET /after\n');
});

/** Never rejects: the client's result does not matter. */
async function exchange(kind: Kind, port: number, random: Random): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
  const body = random.pick([0, 0, 10, 3000, 60_000]);
  if (kind === 'plain') sendHttp1(socket, `http://127.0.0.1:${toPlain.port}`, body);
  else
    inTunnel(
      socket,
      (secured) => (kind === 'secure' ? sendHttp1(secured, '', body) : sendHttp2(secured, body)),
      kind,
    );
  await over;
  clearTimeout(timer);
}

function sendHttp1(stream: Duplex, prefix: string, body: number): void {
  const head = [
    `${body === 0 ? 'GET' : 'POST'} ${prefix}/path HTTP/1.1`,
    `Host: ${prefix === '' ? `localhost:${toSecure.port}` : `127.0.0.1:${toPlain.port}`}`,
    ...(body === 0 ? [] : [`Content-Length: ${body}`]),
  ];
  stream.on('error', () => undefined);
  stream.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(body)}`);
  let text = '';
  stream.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    if (/\r\n\r\n[^]*\n$/.test(text)) stream.destroy();
  });
}

function sendHttp2(stream: Duplex, body: number): void {
  const session = http2.connect(`https://localhost:${toSecure.port}`, { createConnection: () => stream });
  session.on('error', () => undefined);
  for (let count = 0; count < 3; count += 1) {
    const request = session.request({ ':path': `/stream/${count}`, ':method': body === 0 ? 'GET' : 'POST' });
    request.on('error', () => undefined);
    request.resume();
    request.end(Buffer.alloc(body));
    if (count === 2) request.on('close', () => session.close());
  }
}

function inTunnel(socket: net.Socket, speak: (secured: tls.TLSSocket) => void, kind: Kind): void {
  socket.write(`CONNECT localhost:${toSecure.port} HTTP/1.1\r\nHost: localhost:${toSecure.port}\r\n\r\n`);
  socket.once('data', (answer: Buffer) => {
    if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) {
      socket.destroy();
      return;
    }
    const secured = tls.connect({
      socket,
      servername: 'localhost',
      rejectUnauthorized: false,
      ALPNProtocols: [kind === 'http2' ? 'h2' : 'http/1.1'],
    });
    secured.on('error', () => socket.destroy());
    secured.once('secureConnect', () => speak(secured));
  });
}
