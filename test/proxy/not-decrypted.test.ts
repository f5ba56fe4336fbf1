// The reasons why a tunnel was not decrypted, in the flow: for real clients that refuse, and for similar
// cases.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '../../src/session/engine/index.ts';
import type { Flow } from '../../src/flow/flow.ts';
import { flowDetail } from '../../src/flow/detail.ts';
import { ask, askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { startCli } from '../helpers/cli.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { connectRaw } from '../helpers/raw.ts';

const origin = await startOrigin((request, response) => {
  if (request.url === '/quic')
    response.setHeader('Alt-Svc', ['h3=":443"; ma=86400, h2=":8443"', 'h3-29=":443"']);
  if (request.url === '/only-quic') response.setHeader('Alt-Svc', 'h3=":443"; ma=86400');
  response.end('ok');
});
const notices: Notice[] = [];
const proxy = await startTestEngine({
  bypassHosts: ['bypassed.test', '127.0.0.1'],
  sslProxyingHosts: ['localhost', '*.test'],
  notice: (notice) => notices.push(notice),
});
const { port, flows, ca } = proxy.engine;
const authority = `localhost:${origin.httpsPort}`;

afterAll(async () => {
  await proxy.close();
  await origin.close();
});

beforeEach(() => {
  flows.clear();
  notices.length = 0;
});

/** Resolves with the next flow that ends. */
function finished(store = flows): Promise<Flow> {
  return new Promise((resolve) => {
    const stop = store.subscribe((flow, change) => {
      if (change !== 'finished') return;
      stop();
      resolve(flow);
    });
  });
}

/** Runs a client that is expected to fail; `$URL` and `$PROXY` are in its environment. */
function client(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const options = { env: { ...process.env, URL: origin.https, PROXY: proxy.url, ...env }, timeout: 20_000 };
  return new Promise((resolve) => void execFile(program, args, options, () => resolve()).stdin?.end());
}

const fetchByNode = `const http = require('node:http'), https = require('node:https'), url = new URL(process.env.URL);
http.request({ host: '127.0.0.1', port: new URL(process.env.PROXY).port, method: 'CONNECT', path: url.host })
  .on('connect', (_, socket) => https.get({ socket, agent: false, host: url.hostname, ...JSON.parse(process.env.TLS ?? '{}') }).on('error', () => {}))
  .end();`;

describe('a client that refuses our certificate', () => {
  const withAlert =
    /^the client refused our certificate: it sent the alert "(unknown ca|certificate unknown|bad certificate)"$/;
  const silent =
    /^the client probably refused our certificate: it hung up (during the handshake|right after the handshake, without a byte)$/;

  const clients = [
    ['curl', 'curl', ['-s', '-x', proxy.url, origin.https], withAlert],
    [
      'openssl',
      'openssl',
      [
        's_client',
        '-proxy',
        `127.0.0.1:${port}`,
        '-connect',
        authority,
        '-verify_return_error',
        '-verify',
        '1',
      ],
      withAlert,
    ],
    [
      'Python',
      'python3',
      [
        '-c',
        `import os, urllib.request as u
u.build_opener(u.ProxyHandler({'https': os.environ['PROXY']})).open(os.environ['URL'])`,
      ],
      withAlert,
    ],
    ['Node', process.execPath, ['-e', fetchByNode], silent],
  ] as const;

  for (const [name, program, args, why] of clients) {
    test.skipIf(program !== process.execPath && missing(program))(name, async () => {
      const [flow] = await Promise.all([finished(), client(program, args)]);
      expect(flow).toMatchObject({ state: 'failed', method: 'CONNECT', decrypted: false, request: null });
      expect(flow.notDecrypted).toEqual({ code: 'refused', text: expect.stringMatching(why) });
      expect(flow.error).toContain('may not trust the root certificate');
      expect((await flowDetail(flow)).notDecrypted).toBe(flow.notDecrypted?.text);
      expect(flows.size).toBe(1);
    });
  }

  test('Node over TLS 1.2: the handshake is done to its end', async () => {
    const env = { TLS: JSON.stringify({ maxVersion: 'TLSv1.2' }) };
    const [flow] = await Promise.all([finished(), client(process.execPath, ['-e', fetchByNode], env)]);
    expect(flow.notDecrypted?.text).toMatch(
      /probably refused our certificate: .* right after the handshake, without a byte$/,
    );
    expect(flow.error).toMatch(
      /^The client probably refused our certificate: it hung up right after the handshake/,
    );
  });

  test('one that offers ECH and leaves in the handshake may have wanted that instead', async () => {
    const raw = await connectRaw(port);
    raw.write(`CONNECT ech.test:443 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await raw.head();
    const end = finished();
    raw.write(withEch(await clientHello('ech.test')));
    await raw.exactly(1);
    raw.reset();
    const flow = await end;
    expect(flow).toMatchObject({
      state: 'failed',
      notDecrypted: {
        code: 'ech',
        text: 'the client offered Encrypted Client Hello (ECH), and the handshake failed',
      },
    });
  });

  test('is counted for its host, and reported', async () => {
    const before = proxy.engine.rejectedHosts.find(({ host }) => host === 'counted.test')?.count ?? 0;
    expect(before).toBe(0);
    for (let i = 1; i <= 3; i += 1) {
      const end = finished();
      (await handshake('counted.test')).destroy();
      await end;
    }
    expect(proxy.engine.rejectedHosts.at(-1)).toMatchObject({ host: 'counted.test', count: 3 });
    expect(notices).toMatchObject(
      [1, 2, 3].map((count) => ({ type: 'certificate-rejected', rejected: { host: 'counted.test', count } })),
    );
  });
});

/** The first message of a TLS client. */
async function clientHello(servername: string): Promise<Buffer> {
  const [near, far] = duplexPair();
  const socket = tls.connect({ socket: near, servername });
  socket.on('error', () => {});
  const [hello] = (await once(far, 'data')) as [Buffer];
  socket.destroy();
  return hello;
}

/** The same message with another extension: encrypted_client_hello (RFC 9849), with unreadable content. */
function withEch(hello: Buffer): Buffer {
  const extension = Buffer.from('fe0d0004deadbeef', 'hex');
  const longer = Buffer.concat([hello, extension]);
  const at = 43 + 1 + hello[43]!;
  const ciphersEnd = at + 2 + hello.readUInt16BE(at);
  const extensionsAt = ciphersEnd + 1 + hello[ciphersEnd]!;
  longer.writeUInt16BE(hello.readUInt16BE(extensionsAt) + extension.length, extensionsAt);
  longer.writeUInt16BE(hello.readUInt16BE(3) + extension.length, 3);
  longer.writeUIntBE(hello.readUIntBE(6, 3) + extension.length, 6, 3);
  return longer;
}

/** Completes the handshake for `name`, trusting our root. */
async function handshake(
  name: string,
  store = proxy,
  options: tls.ConnectionOptions = {},
): Promise<tls.TLSSocket> {
  const socket = await openTunnel(store.engine.port, `${name}:${origin.httpsPort}`);
  const secured = tls.connect({ socket, servername: name, ca: store.engine.ca.certPem, ...options });
  secured.on('error', () => {});
  await once(secured, 'secureConnect');
  return secured;
}

describe('what is no refusal', () => {
  test(
    'a connection that was opened ahead, and is closed unused after a while',
    { tags: ['full'] },
    async () => {
      const secured = await handshake('ahead.test');
      await delay(1200);
      secured.destroy();
      await quiet();
      expect(flows.size).toBe(0);
    },
  );

  test('an unused connection of a client that has asked that host before', { tags: ['full'] }, async () => {
    const first = await handshake('localhost');
    first.write(`GET / HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    await once(first, 'data');
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const second = await handshake('localhost', proxy, { maxVersion });
      // Time for its app to be found: for an unknown app, the reason says nothing about trust.
      await delay(300);
      second.destroy();
    }
    await quiet();
    first.destroy();
    expect(told()).toEqual(['GET completed', 'CONNECT closed', 'CONNECT closed']);
    expect(notices).toEqual([]);
  });

  test(
    'connections that were opened together with one that is used, some time later',
    { tags: ['full'] },
    async () => {
      const [used, ...unused] = await Promise.all(
        Array.from({ length: 4 }, () => handshake('together.test')),
      );
      for (const each of unused) each.destroy();
      await delay(200);
      used!.write('GET / HTTP/1.1\r\nHost: together.test\r\n\r\n');
      await quiet();
      used!.destroy();
      expect(told()).toEqual(['GET failed', 'CONNECT closed', 'CONNECT closed', 'CONNECT closed']);
      expect(flows.list()[1]).toMatchObject({ state: 'tunneled', error: null, request: null });
      expect(notices).toEqual([]);
    },
  );

  test('nor one that outlives the connection that was used, and its flow', { tags: ['full'] }, async () => {
    const [used, unused] = await Promise.all([handshake('outlived.test'), handshake('outlived.test')]);
    const answered = finished();
    used.write('GET / HTTP/1.1\r\nHost: outlived.test\r\n\r\n');
    await answered;
    used.destroy();
    await delay(200);
    flows.clear();
    unused.destroy();
    await quiet();
    expect(told()).toEqual(['CONNECT closed']);
    const end = finished();
    (await handshake('outlived.test')).destroy();
    expect((await end).notDecrypted?.code).toBe('refused');
  });

  test('but connections of which none is used are refused, each', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => handshake('none.test')));
    for (const each of all) each.destroy();
    await quiet();
    expect(flows.list().map(({ notDecrypted }) => notDecrypted?.code)).toEqual(Array(3).fill('refused'));
  });

  test(
    'but one beside another that stays open without a byte is refused, too',
    { tags: ['full'] },
    async () => {
      const [silent, gone] = await Promise.all([handshake('silent.test'), handshake('silent.test')]);
      const end = finished();
      gone.destroy();
      expect((await end).notDecrypted?.code).toBe('refused');
      silent.destroy();
    },
  );

  test('a client that asked something and left', { tags: ['full'] }, async () => {
    const secured = await handshake('localhost');
    secured.write('G');
    await quiet();
    secured.destroy();
    await quiet();
    expect(flows.list().filter(({ notDecrypted }) => notDecrypted !== null)).toEqual([]);
  });

  test('a handshake that fails for another reason', async () => {
    const raw = await connectRaw(port);
    raw.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    await raw.head();
    const end = finished();
    const secured = tls.connect({
      socket: raw.stream,
      ciphers: 'PSK',
      maxVersion: 'TLSv1.2',
      pskCallback: () => null,
    });
    secured.on('error', () => {});
    const flow = await end;
    expect(flow.error).toContain('The TLS handshake with the client failed');
    expect(flow.notDecrypted).toBeNull();
    raw.reset();
  });

  test('TLS to the proxy itself', async () => {
    const { stream } = await connectRaw(port);
    const secured = tls.connect({ socket: stream, servername: 'localhost', ca: ca.certPem });
    secured.on('error', () => {});
    await once(secured, 'secureConnect');
    secured.destroy();
    await quiet();
    expect(flows.size).toBe(0);
  });

  test(
    'a client that hangs up in the handshake, of a process that has trusted the host',
    { tags: ['full'] },
    async () => {
      const first = await handshake('localhost');
      first.write(`GET / HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      await once(first, 'data');
      const raw = await connectRaw(port);
      raw.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      await raw.head();
      raw.write(await clientHello('localhost'));
      await raw.exactly(1);
      await delay(300);
      raw.reset();
      await quiet();
      first.destroy();
      expect(told()).toEqual(['GET completed', 'CONNECT closed']);
      expect(notices).toEqual([]);
    },
  );

  /** The method of each flow, and the code of a tunnel or the state. */
  function told(): string[] {
    return flows.list().map(({ method, notDecrypted, state }) => `${method} ${notDecrypted?.code ?? state}`);
  }

  /** After a whole exchange, all earlier effects have happened. */
  async function quiet(): Promise<void> {
    const target = `http://127.0.0.1:${port}/ssl`;
    for (let i = 0; i < 3; i += 1) await ask(target);
    // A reason that depends on the client's app waits for it at most half a second.
    await delay(700);
  }
});

