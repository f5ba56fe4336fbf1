// Intercepted connections whose tools fail or are slow: tunnels, WebSockets, connections of other devices,
// and those to the proxy itself.
import os from 'node:os';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type {
  ExchangeHook,
  InterceptedExchange,
  Pace,
  RequestVerdict,
  ResponseVerdict,
  TunnelHook,
  TunnelVerdict,
} from '../../src/proxy/hooks.ts';
import { ask, openTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2 } from '../helpers/http2.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { connectRaw, rawOrigin, type Raw } from '../helpers/raw.ts';
import { connectSocket, startSocketOrigin } from '../helpers/web-socket.ts';

const forward: RequestVerdict = { type: 'forward' };
const send: ResponseVerdict = { type: 'send' };
const failing = (): never => {
  throw new Error('a tool that fails');
};
const failingPace: Pace = { delay: failing };

// Created before any engine, which reads trusted certificates once.
const peers = await startSocketOrigin();
afterAll(() => peers[Symbol.asyncDispose]());

/** A tool that changes requests by `request` only. */
function touching(
  request: (exchange: InterceptedExchange) => RequestVerdict | Promise<RequestVerdict>,
): ExchangeHook {
  return { recorded: true, request, response: () => send, finished: () => undefined };
}

describe('tunnels', () => {
  const opened: TunnelVerdict = { type: 'open' };
  const tunnelHook = (more: Partial<TunnelHook>): TunnelHook => ({
    recorded: true,
    verdict: opened,
    connectTo: null,
    latencyMs: 0,
    upload: null,
    download: null,
    finished: () => undefined,
    ...more,
  });

  async function tunnel(proxy: TestEngine, authority: string): Promise<Raw> {
    const client = await connectRaw(proxy.engine.port);
    client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    return client;
  }

  test.each(['finished', 'pace', 'mayDecrypt', 'tunnel'])(
    'a tool that fails at %s ends nothing',
    async (what) => {
      await using origin = await rawOrigin();
      await using proxy = await startTestEngine({
        hooks: {
          tunnel: () => {
            if (what === 'tunnel') failing();
            const pace = what === 'pace' ? failingPace : null;
            return tunnelHook({
              upload: pace,
              download: pace,
              ...(what === 'finished' && { finished: failing }),
            });
          },
          mayDecrypt: () => (what === 'mayDecrypt' ? failing() : true),
        },
        sslProxyingHosts: what === 'mayDecrypt' ? ['*'] : [],
      });
      const client = await tunnel(proxy, origin.authority);
      await client.head();
      client.write('SSH-2.0-hello\r\n');
      const server = await origin.next();
      expect(await server.until('\r\n')).toBe('SSH-2.0-hello\r\n');
      server.write('SSH-2.0-well\r\n');
      expect(await client.until('\r\n')).toBe('SSH-2.0-well\r\n');
      client.reset();
      await server.over();
    },
  );

  test('tools are notified of the end once it has come, however the client leaves', async () => {
    await using origin = await rawOrigin();
    const states: string[] = [];
    await using proxy = await startTestEngine({
      hooks: {
        tunnel: () =>
          tunnelHook({
            finished: ({ state, finished }) => void states.push(`${state} ${String(finished)}`),
          }),
      },
      sslProxyingHosts: [],
    });
    const client = await tunnel(proxy, origin.authority);
    await client.head();
    client.write('hello');
    await (await origin.next()).until('hello');
    client.reset();
    await vi.waitFor(() => expect(states).toEqual(['tunneled true']));
  });

  test.each(['latency', 'blackhole'])(
    'a client in a %s that leaves is forgotten, and so is one at the stop',
    async (what) => {
      await using origin = await rawOrigin();
      let ended = 0;
      const hook = tunnelHook({
        latencyMs: what === 'latency' ? 3_600_000 : 0,
        verdict: what === 'blackhole' ? { type: 'abort', how: 'blackhole', reason: 'never' } : opened,
        finished: () => (ended += 1),
      });
      let asked = 0;
      const proxy = await startTestEngine({
        hooks: {
          tunnel: () => {
            asked += 1;
            return hook;
          },
        },
        sslProxyingHosts: [],
      });
      const leaving = await tunnel(proxy, origin.authority);
      await vi.waitFor(() => expect(asked).toBe(1));
      leaving.reset();
      const staying = await tunnel(proxy, origin.authority);
      await vi.waitFor(() => expect(asked).toBe(2));
      await proxy.close();
      await staying.over();
      expect(origin.count).toBe(0);
      if (what === 'blackhole') await vi.waitFor(() => expect(ended).toBe(2));
      expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThan(5);
    },
  );

  test('are asked about once the app is known', async () => {
    await using origin = await rawOrigin();
    let app: string | null = 'nobody';
    await using proxy = await startTestEngine({
      hooks: {
        tunnel: ({ client }) => {
          app = client.isIdentified ? 'known' : 'unknown';
          return null;
        },
      },
      sslProxyingHosts: [],
    });
    const client = await tunnel(proxy, origin.authority);
    await client.head();
    expect(app).toBe('known');
    client.reset();
  });
});

