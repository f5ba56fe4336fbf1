// SOCKS4, 4a and 5 with real clients, on the proxy's own port and on a separate port.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { connectRaw, rawOrigin } from '../helpers/raw.ts';

const run = promisify(execFile);

let origin: Origin;
let open: TestEngine;
let guarded: TestEngine;
beforeAll(async () => {
  origin = await startOrigin();
  open = await startTestEngine({ socks: { isEnabled: true, port: 0, username: '', password: '' } });
  guarded = await startTestEngine({
    socks: { isEnabled: true, port: 0, username: 'anna', password: 'pässword' },
  });
});
afterAll(async () => {
  await origin.close();
  await open.close();
  await guarded.close();
});

/** The two ports on which an engine speaks SOCKS. */
const PORTS = [
  ['its own port', ({ engine }: TestEngine) => engine.socksPort!],
  ["the proxy's port", ({ engine }: TestEngine) => engine.port],
] as const;

const curl = (...args: readonly string[]) =>
  run('curl', ['-sS', '--max-time', '20', '--noproxy', '', ...args]);

function last(engine: TestEngine) {
  return engine.engine.flows.list().at(-1)!;
}

describe.each(PORTS)('on %s', (_name, port) => {
  describe.skipIf(missing('curl'))('curl', () => {
    test.each([
      ['socks4', '127.0.0.1'],
      ['socks4a', 'localhost'],
      ['socks5', '127.0.0.1'],
      ['socks5-hostname', 'localhost'],
    ])('by --%s', async (option, host) => {
      const { stdout } = await curl(
        `--${option}`,
        `127.0.0.1:${port(open)}`,
        `http://${host}:${origin.httpPort}/a?b`,
      );
      expect(stdout).toBe('GET /a?b\n');
      expect(last(open)).toMatchObject({
        target: { scheme: 'http', host, port: origin.httpPort },
        state: 'completed',
        status: 200,
      });
    });

    test.each(['socks4a', 'socks5-hostname'])('is decrypted by --%s', async (option) => {
      const proxy = `127.0.0.1:${port(open)}`;
      const { stdout } = await curl(
        '--cacert',
        open.engine.ca.certPath,
        `--${option}`,
        proxy,
        `${origin.https}/s`,
      );
      expect(stdout).toBe('GET /s\n');
      expect(last(open)).toMatchObject({ target: { scheme: 'https', host: 'localhost' }, decrypted: true });
    });

    test('is named by its SNI when it asks for an address', async () => {
      const { stdout } = await curl(
        '--cacert',
        open.engine.ca.certPath,
        '--socks5', // curl resolves the name itself
        `127.0.0.1:${port(open)}`,
        '--resolve',
        `localhost:${origin.httpsPort}:127.0.0.1`,
        `${origin.https}/by-address`,
      );
      expect(stdout).toBe('GET /by-address\n');
      expect(last(open)).toMatchObject({ target: { scheme: 'https', host: 'localhost' }, decrypted: true });
    });

    test('is known as the app that it is', () => {
      // A client that lives for a few milliseconds may be gone before its app is found: not every client has
      // one.
      const apps = open.engine.flows.list().map(({ client }) => client.app);
      expect(apps).toContain('curl');
    });

    test('with credentials', async () => {
      const proxy = `socks5h://anna:p%C3%A4ssword@127.0.0.1:${port(guarded)}`;
      const { stdout } = await curl('--proxy', proxy, `${origin.http}/login`);
      expect(stdout).toBe('GET /login\n');
    });

    test.each([
      ['a wrong password', 'socks5h://anna:wrong@'],
      ['a wrong name', 'socks5h://bert:p%C3%A4ssword@'],
      ['none', 'socks5h://'],
      ['SOCKS4, which has none', 'socks4a://anna@'],
    ])('with %s is refused', async (_what, start) => {
      const seen = origin.received.length;
      await expect(
        curl('--proxy', `${start}127.0.0.1:${port(guarded)}`, `${origin.http}/no`),
      ).rejects.toMatchObject({
        code: 97,
      });
      expect(origin.received.length).toBe(seen);
    });
  });

  test.skipIf(missing('python3'))('Python, by address type IPv4 and name, in single bytes', async () => {
    const script = `
import socket, struct, sys
port, target = int(sys.argv[1]), int(sys.argv[2])
def take(s, n):
    data = b''
    while len(data) < n:
        piece = s.recv(n - len(data))
        assert piece, 'closed after %r' % data
        data += piece
    return data
for address in (b'\\x01\\x7f\\x00\\x00\\x01', b'\\x03\\x09localhost'):
    s = socket.create_connection(('127.0.0.1', port), 10)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in b'\\x05\\x02\\x00\\x02':
        s.send(bytes([byte]))
    assert take(s, 2) == b'\\x05\\x00'
    for byte in b'\\x05\\x01\\x00' + address + struct.pack('>H', target):
        s.send(bytes([byte]))
    assert take(s, 10) == b'\\x05\\x00\\x00\\x01' + b'\\x00' * 6
    s.send(b'GET /python HTTP/1.1\\r\\nHost: localhost:%d\\r\\nConnection: close\\r\\n\\r\\n' % target)
    answer = b''
    while True:
        piece = s.recv(4096)
        if not piece: break
        answer += piece
    print(answer.split(b'\\r\\n')[0].decode(), answer.split(b'\\r\\n\\r\\n')[1].decode().count('GET /python'))
`;
    const { stdout } = await run('python3', ['-c', script, String(port(open)), String(origin.httpPort)]);
    expect(stdout).toBe('HTTP/1.1 200 OK 1\nHTTP/1.1 200 OK 1\n');
  });

  test('a tunnel that is neither TLS nor HTTP is relayed, the bytes behind the request with it', async () => {
    await using server = await rawOrigin();
    await using client = await connectRaw(port(open));
    client.write(Buffer.from([5, 1, 0]), request5(server.port), '\0early');
    expect(await client.exactly(12)).toBe('\x05\0\x05\0\0\x01\0\0\0\0\0\0');
    const peer = await server.next();
    expect(await peer.exactly(6)).toBe('\0early');
    peer.write('late');
    expect(await client.exactly(4)).toBe('late');
  });

  test('the API is behind its names', async () => {
    await using client = await connectRaw(port(open));
    client.write(Buffer.from([4, 1, 0, 80, 0, 0, 0, 1]), 'me\0proxyctl.local\0');
    expect(await client.exactly(8)).toBe('\0\x5a\0\0\0\0\0\0');
    client.write('GET /api/status HTTP/1.1\r\nHost: proxyctl.local\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['BIND', [2], 7],
    ['UDP ASSOCIATE', [3], 7],
  ])('%s is not supported', async (_name, [command], code) => {
    await using client = await connectRaw(port(open));
    client.write(Buffer.from([5, 1, 0, 5, command!, 0, 1, 127, 0, 0, 1, 0, 80]));
    expect(await client.rest()).toBe(`\x05\0\x05${String.fromCharCode(code)}\0\x01\0\0\0\0\0\0`);
  });
});

test('what cannot be reached is said in the words of the protocol', async () => {
  const closed = await closedPort();
  // Decrypted tunnels connect to the origin later; the error is then sent inside.
  await using passing = await startTestEngine({ sslProxyingHosts: [] });
  const five = await connectRaw(passing.engine.port);
  five.write(Buffer.from([5, 1, 0]), request5(closed));
  expect(await five.rest()).toBe('\x05\0\x05\x05\0\x01\0\0\0\0\0\0');
  const four = await connectRaw(passing.engine.port);
  four.write(Buffer.from([4, 1, closed >> 8, closed & 255, 127, 0, 0, 1, 0]));
  expect(await four.rest()).toBe('\0\x5b\0\0\0\0\0\0');
  const unknown = await connectRaw(passing.engine.port);
  unknown.write(Buffer.from([5, 1, 0, 5, 1, 0, 3, 12]), 'none.invalid', Buffer.from([0, 80]));
  expect(await unknown.rest()).toBe('\x05\0\x05\x04\0\x01\0\0\0\0\0\0');
  expect(last(passing)).toMatchObject({ state: 'failed', target: { host: 'none.invalid', port: 80 } });
  for (const raw of [five, four, unknown]) raw.reset();
});

test('the port of its own speaks nothing else', async () => {
  await using client = await connectRaw(open.engine.socksPort!);
  client.write('GET / HTTP/1.1\r\n\r\n');
  expect(await client.rest()).toBe('');
});

test('a tunnel that is not decrypted shows the name inside', async () => {
  await using passing = await startTestEngine({ sslProxyingHosts: [] });
  const client = await connectRaw(passing.engine.port);
  client.write(Buffer.from([5, 1, 0]), request5(origin.httpsPort));
  expect(await client.exactly(12)).toMatch(/^\x05\0\x05\0/);
  const secured = tls.connect({ socket: client.stream, servername: 'localhost' });
  await once(secured, 'secureConnect');
  secured.destroy();
  await client.gone();
  expect(last(passing)).toMatchObject({ target: { host: 'localhost', port: origin.httpsPort } });
});

test('a port that is taken is named', async () => {
  await expect(
    startTestEngine({ socks: { isEnabled: true, port: open.engine.port, username: '', password: '' } }),
  ).rejects.toThrow(`socks.port: port ${open.engine.port} is in use`);
});

function request5(port: number): Buffer {
  return Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 255]);
}
