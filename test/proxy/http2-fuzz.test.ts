// Mutated conversations of HTTP/2 clients, sent to a running proxy: nothing crashes, nothing stays pending,
// and another client is served all the while. HTTP2_SEED and HTTP2_COUNT choose other conversations, or
// repeat one.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, http2Origin, type Http2Client, type Http2Origin } from '../helpers/http2.ts';
import { settled } from '../helpers/settled.ts';
import { conversation, spoilt } from '../fuzz/http2.ts';
import { pieces, seeded } from '../fuzz/random.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['HTTP2_SEED'] ?? 1);
const count = scaled({ quick: 150, full: 2000 }, 'HTTP2_COUNT');
const AT_ONCE = 16;
/** The time after which a connection that is not closed counts as open. */
const GRACE_MS = 200;
/** Seeds of inputs after which another client sends a request. */
const EACH = 100;

let proxy: TestEngine;
let http1: http.Server;
let http2: Http2Origin;
let other: Http2Client;

beforeAll(async () => {
  proxy = await startTestEngine();
  http1 = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(request.url === '/large' ? Buffer.alloc(100_000) : 'ok'));
  });
  http1.on('clientError', (_, socket) => socket.destroy());
  http1.listen(0, '127.0.0.1');
  await once(http1, 'listening');
  http2 = await http2Origin(
    (stream, headers) => {
      if (!stream.destroyed) stream.respond({ ':status': 200 });
      stream
        .resume()
        .on('end', () => stream.end(headers[':path'] === '/large' ? Buffer.alloc(100_000) : 'ok'));
      // The origin receives the resets of all clients on one connection.
    },
    null,
    { streamResetBurst: 1_000_000, streamResetRate: 1_000_000 },
  );
  other = await connectHttp2(proxy.engine.port, `127.0.0.1:${http2.port}`, null);
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await proxy.close();
  await http2[Symbol.asyncDispose]();
  http1.closeAllConnections();
  http1.close();
});

test('spoilt conversations', async () => {
  let next = firstSeed;
  let recorded = 0;
  const stop = proxy.engine.flows.subscribe((_, change) => (recorded += change === 'added' ? 1 : 0));
  const pair = async (): Promise<void> => {
    while (next < firstSeed + count) {
      const seed = next;
      next += 1;
      await one(seed);
      if (seed % EACH !== 0) continue;
      expect(await other.ask({ path: '/other' }), `about HTTP2_SEED=${seed}`).toMatchObject({ status: 200 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, pair));
  await settled(proxy.engine.flows);
  stop();
  const states = Object.groupBy(proxy.engine.flows.list(), ({ state }) => state);
  process.stdout.write(`${count} conversations, ${recorded} exchanges\n`);
  expect(states.pending ?? []).toEqual([]);
  if (count < 100) return;
  // Most conversations are nearly valid.
  expect(recorded).toBeGreaterThan(count / 2);
  expect(states.completed?.length ?? 0).toBeGreaterThan(50);
  expect(states.failed?.length ?? 0).toBeGreaterThan(100);
}, 3_600_000);

/** Half of them go to the proxy itself, half go through a tunnel. */
async function one(seed: number): Promise<void> {
  const random = seeded(seed);
  const inTunnel = random.oneIn(2);
  const port = inTunnel ? http2.port : (http1.address() as AddressInfo).port;
  const bytes = spoilt(conversation(`127.0.0.1:${port}`, random), random);
  const socket = inTunnel
    ? await openTunnel(proxy.engine.port, `127.0.0.1:${port}`)
    : net.connect({ port: proxy.engine.port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume();
  for (const piece of pieces(bytes, random)) if (socket.writable) socket.write(piece);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
  if (random.oneIn(2)) socket.end();
  else socket.resetAndDestroy();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 20 * GRACE_MS))]);
  socket.destroy();
}
