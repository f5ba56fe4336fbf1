// Settings that change while the app runs, with real clients: which take effect at once, which restart the
// proxy, and what remains after a failed change.
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { ask, askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { selfSigned } from '../helpers/authority.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { settled } from '../helpers/settled.ts';
import { within } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

// This machine's own address outside loopback stands for another device.
const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '';

const origin = await startOrigin();
afterAll(() => origin.close());
let stack = new AsyncDisposableStack();

afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

async function started(): Promise<TestApp> {
  return stack.use(await startTestApp());
}

const change = (app: TestApp, changes: object) => app.rpc('update_settings', { changes });
const stored = (app: TestApp) => JSON.parse(readFileSync(join(app.home, 'settings.json'), 'utf8'));
const refused = (port: number) =>
  expect(ask(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });

describe('what restarts the proxy', () => {
  test('another port: the answer arrives by the old one, which then is closed', async () => {
    const app = await started();
    const before = app.port();
    const wanted = await closedPort();
    await app.via(`${origin.http}/one`);
    const { value } = await change(app, { port: wanted });
    expect(value).toEqual({ applied: ['port'], restarted: true, port: wanted });
    expect(app.port()).toBe(wanted);
    await refused(before);
    expect((await app.via(`${origin.http}/two`)).status).toBe(200);
    expect(stored(app)).toMatchObject({ version: 1, port: wanted });
  });

  test("empties the engine's list, not the traffic list; ids go on", async () => {
    const app = await started();
    await app.via(`${origin.http}/one`);
    await settled(app.app.engine.flows);
    await change(app, { port: await closedPort() });
    expect(app.app.engine.flows.size).toBe(0);
    expect(await app.result('status')).toMatchObject({ requestCount: 1 });
    await app.via(`${origin.http}/two`);
    await settled(app.app.engine.flows);
    expect(app.app.traffic.newest().map(({ path, id }) => `${id} ${path}`)).toEqual(['1 /one', '2 /two']);
    expect(JSON.parse((await app.api('/api/flows/1')).text).url).toBe(`${origin.http}/one`);
    expect(JSON.parse((await app.api('/api/flows')).text)).toHaveLength(1);
  });

  test('the same port on other addresses', async () => {
    const app = await started();
    const before = app.port();
    expect((await change(app, { listenOnAllInterfaces: true })).value).toMatchObject({
      restarted: true,
      port: before,
    });
    expect(app.app.engine.listensOnAllInterfaces).toBe(true);
    expect((await app.via(`${origin.http}/one`)).status).toBe(200);
    expect((await change(app, { listenOnAllInterfaces: false })).value).toMatchObject({ port: before });
    expect((await app.via(`${origin.http}/two`)).status).toBe(200);
  });

  test('SOCKS and reverse proxies come and go; the connections of other ports go on', async () => {
    const app = await started();
    const socks = await closedPort();
    const reverse = await closedPort();
    const tunnel = await openTunnel(app.port(), new URL(origin.http).host);
    stack.defer(() => void tunnel.destroy());
    const settings = {
      socks: { isEnabled: true, port: socks },
      reverseProxies: [{ name: 'api', listenPort: reverse, target: origin.http }],
    };
    expect((await change(app, settings)).value).toMatchObject({ restarted: true, port: app.port() });
    expect((await ask(`http://127.0.0.1:${reverse}/behind`)).text).toBe('GET /behind\n');
    const asking = net.connect(socks, '127.0.0.1');
    asking.write(Buffer.from([5, 1, 0]));
    expect((await once(asking, 'data'))[0]).toEqual(Buffer.from([5, 0]));
    asking.destroy();
    await change(app, { socks: { isEnabled: false }, reverseProxies: [] });
    await refused(socks);
    await refused(reverse);
    tunnel.write('GET /still HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(tunnel, 'data'))[0])).toContain('200 OK');
  });

  test('what is as it was restarts nothing', async () => {
    const app = await started();
    await change(app, { reverseProxies: [{ id: 'a', listenPort: await closedPort(), target: origin.http }] });
    await app.via(`${origin.http}/one`);
    const same = { port: app.port(), reverseProxies: app.app.settings.reverseProxies, socks: {} };
    expect((await change(app, same)).value).toEqual({
      applied: ['port', 'reverseProxies', 'socks'],
      restarted: false,
      port: app.port(),
    });
    expect(app.app.engine.flows.size).toBe(1);
  });

  test('connections of a port that was given up are cut after the answer', { tags: ['full'] }, async () => {
    const app = await started();
    const client = net.connect(app.port(), '127.0.0.1');
    await once(client, 'connect');
    const closed = once(client, 'close');
    const port = await closedPort();
    expect(await change(app, { port })).toMatchObject({ status: 200, value: { port, restarted: true } });
    await within('the connection to be cut', closed);
    expect(client.destroyed).toBe(true);
  });

  test('an exchange on a port that stays is not touched', { tags: ['full'] }, async () => {
    await using slow = await startOrigin((_, response) => void response.writeHead(200).write('begun '));
    const app = await started();
    const request = http.get({
      host: '127.0.0.1',
      port: app.port(),
      path: `${slow.http}/slow`,
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'data');
    await change(app, { socks: { isEnabled: true, port: await closedPort() } });
    // Longer than the grace period of connections on closed ports.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(response.destroyed).toBe(false);
    request.destroy();
  });
});

describe('what cannot be had', () => {
  async function occupied(): Promise<number> {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => void server.close());
    return (server.address() as net.AddressInfo).port;
  }

  test.each(
    sampled(
      [
        ['port', (port: number) => ({ port })],
        ['socks.port', (port: number) => ({ socks: { isEnabled: true, port } })],
        [
          'reverseProxies',
          (port: number) => ({ reverseProxies: [{ name: 'x', listenPort: port, target: 'http://h/' }] }),
        ],
      ],
      2,
    ),
  )('%s: everything stays as it was', async (field, changes) => {
    const app = await started();
    const before = app.port();
    await change(app, { maxCapturedBodyBytes: 1000 });
    const settings = await app.result('get_settings');
    await app.via(`${origin.http}/one`);
    const port = await occupied();
    expect(await change(app, { ...changes(port), maxCapturedBodyBytes: 5 })).toMatchObject({
      status: 422,
      field,
      error: expect.stringContaining(`port ${port} is in use`),
    });
    expect(await app.result('get_settings')).toEqual(settings);
    expect(stored(app)).toMatchObject({ maxCapturedBodyBytes: 1000 });
    expect(app.port()).toBe(before);
    expect(app.app.engine.captures.maxBodyBytes).toBe(1000);
    expect((await app.via(`${origin.http}/two`)).status).toBe(200);
    expect(app.app.engine.flows.size).toBe(2);
  });

  test('the same port on other addresses, where one is taken: the old one listens again', async () => {
    const app = await started();
    const other = net.createServer();
    // The first loopback address of the other family: when it is taken, listening on all addresses fails.
    other.listen({ port: app.port(), host: '::1' });
    const isTaken = await Promise.race([
      once(other, 'listening').then(() => true),
      once(other, 'error').then(() => false),
    ]);
    if (!isTaken) return;
    stack.defer(() => void other.close());
    const called = await change(app, { listenOnAllInterfaces: true });
    if (called.status === 200) return; // the system allows both listeners
    expect(called).toMatchObject({ status: 422, field: 'port' });
    expect((await app.via(`${origin.http}/one`)).status).toBe(200);
    expect(app.app.engine.listensOnAllInterfaces).toBe(false);
  });

  test('a certificate or a key log that cannot be had', async () => {
    const app = await started();
    const missing = join(app.home, 'none.pem');
    expect(await change(app, { clientCertificates: [{ host: 'x.test', certPath: missing }] })).toMatchObject({
      status: 422,
      field: 'clientCertificates[0].certPath',
      error: expect.stringContaining(missing),
    });
    expect(await change(app, { tlsKeyLogPath: join(app.home, 'no', 'keys') })).toMatchObject({
      status: 422,
      field: 'tlsKeyLogPath',
      error: expect.stringContaining('cannot write TLS keys'),
    });
    expect(await app.result('get_settings')).toMatchObject({ clientCertificates: [], tlsKeyLogPath: null });
  });

  test('a disk that takes nothing: said to the caller, and nothing has changed', async () => {
    const app = await started();
    await change(app, { maxCapturedBodyBytes: 1000 });
    const before = readFileSync(join(app.home, 'settings.json'), 'utf8');
    // The first file cannot be written: a folder that is not empty has its name.
    mkdirSync(join(app.home, 'settings.json.unfinished', 'in the way'), { recursive: true });
    mkdirSync(join(app.home, 'tools.json.unfinished', 'in the way'), { recursive: true });
    const port = await closedPort();
    expect(await change(app, { port, maxCapturedBodyBytes: 5 })).toMatchObject({
      status: 422,
      error: expect.stringContaining('settings.json cannot be saved'),
    });
    await refused(port);
    expect(await app.result('get_settings')).toMatchObject({ maxCapturedBodyBytes: 1000 });
    expect(readFileSync(join(app.home, 'settings.json'), 'utf8')).toBe(before);
    expect(await app.rpc('set_tool_enabled', { tool: 'noCaching', enabled: true })).toMatchObject({
      status: 422,
      error: expect.stringContaining('tools.json cannot be saved'),
    });
    expect(app.app.tools.activeTools).toEqual([]);
    rmSync(join(app.home, 'settings.json.unfinished'), { recursive: true });
    expect((await change(app, { maxCapturedBodyBytes: 5 })).status).toBe(200);
  });
});

describe('what takes effect at once', () => {
  test('which hosts are decrypted', async () => {
    const app = await started();
    const ca = app.app.engine.ca.certPem;
    await change(app, { sslProxyingHosts: ['localhost'] });
    expect((await askThroughTunnel(app.port(), `${origin.https}/read`, ca)).status).toBe(200);
    await change(app, { bypassHosts: ['localhost'] });
    await expect(askThroughTunnel(app.port(), `${origin.https}/unread`, ca)).rejects.toThrow(/certificate/i);
    await settled(app.app.engine.flows);
    expect(
      app.app.traffic.newest().map(({ state, notDecrypted }) => [state, notDecrypted?.code ?? null]),
    ).toEqual([
      ['completed', null],
      ['tunneled', 'bypassed'],
    ]);
  });

  test('whom to trust: a connection that was opened under other rules is not used again', async () => {
    const app = await started();
    await using untrusted = await untrustedOrigin();
    const url = `https://localhost:${untrusted.port}/`;
    const send = () => app.result('edit_and_replay', { url });
    expect(await send()).toMatchObject({ state: 'failed' });
    await change(app, { insecureUpstreamHosts: ['localhost'] });
    expect(await send()).toMatchObject({ status: 200 });
    await change(app, { insecureUpstreamHosts: [] });
    expect(await send()).toMatchObject({ state: 'failed' });
  });

  test('a client certificate that another has replaced, with whatever is changed next', async () => {
    const app = await started();
    await using server = await askingForCertificate();
    const certPath = join(app.home, 'me.pem');
    const send = async () => {
      const url = `https://localhost:${server.port}/`;
      return (await app.result('edit_and_replay', { url })).response.body;
    };
    const become = (name: string): void => {
      const { cert, key } = selfSigned(name);
      writeFileSync(certPath, key + cert);
    };
    become('first.test');
    await change(app, {
      clientCertificates: [{ host: 'localhost', certPath }],
      insecureUpstreamHosts: ['localhost'],
    });
    expect(await send()).toBe('first.test');
    become('second.test');
    await change(app, { maxCapturedBodyBytes: 1000 });
    expect(await send()).toBe('second.test');
    rmSync(certPath);
    expect(await change(app, { maxCapturedBodyBytes: 2000 })).toMatchObject({ status: 200 });
    expect(await send()).toBe('second.test');
  });

  test('the way out: exchanges that go on keep theirs, new ones take the other', async () => {
    const app = await started();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    stack.defer(() => agent.destroy());
    const asked: string[] = [];
    const proxy = http.createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('from the proxy');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    stack.defer(() => {
      proxy.close();
      proxy.closeAllConnections();
    });
    await app.via(`${origin.http}/direct`, { agent });
    const { port } = proxy.address() as net.AddressInfo;
    const externalProxy = { isEnabled: true, type: 'http', host: '127.0.0.1', port, bypassHosts: [] };
    await change(app, { externalProxy });
    // Loopback is reached directly by default; a name that only the upstream proxy resolves is not.
    expect((await app.via('http://only.test/through', { agent })).text).toBe('from the proxy');
    expect(asked).toEqual(['http://only.test/through']);
    await change(app, { externalProxy: { isEnabled: false } });
    expect((await app.via('http://only.test/direct', { agent })).status).toBe(502);
    expect(app.app.settings.externalProxy).toMatchObject({ host: '127.0.0.1', port, isEnabled: false });
  });

  test('who may use SOCKS on the proxy’s own port', async () => {
    const app = await started();
    const methodsOf = async (): Promise<Buffer> => {
      const client = net.connect(app.port(), '127.0.0.1');
      client.write(Buffer.from([5, 2, 0, 2]));
      const [answer] = (await once(client, 'data')) as [Buffer];
      client.destroy();
      return answer;
    };
    expect(await methodsOf()).toEqual(Buffer.from([5, 0]));
    await change(app, { socks: { username: 'u', password: 'secret' } });
    expect(await methodsOf()).toEqual(Buffer.from([5, 2]));
    expect(await app.result('get_settings')).toMatchObject({ socks: { password: '••••••••' } });
    await change(app, { socks: { username: 'other', password: '••••••••' } });
    expect(app.app.settings.socks).toMatchObject({ username: 'other', password: 'secret' });
  });

  test.skipIf(outside === '')(
    'who may use the proxy: devices that may no longer lose their connections',
    async () => {
      const app = await started();
      await change(app, { listenOnAllInterfaces: true, allowedClientIPs: ['0.0.0.0/0'] });
      const device = net.connect(app.port(), outside);
      const local = net.connect(app.port(), '127.0.0.1');
      stack.defer(() => void local.destroy());
      const ask = async (client: net.Socket): Promise<string> => {
        client.write(`GET ${origin.http}/x HTTP/1.1\r\nHost: ${new URL(origin.http).host}\r\n\r\n`);
        return String((await once(client, 'data'))[0]).slice(0, 12);
      };
      expect(await ask(local)).toBe('HTTP/1.1 200');
      expect(await ask(device)).toBe('HTTP/1.1 403'); // other devices may not reach loopback
      const cut = once(device.resume(), 'close');
      await change(app, { allowDevicesToLocal: true });
      await cut;
      const again = net.connect(app.port(), outside);
      expect(await ask(again)).toBe('HTTP/1.1 200');
      const gone = once(again.resume(), 'close');
      await change(app, { allowedClientIPs: ['203.0.113.7'] });
      await gone;
      expect(await ask(local)).toBe('HTTP/1.1 200');
    },
  );

  test('whether HTTP/2 is offered', async () => {
    const app = await started();
    await change(app, { sslProxyingHosts: ['*'] });
    const offered = async (): Promise<string | false | null> => {
      const socket = await openTunnel(app.port(), new URL(origin.https).host);
      const client = tls.connect({
        socket,
        servername: 'localhost',
        ca: app.app.engine.ca.certPem,
        ALPNProtocols: ['h2', 'http/1.1'],
      });
      await once(client, 'secureConnect');
      socket.destroy();
      return client.alpnProtocol;
    };
    expect(await offered()).toBe('h2');
    await change(app, { http2ToClients: false });
    expect(await offered()).toBe('http/1.1');
  });

  test('the key log: another file, and none', async () => {
    const app = await started();
    const [first, second] = [join(app.home, 'keys-1'), join(app.home, 'keys-2')];
    const send = () => app.result('edit_and_replay', { url: `${origin.https}/` });
    await change(app, { tlsKeyLogPath: first });
    await send();
    await change(app, { tlsKeyLogPath: second });
    const size = statSync(first).size;
    await send();
    expect(size).toBeGreaterThan(0);
    expect(statSync(first).size).toBe(size);
    expect(statSync(second).size).toBeGreaterThan(0);
    await change(app, { tlsKeyLogPath: null });
    expect((await send()).status).toBe(200);
  });

  test('how much is kept of a body', async () => {
    const app = await started();
    await change(app, { maxCapturedBodyBytes: 3, memoryBudgetBytes: 0 });
    await app.via(`${origin.http}/abc`);
    await settled(app.app.engine.flows);
    const detail = JSON.parse((await app.api('/api/flows/1')).text);
    expect(detail.response.body).toBe('GET\n[6 bytes left out]');
  });
});

describe('what survives', () => {
  test('settings and tools, in files for this user alone', async () => {
    const first = await startTestApp();
    const { home } = first;
    await change(first, { maxCapturedBodyBytes: 77, socks: { password: 'secret', username: 'u' } });
    const { matches, ...rule } = await first.result('upsert_rule', {
      tool: 'blockList',
      rule: { name: 'No', pattern: 'ads.test' },
    });
    expect(matches).toBe('there are no requests yet that it could match');
    const kept = {
      settings: readFileSync(join(home, 'settings.json')),
      tools: readFileSync(join(home, 'tools.json')),
    };
    for (const name of ['settings.json', 'tools.json'])
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
    await first.close();
    mkdirSync(home, { mode: 0o700 });
    stack.defer(() => rmSync(home, { recursive: true }));
    writeFileSync(join(home, 'settings.json'), kept.settings);
    writeFileSync(join(home, 'tools.json'), kept.tools);
    const second = stack.use(await startTestApp({ home }));
    expect(second.said).toEqual([]);
    expect(second.app.settings).toMatchObject({ maxCapturedBodyBytes: 77, socks: { password: 'secret' } });
    expect(await second.result('list_rules', { tool: 'blockList' })).toMatchObject([
      { enabled: true, rules: [rule] },
    ]);
    expect(await second.result('status')).toMatchObject({ activeTools: ['blockList'] });
  });
});

/** A TLS server with an untrusted certificate that keeps connections open. */
async function untrustedOrigin(): Promise<AsyncDisposable & { readonly port: number }> {
  const app = await startTestApp();
  const leaf = app.app.engine.ca.leafFor(['localhost']);
  await app.close();
  const server = tls.createServer({ cert: leaf.certPem, key: leaf.keyPem }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    [Symbol.asyncDispose]: () => {
      server.close();
      return Promise.resolve();
    },
  };
}

/** Responds with the name in the client's certificate. */
async function askingForCertificate(): Promise<AsyncDisposable & { readonly port: number }> {
  const options = { ...selfSigned('localhost'), requestCert: true, rejectUnauthorized: false };
  const server = https.createServer(options, ({ socket }, response) => {
    response.end(socket instanceof tls.TLSSocket ? socket.getPeerCertificate().subject.CN : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
