// PAC files as companies write them; a file that cannot be loaded or run is an error, never a direct
// connection.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, askThroughTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { ACCOUNT, startSocks5 } from '../helpers/proxies.ts';
import { rawOrigin } from '../helpers/raw.ts';
import { sampled } from '../helpers/scale.ts';

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

function engineWith(
  url: string,
  account: { username: string; password: string } | null = null,
): Promise<TestEngine> {
  return startTestEngine({
    externalProxy: {
      isEnabled: true,
      type: 'pac',
      host: '',
      port: 0,
      url,
      username: account?.username ?? '',
      password: account?.password ?? '',
      bypassHosts: ['<-loopback>'],
    },
    resolve: (host) =>
      Promise.resolve([{ address: host === 'inside.test' ? '127.0.0.1' : '192.0.2.1', family: 4 }]),
  });
}

function data(text: string): string {
  return `data:application/x-ns-proxy-autoconfig,${encodeURIComponent(text)}`;
}

describe('a PAC file', () => {
  test('sends some hosts through a proxy, and others directly', async () => {
    await using socks = await startSocks5(ACCOUNT);
    const pac = `
      // The company's rules
      function FindProxyForURL(url, host) {
        if (isPlainHostName(host) || dnsDomainIs(host, ".corp.test")) return "SOCKS5 127.0.0.1:${socks.port}; DIRECT";
        if (isInNet(dnsResolve(host), "127.0.0.0", "255.0.0.0")) return "DIRECT";
        if (shExpMatch(url, "https:*")) return "PROXY 127.0.0.1:1";
        return "PROXY 127.0.0.1:1";
      }`;
    await using engine = await engineWith(data(pac), ACCOUNT);
    const through = await askThroughTunnel(engine.engine.port, `${origin.https}/a`, engine.engine.ca.certPem);
    expect(through.text).toBe('GET /a\n');
    const direct = await ask(`http://inside.test:${origin.httpPort}/b`, { via: engine.engine.port });
    expect(direct.text).toBe('GET /b\n');
    expect(socks.asked).toEqual([`localhost:${origin.httpsPort}`]);
    const elsewhere = await ask('http://outside.test/c', { via: engine.engine.port });
    expect([elsewhere.status, elsewhere.text]).toEqual([
      502,
      expect.stringContaining('http://127.0.0.1:1: '),
    ]);
  });

  test('is fetched over http, once; its proxies are tried in their order', async () => {
    let fetched = 0;
    let hungUp = 0;
    const dying = net.createServer((socket) => {
      hungUp += 1;
      socket.destroy();
    });
    dying.listen(0, '127.0.0.1');
    await once(dying, 'listening');
    const { port } = dying.address() as net.AddressInfo;
    await using socks = await startSocks5(null);
    await using files = await startOrigin((request, response) => {
      fetched += 1;
      if (request.url === '/wpad.dat') response.writeHead(302, { Location: '/proxy.pac' }).end();
      else
        response.end(
          `function FindProxyForURL() { return "SOCKS5 127.0.0.1:${port}; SOCKS5 127.0.0.1:${socks.port}"; }`,
        );
    });
    await using engine = await engineWith(`${files.http}/wpad.dat`);
    for (const path of ['/1', '/2', '/3']) {
      const answer = await ask(`${origin.http}${path}`, { via: engine.engine.port });
      expect(answer.text).toBe(`GET ${path}\n`);
    }
    expect(fetched).toBe(2);
    // A proxy that has failed is tried last for a while.
    expect(hungUp).toBe(1);
    dying.close();
    expect(socks.asked[0]).toBe(`127.0.0.1:${origin.httpPort}`);
  });

  test('is read from a file', async () => {
    using home = temporaryHome();
    const path = join(home.path, 'proxy.pac');
    writeFileSync(path, '\uFEFFfunction FindProxyForURL(url, host) { return "DIRECT"; }');
    await using engine = await engineWith(pathToFileURL(path).href);
    expect((await ask(`http://inside.test:${origin.httpPort}/f`, { via: engine.engine.port })).text).toBe(
      'GET /f\n',
    );
  });

  test('sees neither the path of a request nor anything of this machine', async () => {
    const pac = `function FindProxyForURL(url, host) {
      return url === "http://inside.test:${origin.httpPort}/" && host === "inside.test" && typeof process === "undefined"
        && typeof require === "undefined" && typeof $host === "undefined" ? "DIRECT" : "PROXY 127.0.0.1:1";
    }`;
    await using engine = await engineWith(data(pac));
    const answer = await ask(`http://inside.test:${origin.httpPort}/secret?token=1`, {
      via: engine.engine.port,
    });
    expect(answer.text).toBe('GET /secret?token=1\n');
  });
});

