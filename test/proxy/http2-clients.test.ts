// Clients of other makers over HTTP/2, one after the other, each with many requests on few connections: every one is
// answered, and recorded as it was. HTTP2_CLIENT_COUNT chooses how many requests each sends.
import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flowSummary } from '../../src/flow/summary.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { chatClient, chatServer, type ChatServer } from '../helpers/grpc.ts';
import { connectHttp2, http2Origin, type Http2Origin } from '../helpers/http2.ts';
import { missing } from '../helpers/need.ts';
import { settled } from '../helpers/settled.ts';

const COUNT = Number(process.env['HTTP2_CLIENT_COUNT'] ?? 400);
/** Clients at a time. */
const THREADS = 8;
const EACH = Math.ceil(COUNT / THREADS);
const TIMEOUT_MS = Math.max(60_000, COUNT * 6);
/** Go sends nothing for `localhost` through a proxy, so that the host has another name. */
const HOST = 'load.test';

// Before the first connection, when the roots are read.
const authority = trustedAuthority();
let origin: Http2Origin;
let chat: ChatServer;
let proxy: TestEngine;
/** The numbers of exchanges by what is known of them at their end. */
let ends = new Map<string, number>();

beforeAll(async () => {
  origin = await http2Origin((stream) => {
    let length = 0;
    stream.on('data', (piece: Buffer) => (length += piece.length));
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'content-type': 'text/plain' });
      stream.end(String(length));
    });
  }, authority.issue(HOST));
  chat = await chatServer(authority.issue('localhost'));
  proxy = await startTestEngine({
    // h2load connects to the proxy as to its server, whose port is that of HTTPS then.
    reverseProxies: [
      { id: 'a', enabled: true, name: 'a', listenPort: 0, target: `https://${HOST}`, preserveHost: false },
    ],
    connectOverride: (host) => (host === HOST ? { host: '127.0.0.1', port: origin.port } : null),
  });
  proxy.engine.flows.subscribe((flow, change) => {
    if (change !== 'finished') return;
    const { method, httpVersion, state, status, grpcStatus = '', error = '' } = flowSummary(flow);
    const kind = [method, httpVersion, state, status, grpcStatus, error].join(' ').trim();
    ends.set(kind, (ends.get(kind) ?? 0) + 1);
  });
});
afterAll(async () => {
  await proxy.close();
  chat[Symbol.dispose]();
  await origin[Symbol.asyncDispose]();
});
beforeEach(() => {
  proxy.engine.flows.clear();
  origin.received.length = 0;
  ends = new Map();
});

async function expectAll(kind: string, count: number): Promise<void> {
  await settled(proxy.engine.flows);
  expect(Object.fromEntries(ends)).toEqual({ [kind]: count });
}

test.skipIf(missing('go'))('Go', { timeout: TIMEOUT_MS }, async () => {
  const program = join(proxy.home, 'http2-loop');
  copyFileSync(file('http2-loop.go'), `${program}.go`);
  await output('go', ['build', '-o', program, `${program}.go`]);
  expect(await output(program, parameters())).toBe(`${EACH * THREADS} right\n`);
  await expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

test.skipIf(missing('java', 'javac'))('Java', { timeout: TIMEOUT_MS }, async () => {
  expect(await output('java', [file('Http2Loop.java'), ...parameters()])).toBe(`${EACH * THREADS} right\n`);
  await expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

test.skipIf(missing('curl'))('curl', { timeout: TIMEOUT_MS }, async () => {
  const list = join(proxy.home, 'urls');
  const url = (at: number): string => `url = "https://${HOST}:${origin.port}/${at}"\noutput = "/dev/null"\n`;
  writeFileSync(list, Array.from({ length: COUNT }, (_, at) => url(at)).join(''));
  const common = ['--silent', '--no-progress-meter', '--show-error', '--http2', '--parallel'];
  const trusting = ['--cacert', proxy.engine.ca.certPath, '--proxy', proxy.url];
  const told = ['--config', list, '--write-out', '%{http_version} %{http_code}\n'];
  const codes = await output('curl', [...common, ...trusting, ...told]);
  expect(new Set(codes.trim().split('\n'))).toEqual(new Set(['2 200']));
  await expectAll('GET HTTP/2 completed 200', COUNT);
});

test.skipIf(missing('h2load'))('h2load', { timeout: TIMEOUT_MS }, async () => {
  const load = ['-n', String(COUNT), '-c', String(THREADS), '-m', '10'];
  const place = `--connect-to=127.0.0.1:${proxy.engine.port}`;
  const report = await output('h2load', [...load, place, `https://${HOST}/`]);
  expect(report).toContain(`${COUNT} succeeded, 0 failed, 0 errored, 0 timeout`);
  await expectAll('GET HTTP/2 completed 200', COUNT);
});

test.skipIf(missing('nghttp'))('nghttp, through a reverse proxy', { timeout: TIMEOUT_MS }, async () => {
  const url = `https://127.0.0.1:${proxy.engine.reversePorts.get('a')!}/`;
  const bodies = await output('nghttp', ['-y', '-m', String(COUNT), '--no-dep', url]);
  expect(bodies).toBe('0'.repeat(COUNT));
  await expectAll('GET HTTP/2 completed 200', COUNT);
});

test('Node.js', { timeout: TIMEOUT_MS }, async () => {
  const { port, ca } = proxy.engine;
  await using client = await connectHttp2(port, `${HOST}:${origin.port}`, ca.certPem);
  const body = Buffer.alloc(3000, 'x');
  const ask = async (): Promise<void> => {
    for (let n = 0; n < EACH; n += 1) {
      const answer = await client.ask({ method: 'POST', body });
      expect([answer.status, answer.body]).toEqual([200, '3000']);
    }
  };
  await Promise.all(Array.from({ length: THREADS }, ask));
  await expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

test('gRPC of Node.js', { timeout: TIMEOUT_MS }, async () => {
  const client = chatClient(chat.port, proxy.url, proxy.engine.ca.certPem);
  const ask = async (): Promise<void> => {
    for (let n = 0; n < EACH; n += 1)
      expect(await client.say({ text: 'hi' })).toMatchObject({ text: 'you said hi' });
  };
  await Promise.all(Array.from({ length: THREADS }, ask));
  client.close();
  await expectAll('POST HTTP/2 completed 200 OK', EACH * THREADS);
});

function parameters(): string[] {
  const { port, ca } = proxy.engine;
  return [String(port), `${HOST}:${origin.port}`, ca.certPath, String(THREADS), String(EACH)];
}

function file(name: string): string {
  return fileURLToPath(new URL(`../helpers/load/${name}`, import.meta.url));
}

async function output(program: string, given: readonly string[]): Promise<string> {
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}
