// The entry points of HTTP/2 clients: real clients and servers, the proxy as HTTPS proxy, reverse proxies,
// the settings that turn HTTP/2 off, and the recorded flows.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import {
  answerOn,
  connectHttp2,
  http2Client,
  http2Origin,
  secured,
  valuesOf,
  type Http2Origin,
} from '../helpers/http2.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';
import { flowAt, settled, when } from '../helpers/settled.ts';

const run = promisify(execFile);
const authority = trustedAuthority();
const credentials = authority.issue('localhost');

let proxy: TestEngine;
let origin: Http2Origin;
let plain: Http2Origin;

beforeAll(async () => {
  proxy = await startTestEngine();
  const answer: Parameters<typeof http2Origin>[0] = (stream, headers) => {
    stream.respond({ ':status': 200, 'x-authority': headers[':authority'] ?? '' });
    stream.resume().on('end', () => stream.end(`${headers[':method'] ?? ''} ${headers[':path'] ?? ''}`));
  };
  origin = await http2Origin(answer, credentials);
  plain = await http2Origin(answer, null);
});
afterAll(async () => {
  await proxy.close();
  await origin[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
  origin.received.length = 0;
});

const newest = () => proxy.engine.flows.list().at(-1)!;
const ca = () => proxy.engine.ca.certPem;

/** TLS with the proxy itself, as an HTTPS proxy or for the API. */
async function toProxy(engine: TestEngine = proxy, host = '127.0.0.1'): Promise<tls.TLSSocket> {
  const socket = net.connect(engine.engine.port, host);
  await once(socket, 'connect');
  return secured(socket, 'localhost', engine.engine.ca.certPem);
}

describe('real clients', () => {
  const curl = async (...args: readonly string[]): Promise<string> =>
    (await run('curl', ['-sS', '--max-time', '20', '--cacert', proxy.engine.ca.certPath, ...args])).stdout;

  test.skipIf(missing('curl'))('curl --http2 through a tunnel', async () => {
    const format = '%{http_version} %{http_code}';
    const url = `https://${origin.authority}/curl`;
    expect(await curl('-x', proxy.url, '--http2', '-w', ` ${format}`, url)).toBe('GET /curl 2 200');
    expect(await curl('-x', proxy.url, '--http2', '-d', 'a=b', url)).toBe('POST /curl');
    expect(await curl('-x', proxy.url, '--http2', '-I', url)).toMatch(
      /^HTTP\/1\.1 200 .*\r\n\r\nHTTP\/2 200 \r\n/s,
    );
    expect(await curl('-x', proxy.url, '--http1.1', '-w', ` ${format}`, url)).toBe('GET /curl 1.1 200');
  });

  test.skipIf(missing('curl'))('curl --http2-prior-knowledge inside a tunnel', async () => {
    const url = `http://localhost:${plain.port}/prior`;
    const args = ['-x', proxy.url, '-p', '--http2-prior-knowledge', '-w', ' %{http_version}'];
    expect(await curl(...args, url)).toBe('GET /prior 2');
    expect(newest()).toMatchObject({ state: 'completed', decrypted: false, url });
  });

  test.skipIf(missing('curl'))('curl to the Control API, in plain text and inside TLS', async () => {
    const header = ['-H', `X-Proxy-Token: ${proxy.token}`, '-w', ' %{http_version} %{http_code}'];
    const { port } = proxy.engine;
    const known = await curl('--http2-prior-knowledge', ...header, `http://127.0.0.1:${port}/api/status`);
    expect(known).toMatch(/"port":.* 2 200$/s);
    const inTls = await curl('--http2', ...header, `https://localhost:${port}/api/status`);
    expect(inTls).toMatch(/"port":.* 2 200$/s);
    const alias = await curl('-x', proxy.url, '--http2', ...header, 'https://proxyctl.local/api/status');
    expect(alias).toMatch(/"port":.* 2 200$/s);
    const bare = ['-w', ' %{http_code}', `https://localhost:${port}/api/status`];
    expect(await curl('--http2', ...bare)).toMatch(/missing.* 401$/s);
    expect(proxy.engine.flows.size).toBe(0);
  });

  // This client has no proxy option, which a reverse proxy does not need.
  test.skipIf(missing('nghttp'))('nghttp, through a reverse proxy', async () => {
    await using engine = await startTestEngine({
      reverseProxies: [reverse('a', `https://${origin.authority}`)],
    });
    const port = engine.engine.reversePorts.get('a')!;
    const url = `https://127.0.0.1:${port}/nghttp`;
    const { stdout } = await run('nghttp', ['-y', '-v', '--no-dep', url], { timeout: 20_000 });
    expect(stdout).toContain('GET /nghttp');
    expect(stdout).toMatch(/recv \(stream_id=\d+\) :status: 200/);
  });

  test.skipIf(missing('h2load'))('h2load, 500 requests on 4 connections of 20 streams', async () => {
    await using engine = await startTestEngine({
      reverseProxies: [reverse('a', `https://${origin.authority}`)],
    });
    const port = engine.engine.reversePorts.get('a')!;
    const args = ['-n500', '-c4', '-m20', `https://127.0.0.1:${port}/load`];
    const { stdout } = await run('h2load', args, { timeout: 30_000 });
    expect(stdout).toContain('500 succeeded, 0 failed, 0 errored');
    await settled(engine.engine.flows);
    expect(engine.engine.flows.list().filter(({ state }) => state === 'completed').length).toBe(500);
  });
});

describe('real servers', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxyctl-http2-'));
    writeFileSync(join(folder, 'key.pem'), credentials.key);
    writeFileSync(join(folder, 'cert.pem'), credentials.cert);
    writeFileSync(join(folder, 'large.txt'), 'nghttpd '.repeat(100_000));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(missing('nghttpd'))('nghttpd', async () => {
    const port = await closedPort();
    const args = ['-a', '127.0.0.1', '-d', folder, '--trailer', 'x-end: yes', String(port)];
    await using server = await started(
      'nghttpd',
      [...args, join(folder, 'key.pem'), join(folder, 'cert.pem')],
      port,
    );
    expect(server.running).toBe(true);
    await using client = await connectHttp2(proxy.engine.port, `localhost:${port}`, ca());
    const got = await Promise.all(Array.from({ length: 5 }, () => client.ask({ path: '/large.txt' })));
    for (const { status, bytes, trailers } of got)
      expect([status, bytes, ...trailers]).toEqual([200, 800_000, 'x-end', 'yes']);
    expect(await client.ask({ path: '/none' })).toMatchObject({ status: 404 });
    expect(newest().tls).toMatchObject({ alpn: 'h2' });
  });

  test.skipIf(missing('nginx'))('nginx', async () => {
    const port = await closedPort();
    const config = [
      'daemon off; master_process off; worker_processes 1; pid nginx.pid; error_log error.log;',
      'events { worker_connections 64; }',
      'http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fcgi;',
      ' uwsgi_temp_path uwsgi; scgi_temp_path scgi; http2_max_requests 10;',
      ` server { listen 127.0.0.1:${port} ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem; root ${folder};`,
      '  location /upload { client_max_body_size 1k; proxy_pass http://127.0.0.1:9; } } }',
    ].join('\n');
    writeFileSync(join(folder, 'nginx.conf'), config);
    await using server = await started('nginx', ['-p', folder, '-c', 'nginx.conf'], port);
    expect(server.running).toBe(true);
    await using client = await connectHttp2(proxy.engine.port, `localhost:${port}`, ca());
    // It sends GOAWAY after ten requests on a connection.
    for (let at = 0; at < 35; at += 1)
      expect(await client.ask({ path: '/large.txt' }), `request ${at}`).toMatchObject({
        status: 200,
        bytes: 800_000,
      });
    const many = await Promise.all(Array.from({ length: 40 }, () => client.ask({ path: '/large.txt' })));
    expect(many.map(({ status, bytes }) => `${status} ${bytes}`)).toEqual(Array(40).fill('200 800000'));
    // It responds before it has read the whole request.
    const early = await client.ask({ method: 'POST', path: '/upload', body: Buffer.alloc(500_000) });
    expect(early.status).toBe(413);
  });
});

