// Real HTTP/2 clients with many requests on few connections: none fails, at the client or in the list.
// HTTP2_CLIENT_COUNT sets the number of requests of each client.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { connectHttp2, http2Origin } from '../helpers/http2.ts';
import { missing } from '../helpers/need.ts';
import { settled } from '../helpers/settled.ts';

const COUNT = Number(process.env['HTTP2_CLIENT_COUNT'] ?? 1000);
const STREAMS = 20;
const TIMEOUT_MS = 60_000 + COUNT * 10;
const run = promisify(execFile);

let requests = 0;
const origin = await http2Origin((stream, headers) => {
  requests += 1;
  stream.respond({ ':status': 200 });
  stream.end(headers[':path']);
}, trustedAuthority().issue('localhost'));
const proxy = await startTestEngine({
  reverseProxies: [
    {
      id: 'a',
      enabled: true,
      name: 'a',
      listenPort: 0,
      target: `https://${origin.authority}`,
      preserveHost: false,
    },
  ],
});
const { flows, ca, port, reversePorts } = proxy.engine;
/** Paths of exchanges that failed, which the list may no longer hold at the end. */
const failed = new Set<string>();
flows.subscribe(({ state, path, error }) => {
  if (state === 'failed') failed.add(`${path}: ${error ?? ''}`);
});

beforeEach(() => {
  requests = 0;
  failed.clear();
});
afterEach(() => flows.clear());
afterAll(async () => {
  await proxy.close();
  await origin[Symbol.asyncDispose]();
});

test.skipIf(missing('h2load'))('h2load, through a reverse proxy', { timeout: TIMEOUT_MS }, async () => {
  const url = `https://127.0.0.1:${reversePorts.get('a')!}/load`;
  const { stdout } = await program('h2load', [`-n${COUNT}`, '-c4', `-m${STREAMS}`, url]);
  expect(stdout).toContain(`${COUNT} succeeded, 0 failed, 0 errored, 0 timeout`);
  await expectAll();
});

test.skipIf(missing('nghttp'))('nghttp, through a reverse proxy', { timeout: TIMEOUT_MS }, async () => {
  const url = `https://127.0.0.1:${reversePorts.get('a')!}/x`;
  const { stdout } = await program('nghttp', ['-y', '-m', String(COUNT), '--no-dep', url]);
  expect(stdout).toBe('/x'.repeat(COUNT));
  await expectAll();
});

test('Node, through a tunnel', { timeout: TIMEOUT_MS }, async () => {
  await using client = await connectHttp2(port, origin.authority, ca.certPem);
  let next = 0;
  let right = 0;
  const asked = async (): Promise<void> => {
    while (next < COUNT) {
      const path = `/${(next += 1)}`;
      const { status, body } = await client.ask({ path });
      if (status === 200 && body === path) right += 1;
    }
  };
  await Promise.all(Array.from({ length: STREAMS }, asked));
  expect(right).toBe(COUNT);
  await expectAll();
});

function program(name: string, args: readonly string[]): Promise<{ stdout: string }> {
  return run(name, args, { timeout: TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 });
}

async function expectAll(): Promise<void> {
  await settled(flows);
  expect({ requests, failed: [...failed] }).toEqual({ requests: COUNT, failed: [] });
}
