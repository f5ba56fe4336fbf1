// Clients of other makers over HTTP/2, one after the other, each with many requests on few connections: every one is
// answered, and recorded as it was. HTTP2_CLIENT_COUNT chooses how many.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { trustedAuthority, type TestAuthority } from '../helpers/authority.ts';
import type { TestEngine } from '../helpers/engine.ts';
import { chatClient, chatServer, type ChatServer } from '../helpers/grpc.ts';
import { connectHttp2, type Http2Origin } from '../helpers/http2.ts';
import { COUNT, EACH, HOST, Http2Load, lengthOfBody, THREADS, TIMEOUT_MS } from '../helpers/http2-load.ts';
import { listening } from '../helpers/listening.ts';
import { missing } from '../helpers/need.ts';

let load: Http2Load;
let chat: ChatServer;
let origin: Http2Origin;
let proxy: TestEngine;
let authority: TestAuthority;

beforeAll(async () => {
  authority = trustedAuthority();
  load = await Http2Load.start(lengthOfBody, authority);
  chat = await chatServer(authority.issue('localhost'));
  ({ origin, proxy } = load);
});
afterAll(async () => {
  await load[Symbol.asyncDispose]();
  chat[Symbol.dispose]();
});
beforeEach(() => load.clear());

test.skipIf(missing('go'))('Go', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  const program = join(proxy.home, 'http2-loop');
  copyFileSync(file('http2-loop.go'), `${program}.go`);
  await output('go', ['build', '-o', program, `${program}.go`]);
  expect(await output(program, parameters())).toBe(`${EACH * THREADS} right\n`);
  await load.expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

test.skipIf(missing('java', 'javac'))('Java', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  expect(await output('java', [file('Http2Loop.java'), ...parameters()])).toBe(`${EACH * THREADS} right\n`);
  await load.expectAll('POST HTTP/2 completed 200', EACH * THREADS);
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
  await load.expectAll('GET HTTP/2 completed 200', COUNT);
});

test.skipIf(missing('h2load'))('h2load', { timeout: TIMEOUT_MS }, async () => {
  const requests = ['-n', String(COUNT), '-c', String(THREADS), '-m', '10'];
  const connectTo = `--connect-to=127.0.0.1:${proxy.engine.port}`;
  const report = await output('h2load', [...requests, connectTo, `https://${HOST}/`]);
  expect(report).toContain(`${COUNT} succeeded, 0 failed, 0 errored, 0 timeout`);
  await load.expectAll('GET HTTP/2 completed 200', COUNT);
});

test.skipIf(missing('nghttp'))('nghttp, through a reverse proxy', { timeout: TIMEOUT_MS }, async () => {
  const url = `https://127.0.0.1:${proxy.engine.reversePorts.get('a')!}/`;
  const bodies = await output('nghttp', ['-y', '-m', String(COUNT), '--no-dep', url]);
  expect(bodies).toBe('0'.repeat(COUNT));
  await load.expectAll('GET HTTP/2 completed 200', COUNT);
});

test('Node.js', { timeout: TIMEOUT_MS }, async () => {
  await askWithNode(`${HOST}:${origin.port}`);
  await load.expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

test('Node.js, to a server of HTTP/1.1', { timeout: TIMEOUT_MS }, async () => {
  const server = https.createServer(authority.issue('localhost'), (request, response) => {
    let length = 0;
    request.on('data', (piece: Buffer) => (length += piece.length));
    request.on('end', () => response.end(String(length)));
  });
  await askWithNode(`localhost:${await listening(server)}`);
  // The lower version of both sides is recorded.
  await load.expectAll('POST HTTP/1.1 completed 200', EACH * THREADS);
});

async function askWithNode(server: string): Promise<void> {
  const { port, ca } = proxy.engine;
  await using client = await connectHttp2(port, server, ca.certPem);
  const body = Buffer.alloc(3000, 'x');
  const ask = async (): Promise<void> => {
    for (let n = 0; n < EACH; n += 1) {
      const answer = await client.ask({ method: 'POST', body });
      expect([answer.status, answer.body]).toEqual([200, '3000']);
    }
  };
  await Promise.all(Array.from({ length: THREADS }, ask));
}

test('gRPC of Node.js', { timeout: TIMEOUT_MS }, async () => {
  const client = chatClient(chat.port, proxy.url, proxy.engine.ca.certPem);
  const ask = async (): Promise<void> => {
    for (let n = 0; n < EACH; n += 1)
      expect(await client.say({ text: 'hi' })).toMatchObject({ text: 'you said hi' });
  };
  await Promise.all(Array.from({ length: THREADS }, ask));
  client.close();
  await load.expectAll('POST HTTP/2 completed 200 OK', EACH * THREADS);
});

test.skipIf(missing('deno'))('Deno', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  const script = ['run', '--quiet', '--allow-net', '--allow-read', '--ext=js', file('http2-loop.deno')];
  expect(await output('deno', [...script, ...parameters()])).toBe(`${EACH * THREADS} right\n`);
  await load.expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

const httpx = pythonWith('httpx, h2');

test.skipIf(httpx === null)('httpx of Python', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  expect(await output(httpx ?? '', [file('http2_loop.py'), ...parameters()])).toBe(
    `${EACH * THREADS} right\n`,
  );
  await load.expectAll('POST HTTP/2 completed 200', EACH * THREADS);
});

const grpcio = pythonWith('grpc');

test.skipIf(grpcio === null)('gRPC of Python', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  const given = parameters(`localhost:${chat.port}`);
  expect(await output(grpcio ?? '', [file('grpc_loop.py'), ...given])).toBe(`${EACH * THREADS} right\n`);
  await load.expectAll('POST HTTP/2 completed 200 OK', EACH * THREADS);
});

function parameters(server = `${HOST}:${origin.port}`): string[] {
  const { port, ca } = proxy.engine;
  return [String(port), server, ca.certPath, String(THREADS), String(EACH)];
}

/** Returns the first Python that has these modules; null without one. */
function pythonWith(modules: string): string | null {
  const has = (program: string): boolean => spawnSync(program, ['-c', `import ${modules}`]).status === 0;
  const found = ['python3', '/usr/bin/python3'].find(has) ?? null;
  if (found === null) process.stderr.write(`skipped: Python has no ${modules}\n`);
  return found;
}

function file(name: string): string {
  return fileURLToPath(new URL(`../helpers/load/${name}`, import.meta.url));
}

async function output(program: string, given: readonly string[]): Promise<string> {
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}
