// Real clients in large numbers: every exchange is decrypted, and recorded with its app and its end.
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';
import { scaled } from '../helpers/scale.ts';

/** Go sends nothing for `localhost` through a proxy, so that the host has another name. */
const HOST = 'load.test';
const origin = await startOrigin();
const proxy = await startTestEngine({
  insecureUpstreamHosts: [HOST],
  connectOverride: (host, port) => (host === HOST ? { host: '127.0.0.1', port } : null),
});
const { flows, port, ca } = proxy.engine;
const TIMEOUT_MS = 180_000;

afterAll(async () => {
  await proxy.close();
  await origin.close();
});
afterEach(() => flows.clear());

describe('clients at once, in one process of Node.js', () => {
  test.each([
    ['TLS connections', scaled({ quick: 200, full: 2000 }), 1],
    ['connections with four requests each', scaled({ quick: 50, full: 500 }), 4],
  ])('many %s', { timeout: TIMEOUT_MS }, async (_what, clients, requests) => {
    const output = await run(process.execPath, [file('node-clients.ts'), ...args(clients, requests)]);
    expect(output).toBe(`${clients * requests} right\n`);
    await expectAll(clients * requests, basename(process.execPath));
  });
});

describe('clients in loops, a connection for each request', () => {
  test.skipIf(missing('java', 'javac'))('Java', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
    const output = await run('java', [file('Loop.java'), ...args(8, 50)]);
    expect(output).toBe('400 right\n');
    await expectAll(400, 'java');
  });

  test.skipIf(missing('go'))('Go', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
    const source = join(proxy.home, 'loop.go');
    copyFileSync(file('loop.go'), source);
    const program = join(proxy.home, 'go-loop');
    await run('go', ['build', '-o', program, source]);
    expect(await run(program, args(8, 50))).toBe('400 right\n');
    await expectAll(400, 'go-loop');
  });
});

async function expectAll(count: number, app: string): Promise<void> {
  await settled(flows);
  await Promise.all(flows.list().map(({ client }) => client.identified));
  const kinds = new Map<string, number>();
  for (const flow of flows.list()) {
    const kind = [flow.app, flow.method, flow.state, flow.status, flow.decrypted, flow.error].join(' ');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect(Object.fromEntries(kinds)).toEqual({ [`${app} GET completed 200 true `]: count });
}

function args(clients: number, requests: number): string[] {
  return [String(port), `${HOST}:${origin.httpsPort}`, ca.certPath, String(clients), String(requests)];
}

function file(name: string): string {
  return fileURLToPath(new URL(`../helpers/load/${name}`, import.meta.url));
}

async function run(program: string, parameters: readonly string[]): Promise<string> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}