describe('a tunnel that is passed on', () => {
  test.each([
    ['of a bypassed host', `127.0.0.1:${origin.httpsPort}`, '127.0.0.1', 'bypassed'],
    ['that asks for a bypassed host by name', authority, 'bypassed.test', 'bypassed'],
  ])('%s says why', async (_what, target, servername, why) => {
    const socket = await openTunnel(port, target);
    const end = finished();
    const secured = tls.connect({
      socket,
      ...(servername.endsWith('.test') ? { servername } : {}),
      checkServerIdentity: () => undefined,
    });
    await once(secured, 'secureConnect');
    expect(secured.getPeerX509Certificate()?.verify(new X509Certificate(ca.certPem).publicKey)).toBe(false);
    secured.write(`GET /secret HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(secured.resume(), 'close');
    const flow = await end;
    expect(flow).toMatchObject({
      state: 'tunneled',
      notDecrypted: { code: why },
      request: null,
      decrypted: false,
    });
    expect(flow.tunnelReceived).toBeGreaterThan(0);
  });

  test('of a bypassed host is not read even where it carries plain HTTP', async () => {
    const socket = await openTunnel(port, `127.0.0.1:${origin.httpPort}`);
    const end = finished();
    socket.write('GET /plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(await end).toMatchObject({ state: 'tunneled', notDecrypted: { code: 'bypassed' }, request: null });
  });

  test('without TLS is reported', async () => {
    const socket = await openTunnel(port, `localhost:${origin.httpPort}`);
    const end = finished();
    socket.end('\0\x01\x02');
    await once(socket.resume(), 'close');
    expect(await end).toMatchObject({ state: 'tunneled', notDecrypted: { code: 'no-tls' } });
  });
});

describe('passing through who refused', () => {
  test('is done when the setting says so: the next tunnel of that app to that host is not decrypted', async () => {
    await using lenient = await startTestEngine({ passThroughRefused: true });
    const { flows: store } = lenient.engine;
    const refused = finished(store);
    (await handshake('localhost', lenient)).destroy();
    expect((await refused).notDecrypted?.text).toMatch(/probably refused/);
    const passed = finished(store);
    const socket = await openTunnel(lenient.engine.port, authority);
    const secured = tls.connect({ socket, servername: 'localhost' });
    await once(secured, 'secureConnect');
    secured.destroy();
    expect(await passed).toMatchObject({
      state: 'tunneled',
      notDecrypted: {
        code: 'refused',
        text: 'the client refused our certificate before, and is passed through since',
      },
    });
    expect(lenient.engine.rejectedHosts).toMatchObject([{ host: 'localhost', count: 1 }]);
  });

  test.skipIf(missing('curl'))(
    'run tells once what to do, at the third refusal',
    { tags: ['full'] },
    async () => {
      using home = temporaryHome();
      await using cli = startCli(['run', '--port', '0', '--ssl', '*'], { home: home.path });
      const [, url = ''] = await cli.saying(/listening on (http:\S+)/);
      for (let i = 0; i < 5; i += 1) await client('curl', ['-s', '-x', url, origin.https]);
      await cli.saying(/refused our certificate 3 times/);
      const { stdout, stderr } = await cli.stop('SIGINT');
      expect(stdout.match(/\bERR\b/g)).toHaveLength(5);
      expect(stderr.match(/refused our certificate/g)).toHaveLength(1);
      expect(stderr).toMatch(
        /^localhost: curl refused our certificate 3 times: add the host to bypassHosts, or make the client trust .*root\.pem$/m,
      );
    },
  );
});

describe('HTTP/3 in Alt-Svc', () => {
  test('is removed inside TLS, with a note in the flow; the rest of the field stays', async () => {
    const { headers } = await askThroughTunnel(port, `${origin.https}/quic`, ca.certPem);
    expect(headers['alt-svc']).toBe('h2=":8443"');
    const detail = await flowDetail(flows.list().at(-1)!);
    expect(detail.notes).toEqual([
      expect.stringContaining(
        'Alt-Svc was h3=":443"; ma=86400, h2=":8443", h3-29=":443": HTTP/3 was taken out',
      ),
    ]);
    expect(detail.response?.headers).toContainEqual({ name: 'Alt-Svc', value: 'h2=":8443"' });
  });

  test('is taken out of plain HTTP, with the field when nothing else is in it', async () => {
    const { headers } = await ask(`${origin.http}/only-quic`, { via: port });
    expect(headers).not.toHaveProperty('alt-svc');
    expect((await flowDetail(flows.list().at(-1)!)).notes).toHaveLength(1);
    await ask(`${origin.http}/`, { via: port });
    expect(await flowDetail(flows.list().at(-1)!)).not.toHaveProperty('notes');
  });
});

test.skipIf(missing('curl'))('curl that trusts us is decrypted, beside all this', async () => {
  const pem = join(proxy.home, 'trusted.pem');
  writeFileSync(pem, ca.certPem);
  const [flow] = await Promise.all([
    finished(),
    client('curl', ['-s', '-x', proxy.url, '--cacert', pem, origin.https]),
  ]);
  expect(flow).toMatchObject({ state: 'completed', decrypted: true, notDecrypted: null });
});
