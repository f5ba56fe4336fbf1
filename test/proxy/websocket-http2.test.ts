// WebSockets where the client, the server or both speak HTTP/2: extended CONNECT (RFC 8441) is announced as the origin
// announces it, and a server that speaks nothing else is reached from either version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, type Http2Client } from '../helpers/http2.ts';
import { flowAt, settled } from '../helpers/settled.ts';
import { until, within } from '../helpers/waiting.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { http2SocketOrigin, type Http2SocketOrigin } from '../helpers/web-socket-http2.ts';

const authority = trustedAuthority();
const credentials = authority.issue('localhost');
let modern: Http2SocketOrigin;
let http2Only: Http2SocketOrigin;
let old: SocketOrigin;
let proxy: TestEngine;

beforeAll(async () => {
  modern = await http2SocketOrigin(credentials, true);
  http2Only = await http2SocketOrigin(credentials, false);
  old = await startSocketOrigin();
  proxy = await startTestEngine();
});
afterAll(async () => {
  await proxy.close();
  for (const origin of [modern, http2Only, old]) await origin[Symbol.asyncDispose]();
});
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
});

const connect = (port: number): Promise<Http2Client> =>
  connectHttp2(proxy.engine.port, `localhost:${port}`, proxy.engine.ca.certPem);
const announced = ({ session }: Http2Client): boolean =>
  session.remoteSettings.enableConnectProtocol === true;

describe('extended CONNECT is announced', () => {
  test('as soon as the origin has announced it, and from the beginning afterwards', async () => {
    await using first = await connect(modern.port);
    await first.ask();
    await until('the announcement', () => announced(first));
    await using second = await connect(modern.port);
    expect(announced(second)).toBe(true);
  });

  test.each([
    ['speaks HTTP/1.1', () => old.origin.httpsPort],
    ['does not announce it', () => http2Only.port],
  ])('by no means for an origin that %s', async (_, port) => {
    for (let visit = 0; visit < 2; visit += 1) {
      await using client = await connect(port());
      await client.ask();
      expect(announced(client)).toBe(false);
    }
  });
});

/** A masked frame of a client (RFC 6455 section 5.2) of less than 126 bytes. */
function masked(opcode: number, message: string): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const payload = Buffer.from(message).map((byte, at) => byte ^ mask[at % 4]!);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, payload]);
}

function begin(client: Http2Client, path: string): ClientHttp2Stream {
  const control = [':method', 'CONNECT', ':protocol', 'websocket', ':scheme', 'https', ':path', path];
  const fields = [':authority', `localhost:${modern.port}`, 'sec-websocket-version', '13'];
  const stream = client.session.request([...control, ...fields], { endStream: false });
  stream.on('error', () => undefined);
  return stream;
}

async function messagesOf(path: string): Promise<readonly string[] | undefined> {
  const detail = await flowDetail(await flowAt(proxy.engine.flows, path));
  expect(detail).toMatchObject({ state: 'completed', method: 'GET', status: 101, decrypted: true });
  return detail.webSocketMessages?.map(({ direction, kind, text: said }) => `${direction} ${kind} ${said}`);
}

describe('a server of HTTP/2 alone', () => {
  test('is opened by a client of HTTP/1.1', async () => {
    const client = await connectSocket(
      proxy.engine.port,
      `wss://localhost:${modern.port}/old-client`,
      proxy.engine.ca.certPem,
      { protocol: undefined, headers: { Cookie: 'a=b' } },
    );
    client.socket.send('hello');
    await client.hears('text hello');
    client.socket.send('x'.repeat(3_000_000));
    await client.hears(`text ${'x'.repeat(3_000_000)}`);
    client.socket.close(1000, 'done');
    await client.hears('close 1000 done');
    expect(modern.opened.at(-1)).toMatchObject({
      ':method': 'CONNECT',
      ':path': '/old-client',
      cookie: 'a=b',
    });
    expect(Object.keys(modern.opened.at(-1)!).join()).not.toMatch(/sec-websocket-key|upgrade|connection/);
    const messages = await messagesOf('/old-client');
    expect([messages?.[0], messages?.[1], messages?.at(-1)]).toEqual([
      'sent text hello',
      'received text hello',
      'received close 1000 done',
    ]);
  });

  test('is opened by a client of HTTP/2', async () => {
    await using client = await connect(modern.port);
    const stream = begin(client, '/new-client');
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(head[':status']).toBe(200);
    stream.write(masked(1, 'hello'));
    const [frame] = (await within('the echo', once(stream, 'data'))) as [Buffer];
    expect(frame.toString('latin1')).toBe('\x81\x05hello');
    stream.end(masked(8, ''));
    stream.resume();
    await once(stream, 'close');
    expect(await messagesOf('/new-client')).toEqual([
      'sent text hello',
      'received text hello',
      'sent close ',
      'received close ',
    ]);
  });

  test('refuses with a status of its own', async () => {
    const url = `wss://localhost:${modern.port}/status/403`;
    await expect(connectSocket(proxy.engine.port, url, proxy.engine.ca.certPem)).rejects.toThrow('403');
    expect((await flowAt(proxy.engine.flows, '/status/403')).response?.body.bytes().toString()).toBe(
      'CONNECT /status/403',
    );
  });

  test('that takes no WebSockets is named so', async () => {
    const url = `wss://localhost:${http2Only.port}/none`;
    await expect(connectSocket(proxy.engine.port, url, proxy.engine.ca.certPem)).rejects.toThrow('502');
    expect((await flowAt(proxy.engine.flows, '/none')).error).toBe(
      'The server could not be reached: it speaks only HTTP/2, and does not take WebSockets over it (RFC 8441)',
    );
  });

  test('hears a client that leaves, and so does a client hear the server', async () => {
    const url = `wss://localhost:${modern.port}/left`;
    const client = await connectSocket(proxy.engine.port, url, proxy.engine.ca.certPem);
    client.socket.terminate();
    expect((await flowAt(proxy.engine.flows, '/left')).status).toBe(101);
  });
});

describe('the WebSocket of Node.js', () => {
  test.each([
    // Node.js does not stay alive for a WebSocket over HTTP/2, and does for one over HTTP/1.1.
    ['HTTP/1.1', () => old.origin.httpsPort, ''],
    ['HTTP/2 alone', () => modern.port, 'setTimeout(() => process.exit(), 10_000);'],
  ])('waits for what a server of %s sends', async (_, port, stayingAlive) => {
    const script = `const socket = new WebSocket(process.argv[1]);
      socket.onopen = () => socket.send('from Node');
      socket.onmessage = ({ data }) => { console.log(data); socket.close(1000); };
      socket.onclose = () => process.exit();
      socket.onerror = ({ error }) => console.log(String(error), error?.cause);
      ${stayingAlive}`;
    const certificate = join(proxy.home, 'root-for-node.pem');
    writeFileSync(certificate, proxy.engine.ca.certPem);
    const child = spawn(process.execPath, ['--no-warnings', '-e', script, `wss://localhost:${port()}/node`], {
      env: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(await within('Node', text(child.stdout))).toBe('from Node\n');
    expect(await messagesOf('/node')).toContain('received text from Node');
  });
});
