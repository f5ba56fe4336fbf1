// Mutated ClientHellos of real clients: parsing never throws, and a decision on a prefix stays the same for
// longer input. FUZZ_SEED and FUZZ_COUNT choose another run.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { beforeAll, expect, test } from 'vitest';
import { readClientHello, type ClientHelloResult } from '../../src/codec/client-hello.ts';
import { seeded, type Random } from '../fuzz/random.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const wanted = process.env['FUZZ_COUNT'];
const count = scaled({ quick: 500, full: 5000 }, 'FUZZ_COUNT');

let hellos: readonly Buffer[] = [];

beforeAll(async () => {
  hellos = await Promise.all([
    helloOf({ servername: 'api.example.test', ALPNProtocols: ['h2', 'http/1.1'] }),
    helloOf({ servername: 'a.test', maxVersion: 'TLSv1.2' }),
    helloOf({}),
    helloOf({ servername: 'b.test', minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' }),
  ]);
});

/** Returns the first message of a TLS client of Node. */
async function helloOf(options: tls.ConnectionOptions): Promise<Buffer> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = tls.connect({ ...options, port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  const [socket] = await accepted;
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  client.destroy();
  server.close();
  return bytes;
}

/** Splits a handshake into records of other sizes, as a client may send it (RFC 8446 section 5.1). */
function inRecords(hello: Buffer, random: Random): Buffer {
  const body = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const length = Math.min(body.length - at, 1 + random.int(200));
    records.push(Buffer.from([22, 3, 1, length >> 8, length & 255]), body.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(records);
}

function spoilt(hello: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(random.oneIn(3) ? inRecords(hello, random) : hello);
  for (let left = random.int(4); left > 0; left -= 1) {
    const at = random.int(bytes.length);
    bytes[at] = random.pick([0, 1, 255, random.int(256), (bytes[at] ?? 0) ^ (1 << random.int(8))]);
  }
  if (random.oneIn(5)) return bytes.subarray(0, random.int(bytes.length + 1));
  return random.oneIn(5) ? Buffer.concat([bytes, Buffer.alloc(random.int(50), random.int(256))]) : bytes;
}

test('ClientHellos', { timeout: 60_000 + count * 10 }, () => {
  const tally = new Map<ClientHelloResult['type'], number>();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const random = seeded(seed);
    const bytes = spoilt(random.pick(hellos), random);
    const whole = readClientHello(bytes);
    tally.set(whole.type, (tally.get(whole.type) ?? 0) + 1);
    const prefix = readClientHello(bytes.subarray(0, random.int(bytes.length + 1)));
    // Checks that a decision on a prefix stays the same for all of the input.
    if (prefix.type !== 'incomplete') expect(prefix, `FUZZ_SEED=${seed} FUZZ_COUNT=1`).toEqual(whole);
    if (whole.type === 'hello') expect(plausible(whole), `FUZZ_SEED=${seed} FUZZ_COUNT=1`).toBe(true);
  }
  process.stdout.write(`ClientHellos: ${JSON.stringify(Object.fromEntries(tally))}\n`);
  if (wanted === undefined)
    for (const type of ['hello', 'incomplete', 'invalid'] as const)
      expect(tally.get(type)).toBeGreaterThan(count / 50);
});

/** Checks for a valid host name: it is resolved, displayed, and written into a certificate. */
function plausible({ sni }: { readonly sni?: string }): boolean {
  return sni === undefined || (sni !== '' && !/[\0-\x20\x7f]/.test(sni) && sni === sni.toLowerCase());
}

test('their prefixes, one byte after the other', () => {
  for (const hello of hellos) {
    const whole = readClientHello(hello);
    expect(whole.type).toBe('hello');
    for (let length = 0; length < hello.length; length += 1)
      expect(readClientHello(hello.subarray(0, length))).toEqual({ type: 'incomplete' });
  }
});