describe('a PAC file that cannot be used', () => {
  const BAD: readonly (readonly [string, string, string])[] = [
    ['is not JavaScript', data('<html>Not found</html>'), 'it failed: SyntaxError'],
    ['has no function', data('var a = 1;'), 'it has no function FindProxyForURL'],
    [
      'throws',
      data('function FindProxyForURL() {\n  throw new Error("no " + "idea");\n}'),
      'it failed: Error: no idea (line 2)',
    ],
    [
      'answers nonsense',
      data('function FindProxyForURL() { return "CARRIER pigeon:1"; }'),
      'its answer "CARRIER pigeon:1" names no known kind of proxy',
    ],
    ['answers no text', data('function FindProxyForURL() { return {}; }'), 'its answer is not text'],
    ['never answers', data('function FindProxyForURL() { for (;;); }'), 'it did not answer within 1 s'],
    ['never loads', data('for (;;);'), 'it did not answer within 1 s'],
    [
      'wants all memory',
      data('function FindProxyForURL() { return new Uint8Array(1e9); }'),
      'it ran out of memory',
    ],
    [
      'asks for ever more names',
      data(
        'function FindProxyForURL() { return dnsResolve(Math.random() + ".test") ? "DIRECT" : "DIRECT"; }',
      ),
      'it asks for more and more names',
    ],
    ['is not there', 'file:///no/such/file.pac', 'ENOENT'],
    ['is not a URL', 'proxy.pac', 'externalProxy.url is not a URL of a PAC file'],
    [
      'is too long',
      data(`function FindProxyForURL() { return "DIRECT"; } // ${'x'.repeat(1_100_000)}`),
      'it is longer than 1048576 bytes',
    ],
  ];

  test.each(sampled(BAD, 2))('%s', async (_what, url, reason) => {
    await using engine = await engineWith(url);
    const answer = await ask(`${origin.http}/x`, { via: engine.engine.port });
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining(reason)]);
    expect(engine.engine.flows.list()).toMatchObject([
      { state: 'failed', error: expect.stringContaining(reason) },
    ]);
  });

  test('comes with 404, or never', async () => {
    await using engine = await engineWith(`${origin.http}/status/404`);
    const answer = await ask(`${origin.http}/x`, { via: engine.engine.port });
    expect([answer.status, answer.text]).toEqual([
      502,
      expect.stringContaining('its server responded with status 404'),
    ]);
    await using endless = await rawOrigin();
    await using other = await engineWith(`http://user:password@${endless.authority}/pac`);
    const asked = ask(`${origin.http}/x`, { via: other.engine.port });
    const peer = await endless.next();
    await peer.head();
    peer.write('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(2_000_000));
    const refused = await asked;
    expect([refused.status, refused.text]).toEqual([
      502,
      expect.stringContaining('it is longer than 1048576 bytes'),
    ]);
    expect(refused.text).not.toContain('password');
  });

  test('blocks no other request while it loops', { tags: ['full'] }, async () => {
    const pac = `function FindProxyForURL(url, host) { if (host === "loop.test") for (;;); return "DIRECT"; }`;
    await using engine = await engineWith(data(pac));
    const looping = ask('http://loop.test/x', { via: engine.engine.port });
    const status = await engine.api('/api/status');
    expect(status.status).toBe(200);
    expect((await looping).status).toBe(502);
    // The terminated thread has a successor.
    expect((await ask(`http://inside.test:${origin.httpPort}/y`, { via: engine.engine.port })).text).toBe(
      'GET /y\n',
    );
  });
});