async function started(
  program: string,
  args: readonly string[],
  port: number,
): Promise<AsyncDisposable & { readonly running: boolean }> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = net.connect(port, '127.0.0.1');
    const stands = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (stands) break;
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    running: child.exitCode === null,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function reverse(id: string, target: string, preserveHost = false) {
  return { id, enabled: true, name: id, listenPort: 0, target, preserveHost };
}

describe('the proxy as an HTTPS proxy', () => {
  test('CONNECT on a stream, and HTTP/2 inside', async () => {
    await using outer = await http2Client(await toProxy(), 'https', 'localhost');
    const tunnel = outer.session.request({ ':method': 'CONNECT', ':authority': origin.authority });
    const [head] = (await once(tunnel, 'response')) as [http2.IncomingHttpHeaders];
    expect(head[':status']).toBe(200);
    const inner = tls.connect({
      socket: tunnel,
      ca: ca(),
      servername: 'localhost',
      ALPNProtocols: ['h2'],
    });
    await once(inner, 'secureConnect');
    await using client = await http2Client(inner, 'https', origin.authority);
    const got = await Promise.all(Array.from({ length: 5 }, (_, at) => client.ask({ path: `/inner/${at}` })));
    expect(got.map(({ body }) => body)).toEqual([0, 1, 2, 3, 4].map((at) => `GET /inner/${at}`));
    expect(newest()).toMatchObject({ state: 'completed', decrypted: true });
  });

  test('tunnels beside each other', async () => {
    await using outer = await http2Client(await toProxy(), 'https', 'localhost');
    const got = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const tunnel = outer.session.request({
          ':method': 'CONNECT',
          ':authority': `localhost:${plain.port}`,
        });
        await once(tunnel, 'response');
        const client = await http2Client(tunnel as unknown as net.Socket, 'http', `localhost:${plain.port}`);
        const { body } = await client.ask({ path: `/beside/${at}` });
        client.session.destroy();
        return body;
      }),
    );
    expect(got).toEqual([0, 1, 2, 3, 4].map((at) => `GET /beside/${at}`));
  });

  test('a CONNECT to nothing, and one that names nothing', async () => {
    await using bypassing = await startTestEngine({ bypassHosts: ['127.0.0.1'] });
    await using outer = await http2Client(await toProxy(bypassing), 'https', 'localhost');
    const dead = outer.session.request({
      ':method': 'CONNECT',
      ':authority': `127.0.0.1:${await closedPort()}`,
    });
    expect(await answerOn(dead.end())).toMatchObject({ status: 502 });
    for (const named of ['localhost', 'localhost:0', ':443', 'a b:1']) {
      const bad = outer.session.request({ ':method': 'CONNECT', ':authority': named });
      bad.on('error', () => undefined);
      const { status, code } = await answerOn(bad.end());
      expect([400, 0], named).toContain(status);
      if (status === 0) expect(code, named).toBe(1);
    }
  });

  test('control data is what the absolute form is: a request to a server in plain text', async () => {
    const { port } = proxy.engine;
    await using h1 = await startedHttp1();
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await using client = await http2Client(socket, 'http', h1.authority);
    const got = await client.ask({ path: '/absolute', fields: ['proxy-authorization', 'Basic eDp5'] });
    expect(got).toMatchObject({ status: 200, body: `GET /absolute ${h1.authority}` });
  });
});

