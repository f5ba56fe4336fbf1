import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { selfSigned, trustedAuthority } from '../../test/helpers/authority.ts';
import { rawOrigin } from '../../test/helpers/raw.ts';
import { ProxyError } from '../base/errors.ts';
import type { ConnectionReader } from './connection-reader.ts';
import { UpstreamConnection, type ConnectionOptions, type ConnectionTarget } from './upstream-connection.ts';

const authority = trustedAuthority();

const OPTIONS: ConnectionOptions = {
  timeoutMs: 5000,
  alpn: ['http/1.1'],
  keylog: null,
  resolve: (host) => Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' })),
  guard: () => null,
};

function to(port: number, rest: Partial<ConnectionTarget> = {}): ConnectionTarget {
  return { host: '127.0.0.1', port, servername: null, localAllowed: true, ...rest };
}

/** Takes note of all that a wire says. */
class Notes implements ConnectionReader {
  text = '';
  readonly events: string[] = [];
  #wake: (() => void) | null = null;

  bytes(bytes: Buffer): void {
    this.text += bytes.toString('latin1');
    this.#wake?.();
  }

  ended(): void {
    this.#note('ended');
  }

  closed(error: Error | null): void {
    this.#note(error === null ? 'closed' : 'broken');
  }

  drained(): void {
    this.#note('drained');
  }

  async when(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  #note(event: string): void {
    this.events.push(event);
    this.#wake?.();
  }
}

async function opened(
  target: ConnectionTarget,
  options: Partial<ConnectionOptions> = {},
): Promise<{ connection: UpstreamConnection; notes: Notes }> {
  const connection = await UpstreamConnection.open(target, { ...OPTIONS, ...options });
  const notes = new Notes();
  connection.reader = notes;
  return { connection, notes };
}

