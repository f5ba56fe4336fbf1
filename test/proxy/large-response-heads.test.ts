// Heads of responses up to 256 KiB pass, whatever versions of HTTP the two sides speak, with curl as the client.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

const run = promisify(execFile);

/** Four of them are 244 KB; curl takes 100 KB in one line. */
const VALUE = 'v'.repeat(61_000);
const NAMES = ['x-one', 'x-two', 'x-three', 'x-four'];

const authority = trustedAuthority();
const origin = createSecureServer(
  { ...authority.issue('localhost'), allowHTTP1: true, maxSendHeaderBlockLength: 400_000 },
  (request, response) => {
    const count = Number(request.url.slice(1));
    for (const name of NAMES) response.setHeader(name, VALUE);
    for (let at = 0; at < count; at += 1) response.setHeader(`x-more-${at}`, VALUE);
    response.end('body');
  },
);
origin.listen(0, '127.0.0.1');
await once(origin, 'listening');
const { port } = origin.address() as AddressInfo;
const engines = { h1: await startTestEngine({ upstreamHttp2: false }), h2: await startTestEngine() };

afterAll(async () => {
  await Promise.all(Object.values(engines).map((engine) => engine.close()));
  origin.close();
});

describe.skipIf(missing('curl'))('a response with a head of 244 KB', () => {
  test.each([
    ['--http1.1', 'h1'],
    ['--http1.1', 'h2'],
    ['--http2', 'h1'],
    ['--http2', 'h2'],
  ] as const)('to curl %s from %s', async (version, upstream) => {
    const { engine, url } = engines[upstream];
    const options = ['-sk', '-i', version, '--proxy', url, `https://localhost:${port}/0`];
    const { stdout } = await run('curl', options, { maxBuffer: 1e7 });
    expect(stdout).toMatch(version === '--http2' ? /^HTTP\/2 200/m : /^HTTP\/1\.1 200/m);
    for (const name of NAMES) expect(stdout).toContain(`${name}: ${VALUE}`);
    expect(stdout).toMatch(/body$/);
    const flow = engine.flows.newest(1).at(-1);
    expect(flow?.response?.header('x-four')).toBe(VALUE);
  });

  test.each(['h1', 'h2'] as const)('a larger one from %s is a 502', async (upstream) => {
    const { url } = engines[upstream];
    const options = ['-sk', '-o', '-', '-w', '%{http_code}', '--proxy', url, `https://localhost:${port}/1`];
    const { stdout } = await run('curl', options, { maxBuffer: 1e7 });
    expect(stdout).toMatch(/502$/);
  });
});
