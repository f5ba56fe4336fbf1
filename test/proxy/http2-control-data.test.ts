// Control data of HTTP/2: it may name the Control API over any connection, with the permissions of the client
// that opened the connection; and the authority of requests.
import { once } from 'node:events';
import type http2 from 'node:http2';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import {
  answerOn,
  connectHttp2,
  http2Client,
  http2Origin,
  secured,
  type Http2Origin,
} from '../helpers/http2.ts';
import { flowAt, settled } from '../helpers/settled.ts';

const credentials = trustedAuthority().issue('localhost');
let proxy: TestEngine;
let origin: Http2Origin;

beforeAll(async () => {
  proxy = await startTestEngine();
  const answer: Parameters<typeof http2Origin>[0] = (stream, headers) => {
    stream.respond({ ':status': 200, 'x-authority': headers[':authority'] ?? '' });
    stream.resume().on('end', () => stream.end(`${headers[':method'] ?? ''} ${headers[':path'] ?? ''}`));
  };
  origin = await http2Origin(answer, credentials);
});
afterAll(async () => {
  await proxy.close();
  await origin[Symbol.asyncDispose]();
});
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
  origin.received.length = 0;
});

const newest = () => proxy.engine.flows.list().at(-1)!;
const ca = () => proxy.engine.ca.certPem;
const token = () => ['x-proxy-token', proxy.token];

/** TLS with the proxy itself, as an HTTPS proxy or for the API. */
async function toProxy(engine: TestEngine = proxy, host = '127.0.0.1'): Promise<tls.TLSSocket> {
  const socket = net.connect(engine.engine.port, host);
  await once(socket, 'connect');
  return secured(socket, 'localhost', engine.engine.ca.certPem);
}

describe('the Control API', () => {
  test('inside a tunnel to an alias, and to our own address', async () => {
    for (const authority of ['proxyctl.local:443', `localhost:${proxy.engine.port}`]) {
      await using client = await connectHttp2(proxy.engine.port, authority, ca());
      const fields = token();
      expect(await client.ask({ path: '/api/status', fields }), authority).toMatchObject({ status: 200 });
      expect(await client.ask({ path: '/api/status' })).toMatchObject({ status: 401 });
      expect(await client.ask({ method: 'HEAD', path: '/api/status', fields })).toMatchObject({
        status: 200,
        body: '',
      });
      expect(await client.ask({ path: '/api/nothing', fields })).toMatchObject({ status: 404 });
      const large = Buffer.alloc(17 * 1024 * 1024, 'x');
      expect(await client.ask({ method: 'POST', path: '/api/rpc', fields, body: large })).toMatchObject({
        status: 413,
      });
      const rebound = await client.ask({ path: '/api/status', fields, authority: 'rebound.example' });
      expect(rebound.status).toBe(403);
    }
    expect(proxy.engine.flows.size).toBe(0);
  });

  test('an alias and our own address as :authority on our own port', async () => {
    const socket = net.connect(proxy.engine.port, '127.0.0.1');
    await once(socket, 'connect');
    await using client = await http2Client(socket, 'http', 'proxyctl.local');
    const { port } = proxy.engine;
    for (const named of [
      'proxyctl.local',
      'proxy.ctl',
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `127.1.2.3:${port}`,
    ])
      expect(
        await client.ask({ path: '/api/status', fields: token(), authority: named }),
        named,
      ).toMatchObject({
        status: 200,
      });
    expect(proxy.engine.flows.size).toBe(0);
  });

  test('events, live', async () => {
    await using client = await connectHttp2(proxy.engine.port, 'proxyctl.local:443', ca());
    const stream = client.begin({ path: '/api/events', fields: token() });
    const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    expect(head['content-type']).toContain('text/event-stream');
    let said = '';
    const heard = new Promise<void>((resolve) =>
      stream.on('data', (piece: Buffer) => {
        said += piece.toString();
        if (said.includes('/live-event')) resolve();
      }),
    );
    await using other = await connectHttp2(proxy.engine.port, origin.authority, ca());
    await other.ask({ path: '/live-event' });
    await heard;
    stream.close(8);
  });

  const outside = Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test.skipIf(outside === undefined)('is closed to other devices, whichever way they come', async () => {
    await using open = await startTestEngine({
      listenOnAllInterfaces: true,
      allowedClientIPs: ['0.0.0.0/0'],
    });
    const { port } = open.engine;
    const fields = ['x-proxy-token', open.token];
    const refused = { status: 403, body: '{"error":"The API is only available on this Mac"}' };
    const direct = net.connect(port, outside);
    await once(direct, 'connect');
    await using client = await http2Client(direct, 'http', `${outside!}:${port}`);
    for (const named of [`${outside!}:${port}`, 'proxyctl.local', `127.0.0.1:${port}`])
      expect(await client.ask({ path: '/api/status', fields, authority: named }), named).toMatchObject(
        refused,
      );
    await using inTls = await http2Client(await toProxy(open, outside), 'https', `localhost:${port}`);
    expect(await inTls.ask({ path: '/api/status', fields })).toMatchObject(refused);
    for (const authority of ['proxyctl.local:443', `127.0.0.1:${port}`]) {
      const tunnel = inTls.session.request({ ':method': 'CONNECT', ':authority': authority });
      await once(tunnel, 'response');
      const inner = tls.connect({
        socket: tunnel,
        ca: open.engine.ca.certPem,
        ALPNProtocols: ['h2'],
        checkServerIdentity: () => undefined,
      });
      await once(inner, 'secureConnect');
      await using api = await http2Client(inner, 'https', authority);
      expect(await api.ask({ path: '/api/status', fields }), authority).toMatchObject(refused);
    }
    expect(open.engine.flows.size).toBe(0);
  });
});