async function errorOf(
  target: ConnectionTarget,
  options: Partial<ConnectionOptions> = {},
): Promise<ProxyError> {
  const error: unknown = await UpstreamConnection.open(target, { ...OPTIONS, ...options }).catch(
    (error: unknown) => error,
  );
  if (error instanceof ProxyError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

describe('a wire', () => {
  test('carries bytes both ways, until both sides have ended', async () => {
    await using origin = await rawOrigin();
    const { connection, notes } = await opened(to(origin.port));
    expect(connection).toMatchObject({
      address: origin.authority,
      tls: null,
      writable: true,
      destroyed: false,
    });
    connection.write('text \xe9 ');
    connection.write(Buffer.from('and bytes'));
    const peer = await origin.next();
    expect(await peer.until('bytes')).toBe('text \xe9 and bytes');
    peer.write('answer');
    await notes.when(() => notes.text === 'answer');
    peer.end();
    await notes.when(() => notes.events.includes('ended'));
    connection.write('still here');
    expect(await peer.until('here')).toBe('still here');
    connection.end();
    await notes.when(() => notes.events.includes('closed'));
    expect(notes.events).toEqual(['ended', 'closed']);
    expect(connection.destroyed).toBe(true);
  });

  test('keeps what the peer said, and that it ended, until somebody reads', async () => {
    await using origin = await rawOrigin();
    const connection = await UpstreamConnection.open(to(origin.port), OPTIONS);
    const peer = await origin.next();
    peer.write('220 ');
    peer.write('x'.repeat(300_000));
    peer.end();
    await once(peer.stream, 'finish');
    const notes = new Notes();
    connection.reader = notes;
    await notes.when(() => notes.events.includes('ended'));
    expect(notes.text).toBe(`220 ${'x'.repeat(300_000)}`);
    connection.destroy();
  });

  test('reads no more than a little while nobody reads', async () => {
    await using origin = await rawOrigin();
    const connection = await UpstreamConnection.open(to(origin.port), OPTIONS);
    const { stream } = await origin.next();
    stream.write(Buffer.alloc(100_000_000));
    for (let last = -1, calm = 0; calm < 5;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      calm = stream.writableLength === last ? calm + 1 : 0;
      last = stream.writableLength;
    }
    // A write counts as a whole until its last byte has left.
    expect(stream.writableLength).toBe(100_000_000);
    connection.destroy();
  });

  test('reads nothing while it is paused', async () => {
    await using origin = await rawOrigin();
    const { connection, notes } = await opened(to(origin.port));
    const peer = await origin.next();
    connection.pause();
    connection.pause();
    peer.write('x'.repeat(10_000_000));
    while (!peer.stream.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve));
    expect(notes.text.length).toBeLessThan(200_000);
    connection.resume();
    await notes.when(() => notes.text.length === 10_000_000);
    connection.destroy();
  });

  test('says when the peer takes more again, and when bytes are no longer needed', async () => {
    await using origin = await rawOrigin();
    const { connection, notes } = await opened(to(origin.port));
    const peer = await origin.next();
    peer.pause();
    let written = 0;
    let asked = 0;
    const block = Buffer.alloc(1_000_000);
    while (connection.write(block, () => (written += 1))) asked += 1;
    expect(written).toBeLessThanOrEqual(asked);
    peer.resume();
    await notes.when(() => notes.events.includes('drained'));
    expect(written).toBe(asked + 1);
    connection.destroy();
  });

  test('says that it broke', async () => {
    await using origin = await rawOrigin();
    const { notes } = await opened(to(origin.port));
    (await origin.next()).reset();
    await notes.when(() => notes.events.length > 0);
    expect(notes.events).toEqual(['broken']);
  });
});

describe('a name', () => {
  test('is resolved, and its addresses tried in turn', async () => {
    await using origin = await rawOrigin();
    const asked: string[] = [];
    const { connection } = await opened(to(origin.port, { host: 'a.test' }), {
      resolve: (host) => {
        asked.push(host);
        // Nothing listens on the first.
        return Promise.resolve([
          { address: '127.0.0.2', family: 4 },
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]);
      },
    });
    expect([asked, connection.address]).toEqual([['a.test'], origin.authority]);
    expect(connection.timing.dns).toBeGreaterThanOrEqual(0);
    connection.destroy();
  });

  test('that is unknown', async () => {
    expect(await errorOf(to(80, { host: 'a.test' }))).toMatchObject({
      code: 'DNS_FAILED',
      status: 502,
      message: 'The host name could not be resolved: a.test (ENOTFOUND)',
    });
  });
});

describe('a connection that cannot be had', () => {
  test('since nobody listens', async () => {
    const origin = await rawOrigin();
    await origin[Symbol.asyncDispose]();
    const error = await errorOf(to(origin.port));
    expect(error).toMatchObject({ code: 'CONNECT_FAILED', status: 502 });
    expect(error.message).toContain(`127.0.0.1:${origin.port}: connection refused (ECONNREFUSED)`);
  });

  test('since the handshake is never answered', async () => {
    await using origin = await rawOrigin();
    const error = await errorOf(to(origin.port, { servername: 'localhost' }), { timeoutMs: 30 });
    expect(error).toMatchObject({ code: 'CONNECT_TIMEOUT', status: 504 });
    expect(error.message).toContain(
      `127.0.0.1:${origin.port} accepted the connection, but did not complete the TLS handshake within 0.03 s`,
    );
    await (await origin.next()).over();
  });

  test('since the peer hangs up during the handshake', async () => {
    await using origin = await rawOrigin();
    const error = errorOf(to(origin.port, { servername: 'localhost' }));
    const peer = await origin.next();
    await peer.exactly(5);
    peer.end();
    expect(await error).toMatchObject({ code: 'TLS_FAILED', status: 502 });
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.1.1', 'fe80::1', '0.0.0.0', 'by-name.test'])(
    'since another device may not go to %s',
    async (host) => {
      await using origin = await rawOrigin();
      const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      const error = await errorOf(to(origin.port, { host, localAllowed: false }), { resolve });
      expect(error).toMatchObject({ code: 'NOT_ALLOWED', status: 403 });
      expect(origin.count).toBe(0);
    },
  );

  test.each(['127.0.0.1', 'by-name.test'])('since the guard forbids it: %s', async (host) => {
    await using origin = await rawOrigin();
    const seen: (string | number)[] = [];
    const error = await errorOf(to(origin.port, { host }), {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      guard: (address, port) => {
        seen.push(address, port);
        return new ProxyError('LOOP', 'back to us');
      },
    });
    expect(error).toMatchObject({ code: 'LOOP', status: 508 });
    expect(seen.slice(0, 2)).toEqual(['127.0.0.1', origin.port]);
    expect(origin.count).toBe(0);
  });
});

describe('TLS', () => {
  test('is verified, and told about', async () => {
    await using origin = await rawOrigin('127.0.0.1', {
      ...authority.issue('a.test'),
      ALPNProtocols: ['http/1.1'],
    });
    const keys: string[] = [];
    const { connection, notes } = await opened(to(origin.port, { servername: 'a.test' }), {
      keylog: (line) => keys.push(line.toString()),
    });
    expect(connection.tls).toEqual({
      certificate: expect.stringMatching(/^[\w+/]{43}=$/),
      version: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_/),
      alpn: 'http/1.1',
      sni: 'a.test',
    });
    expect(connection.timing.tls).toBeGreaterThan(0);
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.every((line) => /^[A-Z0-9_]+ [0-9a-f]+ [0-9a-f]+\n$/.test(line))).toBe(true);
    connection.write('hello');
    const peer = await origin.next();
    expect(await peer.until('hello')).toBe('hello');
    peer.write('x'.repeat(100_000));
    await notes.when(() => notes.text.length === 100_000);
    connection.destroy();
  });

  test('to an address is verified by it, and asks for no name', async () => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('127.0.0.1'));
    const { connection } = await opened(to(origin.port, { servername: '127.0.0.1' }));
    expect(connection.tls?.sni).toBeNull();
    connection.destroy();
  });

  test('takes up its session again', async () => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('resumed.test'));
    const first = await opened(to(origin.port, { servername: 'resumed.test' }));
    const ticket = once(first.connection.socket, 'session');
    (await origin.next()).write('hello');
    await ticket;
    const second = await opened(to(origin.port, { servername: 'resumed.test' }));
    expect(
      Reflect.apply(
        Reflect.get(second.connection.socket, 'isSessionReused') as () => boolean,
        second.connection.socket,
        [],
      ),
    ).toBe(true);
    // The server shows no certificate on it.
    expect(second.connection.tls?.certificate).toBe(first.connection.tls?.certificate ?? 'none');
    first.connection.destroy();
    second.connection.destroy();
  });

  test.each([
    ['vouches for itself', () => selfSigned('a.test'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['has expired', () => authority.issueExpired('a.test'), 'CERT_HAS_EXPIRED'],
    ['names another', () => authority.issue('b.test'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is refused when the certificate %s', async (_what, pem, code) => {
    await using origin = await rawOrigin('127.0.0.1', pem());
    const error = await errorOf(to(origin.port, { servername: 'a.test' }));
    expect(error).toMatchObject({ code: 'TLS_UNTRUSTED', status: 502 });
    expect(error.message).toContain(code);
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS');
    expect(error.message).not.toContain('--use-system-ca');
  });
});

test('a request follows the handshake at once, so that both leave in one packet', async () => {
  await using origin = await rawOrigin('127.0.0.1', authority.issue('127.0.0.1'));
  const connection = await UpstreamConnection.open(to(origin.port, { servername: '127.0.0.1' }), OPTIONS);
  const request = 'GET / HTTP/1.1\r\n\r\n';
  connection.write(request);
  expect(connection.socket.bytesWritten).toBe(request.length);
  expect(await (await origin.next()).until('\r\n\r\n')).toBe(request);
  connection.destroy();
});