const outside =
  Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '';

describe.skipIf(outside === '')('another device', () => {
  /** The result of the test's tools for each request, by its path. */
  const led: Readonly<Record<string, (exchange: InterceptedExchange, port: number) => void>> = {
    '/target': ({ request }, port) => (request.target = { scheme: 'http', host: '127.0.0.1', port }),
    '/name': ({ request }, port) => (request.target = { scheme: 'http', host: 'localhost', port }),
    '/own': ({ request }, port) => (request.target = { scheme: 'http', host: outside, port }),
    '/connect-to': (exchange, port) => (exchange.connectTo = { host: '127.0.0.1', port }),
  };

  test.each(['proxy', 'reverse'])('is not redirected to this machine by tools: %s', async (kind) => {
    await using origin = await startOrigin();
    await using elsewhere = await startOrigin();
    const listenPort = await closedPort();
    await using proxy = await startTestEngine({
      listenOnAllInterfaces: true,
      allowedClientIPs: ['0.0.0.0/0', '::/0'],
      reverseProxies: [
        { id: 'r', enabled: true, name: 'r', listenPort, target: origin.http, preserveHost: false },
      ],
      resolve: (host) =>
        Promise.resolve([{ address: host === 'localhost' ? '127.0.0.1' : '203.0.113.1', family: 4 }]),
      hooks: {
        exchange: () =>
          touching((exchange) => {
            led[exchange.request.path]?.(exchange, elsewhere.httpPort);
            return forward;
          }),
      },
    });
    for (const path of Object.keys(led)) {
      const { status, text } =
        kind === 'reverse'
          ? await ask(`http://${outside}:${listenPort}${path}`)
          : await ask(`http://${outside}:${proxy.engine.port}`, { target: `http://far.test${path}` });
      expect({ path, status, text }).toMatchObject({
        status: 403,
        text: expect.stringContaining('another device may not reach') as string,
      });
    }
    expect(elsewhere.received).toEqual([]);
    if (kind === 'reverse') expect((await ask(`http://${outside}:${listenPort}/`)).status).toBe(200);
  });
});

test('what is addressed to the proxy itself never meets tools, nor do tools lead there', async () => {
  let asked = 0;
  let port = 0;
  await using proxy = await startTestEngine({
    hooks: {
      exchange: () => {
        asked += 1;
        return touching(({ request }) => {
          request.target = { scheme: 'http', host: 'localhost', port };
          return forward;
        });
      },
    },
  });
  port = proxy.engine.port;
  const headers = { 'X-Proxy-Token': proxy.token };
  for (const target of [
    '/api/status',
    `http://localhost:${port}/api/status`,
    'http://proxyctl.local/api/status',
  ])
    expect((await ask(proxy.url, { target, headers })).status, target).toBe(200);
  const tunnel = await openTunnel(port, 'proxyctl.local:80');
  tunnel.write(
    `GET /api/status HTTP/1.1\r\nHost: proxyctl.local\r\nX-Proxy-Token: ${proxy.token}\r\nConnection: close\r\n\r\n`,
  );
  let text = '';
  for await (const piece of tunnel) text += String(piece);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toBe(0);
  expect(proxy.engine.flows.size).toBe(0);
  const led = await ask(proxy.url, { target: 'http://far.test/api/status', headers });
  expect([asked, led.status]).toEqual([1, 508]);
});