async function startedHttp1(): Promise<
  AsyncDisposable & { readonly authority: string; readonly port: number }
> {
  const server = http.createServer((request, response) => {
    response.end(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.host ?? ''}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('reverse proxies', () => {
  test('over TLS: the prefix goes before the path, the target takes the place of :authority', async () => {
    await using engine = await startTestEngine({
      reverseProxies: [
        reverse('a', `https://${origin.authority}/base`),
        reverse('b', `https://${origin.authority}`, true),
      ],
    });
    const to = async (id: string) => {
      const socket = net.connect(engine.engine.reversePorts.get(id)!, '127.0.0.1');
      await once(socket, 'connect');
      return http2Client(await secured(socket, 'localhost', engine.engine.ca.certPem), 'https', 'own.test');
    };
    await using named = await to('a');
    expect(await named.ask({ path: '/x?y' })).toMatchObject({
      body: 'GET /base/x?y',
      headers: { 'x-authority': origin.authority },
    });
    await using kept = await to('b');
    expect(await kept.ask({ path: '/x' })).toMatchObject({
      body: 'GET /x',
      headers: { 'x-authority': 'own.test' },
    });
    const flow = engine.engine.flows.list();
    expect(flow.map(({ target }) => `${target.host}:${target.port}`)).toEqual([
      origin.authority,
      'own.test:443',
    ]);
  });

  test('in plain text with prior knowledge', async () => {
    await using engine = await startTestEngine({
      reverseProxies: [reverse('a', `http://localhost:${plain.port}`)],
    });
    const socket = net.connect(engine.engine.reversePorts.get('a')!, '127.0.0.1');
    await once(socket, 'connect');
    await using client = await http2Client(socket, 'http', 'own.test');
    expect(await client.ask({ path: '/prior' })).toMatchObject({ status: 200, body: 'GET /prior' });
  });
});

describe('settings', () => {
  test('http2ToClients off: clients are offered HTTP/1.1 alone', async () => {
    await using engine = await startTestEngine({ http2ToClients: false });
    const tunnel = await openTunnel(engine.engine.port, origin.authority);
    await expect(secured(tunnel, 'localhost', engine.engine.ca.certPem)).rejects.toThrow();
    tunnel.destroy();
    const asked = await askThroughTunnel(
      engine.engine.port,
      `https://${origin.authority}/h1`,
      engine.engine.ca.certPem,
    );
    expect(asked).toMatchObject({ status: 200, text: 'GET /h1' });
  });

  test('upstreamHttp2 off: servers are offered HTTP/1.1 alone', async () => {
    const server = http2.createSecureServer({ ...credentials, allowHTTP1: true }, (request, response) =>
      response.end(request.httpVersion),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const authority = `localhost:${(server.address() as AddressInfo).port}`;
    for (const [upstreamHttp2, version] of [
      [false, '1.1'],
      [true, '2.0'],
    ] as const) {
      await using engine = await startTestEngine({ upstreamHttp2 });
      await using client = await connectHttp2(engine.engine.port, authority, engine.engine.ca.certPem);
      expect(await client.ask()).toMatchObject({ status: 200, body: version });
      // A server that supports only HTTP/2 cannot be reached then.
      await using other = await connectHttp2(engine.engine.port, origin.authority, engine.engine.ca.certPem);
      const got = await other.ask();
      expect(got.status).toBe(upstreamHttp2 ? 200 : 502);
      if (!upstreamHttp2) expect(got.body).toContain('The TLS handshake with the server failed');
    }
    server.close();
  });
});

describe('what is recorded', () => {
  test('replay: sent again, by the version that the server speaks', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    await client.ask({
      method: 'POST',
      path: '/replay',
      body: 'hello',
      fields: ['x-a', '1', 'x-a', '2', 'cookie', 'a=1', 'cookie', 'b=2'],
    });
    const flow = await flowAt(proxy.engine.flows, '/replay');
    const again = await proxy.engine.replay(flow);
    expect(again).toMatchObject({ state: 'completed', status: 200, method: 'POST', path: '/replay' });
    expect(again.id).not.toBe(flow.id);
    const [first, second] = origin.received.slice(-2).map((fields) => valuesOf(fields, 'x-a'));
    expect(second).toEqual(first);
    expect((await flowDetail(again)).request.body).toBe('hello');
  });

  test('HAR: the version, and headers without control data', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    await client.ask({ path: '/har' });
    const { id } = await flowAt(proxy.engine.flows, '/har');
    const har = (await (await proxy.api(`/api/flows/${id}/har`)).json()) as { log: { entries: unknown[] } };
    expect(har.log.entries[0]).toMatchObject({
      request: { method: 'GET', httpVersion: 'HTTP/2', url: `https://${origin.authority}/har` },
      response: { status: 200, httpVersion: 'HTTP/2' },
    });
    expect(JSON.stringify(har)).not.toMatch(/"name":":/);
    const curl = await (await proxy.api(`/api/flows/${id}/curl`)).text();
    expect(curl).toContain(`https://${origin.authority}/har`);
  });

  test('a client that leaves right after the handshake probably refuses our certificate', async () => {
    const tunnel = await openTunnel(proxy.engine.port, origin.authority);
    const stream = await secured(tunnel, 'localhost', ca());
    stream.resume().end();
    await once(stream, 'close');
    tunnel.destroy();
    const find = () => proxy.engine.flows.list().find((flow) => flow.notDecrypted !== null);
    await when(proxy.engine.flows, () => find() !== undefined);
    expect(find()).toMatchObject({
      state: 'failed',
      notDecrypted: { code: 'refused', text: expect.stringContaining('probably') as string },
    });
  });

  test('a client that sends only its preface and settings has trusted us', async () => {
    const client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    await client[Symbol.asyncDispose]();
    await using other = await connectHttp2(proxy.engine.port, origin.authority, ca());
    await other.ask();
    expect(proxy.engine.flows.list().map(({ notDecrypted }) => notDecrypted)).toEqual([null]);
  });
});
