import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { controlClient, ControlClient } from './client.ts';
import { PROOF_PATH, proofOf } from './proof.ts';
import { apiToken } from './token.ts';

const token = 'ab'.repeat(32);
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function listening(server: net.Server): Promise<number> {
  const open = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => open.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return (server.address() as net.AddressInfo).port;
}

/** A client of a server that holds the token and answers like this. */
async function clientOf(listener: RequestListener): Promise<ControlClient> {
  return new ControlClient(await listening(http.createServer(proving(token, listener))), token);
}

/** Answers challenges as the proxy on the port that the client addresses, and all else like this. */
const proving =
  (held: string, listener: RequestListener): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    if (url.pathname !== PROOF_PATH) {
      listener(request, response);
      return;
    }
    const proof = proofOf(held, url.searchParams.get('challenge') ?? '', Number(url.port));
    says(200, JSON.stringify({ app: 'Traffic Proxy', port: Number(url.port), proof }))(request, response);
  };

const says =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  };

class Memory extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

test('asks loopback, with the token', async () => {
  const seen: unknown[] = [];
  const client = await clientOf((request, response) => {
    seen.push([request.method, request.url, request.headers['x-proxy-token'], request.headers.host]);
    says(200, '[]')(request, response);
  });
  await client.status();
  await client.flows({ search: 'a b&c', limit: '5' });
  await client.flow(7);
  await client.replay(7);
  const host = `127.0.0.1:${client.port}`;
  expect(seen).toEqual([
    ['GET', '/api/status', token, host],
    ['GET', '/api/flows?search=a+b%26c&limit=5', token, host],
    ['GET', '/api/flows/7', token, host],
    ['POST', '/api/flows/7/replay', token, host],
  ]);
});

test('gives what was answered', async () => {
  const status = { app: 'Traffic Proxy', port: 1, recording: true, flowCount: 0, activeTools: [] };
  expect(await (await clientOf(says(200, JSON.stringify(status)))).status()).toEqual(status);
  const text = await clientOf(says(200, "curl 'http://é/'", 'text/plain; charset=utf-8'));
  expect(await text.curl(1)).toBe("curl 'http://é/'");
  const sink = new Memory();
  await (await clientOf(says(200, '{"log":{}}'))).har(sink);
  expect(sink.text).toBe('{"log":{}}');
  expect(sink.writable).toBe(true);
});

test('an error of the API is told as it is', async () => {
  const client = await clientOf(says(404, '{"error":"No request with id 7"}'));
  await expect(client.flow(7)).rejects.toThrow(/^No request with id 7$/);
});

describe('nobody there', () => {
  const sentence = (port: number) =>
    `Couldn't reach Traffic Proxy on port ${port}. Is the app (or a headless run) running? (`;

  test('nothing listens', async () => {
    const server = net.createServer();
    const port = await listening(server);
    server.close();
    await once(server, 'close');
    await expect(new ControlClient(port, token).status()).rejects.toThrow(
      `${sentence(port)}nothing listens there: start the app with "proxyctl app")`,
    );
  });

  test.each<[string, RequestListener]>([
    ['a list', says(200, '[]')],
    ['an object', says(200, '{"app":"Prometheus"}')],
    ['more than it should', says(200, ' '.repeat(100_000))],
    ['a page', says(200, '<html>', 'text/html')],
    ['an error page', says(404, '<html>', 'text/html')],
    ['a JSON error of another kind', says(500, '{"message":"?"}')],
    ['a JSON error that is not text', says(500, '{"error":{"code":1}}')],
    ['a redirect', says(302, '', 'text/plain')],
  ])('something else does, and does not get the token: it answers %s', async (_, listener) => {
    let isToldToken = false;
    const port = await listening(
      http.createServer((request, response) => {
        isToldToken ||= JSON.stringify(request.rawHeaders).includes(token);
        listener(request, response);
      }),
    );
    const client = new ControlClient(port, token);
    const message = `${sentence(port)}what answers there is not Traffic Proxy)`;
    await expect(client.status()).rejects.toThrow(message);
    await expect(client.flows()).rejects.toThrow(message);
    expect(isToldToken).toBe(false);
  });

  test('it proves itself with the token of another data folder', async () => {
    const port = await listening(http.createServer(proving('cd'.repeat(32), says(200, '[]'))));
    await expect(new ControlClient(port, token).flows()).rejects.toThrow(
      `${sentence(port)}what answers there uses another data folder: set PROXYCTL_HOME`,
    );
  });

  test('it has a proxy on another port answer for it', async () => {
    const real = await clientOf(says(200, '[]'));
    let isToldToken = false;
    const relay = net.createServer((client) => {
      const proxy = net.connect(real.port, '127.0.0.1');
      client.on('data', (bytes) => {
        isToldToken ||= bytes.includes(token);
        proxy.write(bytes.toString('latin1').replace(/^Host: .*$/m, `Host: 127.0.0.1:${real.port}`));
      });
      proxy.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy());
      client.on('close', () => proxy.destroy());
    });
    const port = await listening(relay);
    await expect(new ControlClient(port, token).flows()).rejects.toThrow(`Couldn't reach Traffic Proxy`);
    expect(isToldToken).toBe(false);
  });

  test('it takes the place of a proxy that has proved itself', async () => {
    let connections = 0;
    let isToldToken = false;
    const server = http.createServer(
      proving(token, (request) => {
        isToldToken ||= JSON.stringify(request.rawHeaders).includes(token);
      }),
    );
    server.on('connection', () => (connections += 1));
    server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
    const port = await listening(server);
    await expect(new ControlClient(port, token).status()).rejects.toThrow('it closed the connection');
    expect({ connections, isToldToken }).toEqual({ connections: 1, isToldToken: false });
  });

  test('it does not speak HTTP', async () => {
    const port = await listening(net.createServer((socket) => socket.end('SSH-2.0-Other\r\n')));
    await expect(new ControlClient(port, token).status()).rejects.toThrow(sentence(port));
  });

  test('it hangs up', async () => {
    const port = await listening(net.createServer((socket) => socket.destroy()));
    await expect(new ControlClient(port, token).status()).rejects.toThrow(sentence(port));
  });

  test('JSON that is none', async () => {
    const client = await clientOf(says(200, '{'));
    await expect(client.status()).rejects.toThrow(sentence(client.port));
  });

  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"log":', () => response.destroy());
  };

  test('the answer breaks off', async () => {
    const client = await clientOf(cut);
    await expect(client.status()).rejects.toThrow(`${sentence(client.port)}the answer was cut`);
    await expect(client.har(new Memory())).rejects.toThrow(`${sentence(client.port)}the answer was cut`);
  });
});

test('a sink that fails ends an export with its own error', async () => {
  const client = await clientOf(says(200, '{"log":{}}'));
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) });
  full.on('error', () => {});
  await expect(client.har(full)).rejects.toThrow(/^no space left$/);
});

test('the token comes from the data folder, which is not told of otherwise', async () => {
  const home = mkdtempSync(join(tmpdir(), 'proxyctl-client-'));
  stops.push(() => rmSync(home, { recursive: true, force: true }));
  let given: unknown;
  const { token: held } = await apiToken(home, () => undefined);
  const listener: RequestListener = (request, response) => {
    given = request.headers['x-proxy-token'];
    says(200, '{}')(request, response);
  };
  const port = await listening(http.createServer(proving(held, listener)));
  await (await controlClient(home, port, () => undefined)).status();
  expect(given).toBe(held);
  expect(existsSync(join(home, 'ca'))).toBe(false);
});