describe(':authority', () => {
  test('another Host beside it: refused, and recorded as failed', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    const got = await client.ask({ path: '/differs', fields: ['host', 'other.test'] });
    expect(got).toMatchObject({ status: 0, code: 1 });
    expect(await flowAt(proxy.engine.flows, '/differs')).toMatchObject({
      state: 'failed',
      error: 'The request is not valid HTTP: :authority and Host differ',
    });
    expect(await client.ask({ path: '/next' })).toMatchObject({ status: 200 });
    expect(origin.received.length).toBe(1);
  });

  test('missing, with Host', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    const stream = client.session.request([
      ':method',
      'GET',
      ':scheme',
      'https',
      ':path',
      '/by-host',
      'host',
      origin.authority,
    ]);
    expect(await answerOn(stream)).toMatchObject({
      status: 200,
      headers: { 'x-authority': origin.authority },
    });
  });

  test('another host inside a tunnel: names the flow, and the tunnel leads where it leads', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    const got = await client.ask({ path: '/named', authority: 'shop.test' });
    expect(got).toMatchObject({ status: 200, headers: { 'x-authority': 'shop.test' } });
    expect(newest()).toMatchObject({ target: { scheme: 'https', host: 'shop.test', port: 443 } });
  });

  test('our own address or alias inside the tunnel to an origin is nothing but a name', async () => {
    await using client = await connectHttp2(proxy.engine.port, origin.authority, ca());
    for (const named of ['proxyctl.local', `127.0.0.1:${proxy.engine.port}`]) {
      const got = await client.ask({ path: '/api/status', authority: named, fields: token() });
      expect(got).toMatchObject({ status: 200, body: 'GET /api/status' });
    }
    for (const fields of origin.received) expect(fields).not.toContain(proxy.token);
  });

  test('our own address as the target of a request: never sent to ourselves', async () => {
    const socket = net.connect(proxy.engine.port, '127.0.0.1');
    await once(socket, 'connect');
    await using client = await http2Client(socket, 'http', 'localhost');
    const got = await client.ask({ path: '/x', authority: `localhost:${proxy.engine.port}` });
    expect(got.status).toBe(404);
    expect(proxy.engine.flows.size).toBe(0);
  });
});
