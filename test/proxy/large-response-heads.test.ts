// Heads of responses up to 256 KiB pass, whatever versions of HTTP the two sides speak, with curl as the client.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

const run = promisify(execFile);

/** Curl takes 100 KB in one line. */
const VALUE = 'v'.repeat(61_000);

/** Starts an origin whose responses have as many large headers as the path says. */
async function startLargeOrigin(allowHTTP1: boolean): Promise<Http2SecureServer> {
  const credentials = trustedAuthority().issue('localhost');
  const origin = createSecureServer(
    { ...credentials, allowHTTP1, maxSendHeaderBlockLength: 400_000 },
    (request, response) => {
      for (let at = 0; at < Number(request.url.slice(1)); at += 1) response.setHeader(`x-${at}`, VALUE);
      response.end('body');
    },
  );
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  return origin;
}

const origins = { h1: await startLargeOrigin(true), h2: await startLargeOrigin(false) };
const engines = { h1: await startTestEngine({ upstreamHttp2: false }), h2: await startTestEngine() };

afterAll(async () => {
  await Promise.all(Object.values(engines).map((engine) => engine.close()));
  for (const origin of Object.values(origins)) origin.close();
});

async function curl(server: 'h1' | 'h2', headers: number, ...options: readonly string[]): Promise<string> {
  const { port } = origins[server].address() as AddressInfo;
  const url = `https://localhost:${port}/${headers}`;
  const { stdout } = await run('curl', ['-sk', '-i', ...options, '--proxy', engines[server].url, url], {
    maxBuffer: 1e7,
  });
  return stdout;
}

describe.skipIf(missing('curl'))('a large head of a response', () => {
  // In HTTP/2 curl takes nine frames of a head, which are 144 KiB.
  test.each([
    ['--http1.1', 'h1', 4],
    ['--http1.1', 'h2', 4],
    ['--http2', 'h1', 2],
    ['--http2', 'h2', 2],
  ] as const)('to curl %s from %s: %d × 61,000 bytes', async (version, server, headers) => {
    const received = await curl(server, headers, version);
    expect(received).toMatch(version === '--http2' ? /^HTTP\/2 200/m : /^HTTP\/1\.1 200 OK/m);
    for (let at = 0; at < headers; at += 1) expect(received).toContain(`x-${at}: ${VALUE}`);
    expect(received).toMatch(/body$/);
    const flow = engines[server].engine.flows.newest(1)[0];
    expect(flow?.response?.header('x-1')).toBe(VALUE);
  });

  test.each(['h1', 'h2'] as const)('beyond 256 KiB from %s it is a 502', async (server) => {
    expect(await curl(server, 5, '--http1.1')).toMatch(/^HTTP\/1\.1 502 /m);
  });
});
