// Reverse proxies: clients without any proxy configuration connect to a port, and reach its target.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tls from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReverseProxy } from '../../src/proxy/reverse/reverse.ts';
import { ask } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { connectRaw, rawOrigin } from '../helpers/raw.ts';

const run = promisify(execFile);

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    if (request.url === '/base/moved')
      response.writeHead(302, { Location: `${origin.http}/elsewhere` }).end();
    else response.end(`${request.method ?? ''} ${request.url ?? ''} for ${request.headers.host ?? ''}\n`);
  });
});
afterAll(() => origin.close());

function reverse(id: string, target: string, rest: Partial<ReverseProxy> = {}): ReverseProxy {
  return { id, enabled: true, name: id, listenPort: 0, target, preserveHost: false, ...rest };
}

function engineWith(...reverseProxies: readonly ReverseProxy[]): Promise<TestEngine> {
  return startTestEngine({ reverseProxies });
}

const portOf = ({ engine }: TestEngine, id: string): number => engine.reversePorts.get(id)!;
const last = ({ engine }: TestEngine) => engine.flows.list().at(-1);

describe('a reverse proxy', () => {
  test('sends requests to its target, under its path and its name', async () => {
    await using engine = await engineWith(reverse('a', `${origin.http}/base/`));
    const answer = await ask(`http://127.0.0.1:${portOf(engine, 'a')}/x?y=z`);
    expect(answer.text).toBe(`GET /base/x?y=z for 127.0.0.1:${origin.httpPort}\n`);
    expect(last(engine)).toMatchObject({
      target: { scheme: 'http', host: '127.0.0.1', port: origin.httpPort },
      path: '/base/x?y=z',
      status: 200,
      decrypted: false,
      request: { startLine: 'GET /base/x?y=z HTTP/1.1' },
    });
  });

  test('leaves Host where it shall, and is named by it', async () => {
    await using engine = await engineWith(reverse('a', origin.http, { preserveHost: true }));
    const port = portOf(engine, 'a');
    const answer = await ask(`http://127.0.0.1:${port}/x`, { headers: { Host: 'shop.test' } });
    expect(answer.text).toBe('GET /x for shop.test\n');
    expect(last(engine)).toMatchObject({ target: { scheme: 'http', host: 'shop.test', port: 80 } });
  });

  test('takes the absolute form, and leads nowhere else by it', async () => {
    await using engine = await engineWith(reverse('a', origin.http));
    const port = portOf(engine, 'a');
    for (const target of ['http://elsewhere.test/x', 'http://proxyctl.local/x']) {
      const answer = await ask(`http://127.0.0.1:${port}/`, { target, headers: { Host: 'proxyctl.local' } });
      expect(answer.text).toBe(`GET /x for 127.0.0.1:${origin.httpPort}\n`);
    }
    const connect = await connectRaw(port);
    connect.write('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n');
    expect(await connect.head()).toMatch(/^HTTP\/1\.1 400 /);
    connect.reset();
  });

  test('leaves redirects as they are', async () => {
    await using engine = await engineWith(reverse('a', `${origin.http}/base`));
    const answer = await ask(`http://127.0.0.1:${portOf(engine, 'a')}/moved`);
    expect([answer.status, answer.headers.location]).toEqual([302, `${origin.http}/elsewhere`]);
  });

  test.skipIf(missing('curl'))(
    'speaks TLS with clients that do, as whom they ask for; to an https target',
    async () => {
      await using engine = await engineWith(reverse('a', origin.https), reverse('b', origin.http));
      const curl = ['-sS', '--noproxy', '*', '--cacert', engine.engine.ca.certPath];
      const [a, b] = [portOf(engine, 'a'), portOf(engine, 'b')];
      const named = await run('curl', [...curl, `https://localhost:${a}/s`]);
      expect(named.stdout).toBe(`GET /s for localhost:${origin.httpsPort}\n`);
      expect(last(engine)).toMatchObject({
        target: { scheme: 'https' },
        decrypted: true,
        tls: { sni: 'localhost' },
      });
      // Without a name, the target is an address of this machine.
      const byAddress = await run('curl', [...curl, `https://127.0.0.1:${b}/s`]);
      expect(byAddress.stdout).toBe(`GET /s for 127.0.0.1:${origin.httpPort}\n`);
      const other = ['--resolve', `shop.test:${b}:127.0.0.1`, `https://shop.test:${b}/s`];
      expect((await run('curl', [...curl, ...other])).stdout).toBe(
        `GET /s for 127.0.0.1:${origin.httpPort}\n`,
      );
      const plain = await run('curl', ['-sS', '--noproxy', '*', `http://localhost:${a}/p`]);
      expect(plain.stdout).toBe(`GET /p for localhost:${origin.httpsPort}\n`);
    },
  );

  test('passes a WebSocket on', async () => {
    await using server = await rawOrigin();
    await using engine = await engineWith(reverse('a', `http://${server.authority}/chat`));
    await using client = await connectRaw(portOf(engine, 'a'));
    client.write(
      'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const peer = await server.next();
    const head = await peer.head();
    expect(head).toContain(`GET /chat/ws HTTP/1.1\r\nHost: ${server.authority}\r\n`);
    peer.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
    expect(await client.head()).toContain('101 Switching Protocols');
    client.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
    expect(await peer.exactly(8)).toBe('\x81\x82\0\0\0\0hi');
    peer.write(Buffer.from([0x81, 2, 0x79, 0x6f]));
    expect(await client.exactly(4)).toBe('\x81\x02yo');
  });

  test('answers what is no HTTP with 400, and stays out of silent connections', async () => {
    await using engine = await engineWith(reverse('a', origin.http));
    await using client = await connectRaw(portOf(engine, 'a'));
    client.write('\x05\x01\0');
    expect(await client.rest()).toMatch(/^HTTP\/1\.1 400 /);
    await using silent = await connectRaw(portOf(engine, 'a'));
    silent.end();
    expect(await silent.rest()).toBe('');
  });

  test('is not reached through the proxy: that would be a loop', async () => {
    await using engine = await engineWith(reverse('a', origin.http));
    const answer = await ask(`http://127.0.0.1:${portOf(engine, 'a')}/x`, { via: engine.engine.port });
    expect([answer.status, answer.text]).toEqual([508, expect.stringContaining('is this proxy itself')]);
  });

  test('that is off has no port, and one that ended its port is free', async () => {
    const engine = await engineWith(
      reverse('on', origin.http),
      reverse('off', origin.http, { enabled: false }),
    );
    expect([...engine.engine.reversePorts.keys()]).toEqual(['on']);
    const port = portOf(engine, 'on');
    const secured = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(secured, 'secureConnect');
    const cut = once(secured, 'close');
    secured.on('error', () => undefined);
    await engine.close();
    await cut;
    await using again = await engineWith(reverse('on', origin.http, { listenPort: port }));
    expect(portOf(again, 'on')).toBe(port);
  });
});

test.each([
  ['ftp://a.test/', 'the target "ftp://a.test/" of "x" cannot be used'],
  ['localhost:3000', 'the target "localhost:3000"'],
  ['http://', 'the target "http://"'],
  ['http://user:pw@a.test/', 'the target "http://•••@a.test/" of "x" cannot be used'],
  ['http://a.test/?q', 'without user, query and fragment'],
  ['http://a.test:99999/', 'cannot be used'],
])('a target that cannot be used: %s', async (target, message) => {
  await expect(engineWith(reverse('x', target))).rejects.toThrow(message);
});

test('a port that is taken is named', async () => {
  await using first = await engineWith(reverse('a', origin.http));
  const listenPort = portOf(first, 'a');
  await expect(engineWith(reverse('b', origin.http, { listenPort }))).rejects.toThrow(
    `reverseProxies: listenPort of "b": port ${listenPort} is in use`,
  );
});