test('a compressed WebSocket through a slow link ends with all that was said', async () => {
  await using peers = await startSocketOrigin({ perMessageDeflate: { threshold: 0 } });
  await using proxy = await startTestEngine({
    hooks: {
      exchange: () =>
        touching((exchange) => {
          exchange.upload = exchange.download = { delay: () => 1 };
          return forward;
        }),
      watchesWebSocket: () => true,
      webSocketMessage: async (_, message) => {
        await Promise.resolve();
        return message.kind === 'text' ? { ...message, data: message.data.replaceAll('x', 'y') } : failing();
      },
    },
  });
  const url = `ws://127.0.0.1:${peers.origin.httpPort}/`;
  const peer = await connectSocket(proxy.engine.port, url, '', { perMessageDeflate: { threshold: 0 } });
  const server = await peers.accepted();
  peer.socket.send('x'.repeat(50_000));
  peer.socket.send(Buffer.from('ab'));
  expect(await peer.next()).toBe(`text ${'y'.repeat(50_000)}`);
  expect(await peer.next()).toBe('binary 6162');
  server.socket.send('x'.repeat(20_000));
  server.socket.close(4000, 'bye');
  expect(await peer.next()).toBe(`text ${'y'.repeat(20_000)}`);
  expect(await peer.next()).toBe('close 4000 bye');
  await server.hears('close 4000 bye');
});

describe('WebSocket over HTTP/2', () => {
  const masked = (opcode: number, payload: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

  test('is paced, changed, closed, and let go of while it is held', async () => {
    let asked = 0;
    let aborted = 0;
    const told: string[] = [];
    await using proxy = await startTestEngine({
      hooks: {
        exchange: () => ({
          recorded: true,
          request: (exchange) => {
            asked += 1;
            exchange.upload = exchange.download = { delay: () => 1 };
            if (exchange.request.path !== '/held') return forward;
            exchange.signal.addEventListener('abort', () => (aborted += 1));
            return new Promise(() => undefined);
          },
          response: () => send,
          finished: ({ flow }) => void told.push(`${flow.path} ${flow.state}`),
        }),
        watchesWebSocket: () => true,
        webSocketMessage: (_, message) =>
          message.kind === 'text' ? { ...message, data: `${message.data}!` } : message,
      },
    });
    const authority = `localhost:${peers.origin.httpsPort}`;
    await using client = await connectHttp2(proxy.engine.port, authority, proxy.engine.ca.certPem);
    const open = (path: string) => {
      const control = [':method', 'CONNECT', ':protocol', 'websocket', ':scheme', 'https', ':path', path];
      const fields = [':authority', authority, 'sec-websocket-version', '13'];
      const stream = client.session.request([...control, ...fields], { endStream: false });
      stream.on('error', () => undefined);
      return stream;
    };
    const held = open('/held');
    await vi.waitFor(() => expect(asked).toBe(1));
    held.close(8);
    await vi.waitFor(() => expect(aborted).toBe(1));
    const stream = open('/socket');
    let got = '';
    stream.on('data', (bytes: Buffer) => (got += bytes.toString('latin1')));
    const peer = await peers.accepted();
    stream.write(masked(1, Buffer.from('hello')));
    await vi.waitFor(() => expect(got).toContain('hello!!'));
    stream.write(masked(8, Buffer.from([0x0f, 0xa0])));
    await peer.hears('close 4000 ');
    await vi.waitFor(() => expect(got).toContain('\x88\x02\x0f\xa0'));
    await vi.waitFor(() => expect(told).toEqual(['/held failed', '/socket completed']));
  });
});
