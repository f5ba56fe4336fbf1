import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ClientHello, readClientHello } from './client-hello.ts';

const TLS12 = 0x0303;
const TLS13 = 0x0304;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff];
const vector8 = (...bytes: readonly number[]): readonly number[] => [bytes.length, ...bytes];
const vector16 = (...bytes: readonly number[]): readonly number[] => [...u16(bytes.length), ...bytes];
const letters = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];
const extension = (type: number, ...content: readonly number[]): readonly number[] => [
  ...u16(type),
  ...vector16(...content),
];
const serverName = (name: string): readonly number[] =>
  extension(0, ...vector16(0, ...vector16(...letters(name))));

interface Parts {
  readonly session?: readonly number[];
  readonly ciphers?: readonly number[];
  readonly compressions?: readonly number[];
  readonly extensions?: readonly number[] | null;
}

/** A hello made by hand, so that single fields of it can be wrong. */
function handmade({
  session = [],
  ciphers = [0x13, 0x01],
  compressions = [0],
  extensions = [],
}: Parts = {}): Buffer {
  const random = Array.from({ length: 32 }, () => 7);
  const tail = extensions === null ? [] : vector16(...extensions);
  const body = [
    3,
    3,
    ...random,
    ...vector8(...session),
    ...vector16(...ciphers),
    ...vector8(...compressions),
    ...tail,
  ];
  return records(Buffer.from([1, 0, ...u16(body.length), ...body]), 2 ** 14);
}

/** A handshake message cut into records of at most `size` bytes. */
function records(message: Uint8Array, size: number): Buffer {
  const count = Math.ceil(message.length / size);
  const cuts = Array.from({ length: count }, (_, index) =>
    message.subarray(index * size, (index + 1) * size),
  );
  return Buffer.concat(cuts.flatMap((cut) => [Buffer.from([22, 3, 1, ...u16(cut.length)]), cut]));
}

/** The handshake bytes inside records. */
function messageIn(bytes: Buffer): Buffer {
  const fragments: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += 5 + bytes.readUInt16BE(offset + 3)) {
    fragments.push(bytes.subarray(offset + 5, offset + 5 + bytes.readUInt16BE(offset + 3)));
  }
  return Buffer.concat(fragments);
}

/** Captures what a real client sends first to a listener that does not answer. */
async function captured(start: (port: number) => { readonly end: () => void }): Promise<Buffer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = start((server.address() as AddressInfo).port);
  const [socket] = (await once(server, 'connection')) as [Socket];
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, chunk]);
      if (readClientHello(bytes).type !== 'incomplete') break;
    }
  } finally {
    client.end();
    socket.destroy();
    server.close();
  }
  return bytes;
}

function fromNode(options: ConnectionOptions): Promise<Buffer> {
  return captured((port) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
    socket.on('error', () => null);
    return { end: () => socket.destroy() };
  });
}

function fromOpenssl(...args: readonly string[]): Promise<Buffer> {
  return captured((port) => {
    const child: ChildProcess = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...args], {
      stdio: 'ignore',
    });
    return { end: () => child.kill('SIGKILL') };
  });
}

const read = (bytes: Uint8Array): ClientHello => {
  const result = readClientHello(bytes);
  if (result.type !== 'hello') throw new Error(JSON.stringify(result));
  return result;
};

describe('real clients', () => {
  test('Node, with a name and protocols', async () => {
    const bytes = await fromNode({ servername: 'WWW.Example.com', ALPNProtocols: ['h2', 'http/1.1'] });
    expect(read(bytes)).toEqual({
      type: 'hello',
      sni: 'www.example.com',
      alpn: ['h2', 'http/1.1'],
      versions: [TLS13, TLS12],
      needsRsa: false,
      ech: false,
    });
  });

  test('Node, with neither', async () => {
    const hello = read(await fromNode({ maxVersion: 'TLSv1.2' }));
    expect(hello).toEqual({ type: 'hello', alpn: [], versions: [TLS12], needsRsa: false, ech: false });
    expect('sni' in hello).toBe(false);
  });

  test('Node, with cipher suites for certificates of one kind', async () => {
    const needsRsa = async (ciphers: string): Promise<unknown> =>
      read(await fromNode({ maxVersion: 'TLSv1.2', ciphers })).needsRsa;
    expect(await needsRsa('ECDHE-RSA-AES128-GCM-SHA256:AES256-SHA')).toBe(true);
    expect(await needsRsa('ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305')).toBe(false);
  });

  test.skipIf(!hasOpenssl)('openssl, each version', async () => {
    const named = ['-servername', 'origin.test', '-alpn', 'http/1.1,acme-tls/1'];
    expect(read(await fromOpenssl(...named, '-tls1_3'))).toMatchObject({
      sni: 'origin.test',
      versions: [TLS13],
    });
    expect(read(await fromOpenssl(...named, '-tls1_2'))).toEqual({
      type: 'hello',
      sni: 'origin.test',
      alpn: ['http/1.1', 'acme-tls/1'],
      versions: [TLS12],
      needsRsa: false,
      ech: false,
    });
    expect(read(await fromOpenssl('-noservername')).sni).toBeUndefined();
  });

  test('a hello too long for one record', async () => {
    const protocols = Array.from({ length: 200 }, (_, index) => `${index}-`.padEnd(200, 'x'));
    const bytes = await fromNode({ servername: 'long.test', ALPNProtocols: protocols });
    expect(bytes.length).toBeGreaterThan(2 * 2 ** 14);
    expect(read(bytes)).toMatchObject({ sni: 'long.test', alpn: protocols });
  });
});

describe('however it arrives', () => {
  let bytes: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    bytes = await fromNode({ servername: 'sliced.test', ALPNProtocols: ['h2'] });
  });

  test('cut at every byte it is incomplete, and whole with the last', () => {
    for (let end = 0; end < bytes.length; end += 1) {
      expect(readClientHello(bytes.subarray(0, end))).toEqual({ type: 'incomplete' });
    }
    expect(read(bytes).sni).toBe('sliced.test');
  });

  test.each([1, 2, 3, 4, 5, 17, 100, 256])('in records of %d bytes, cut at every byte', (size) => {
    const split = records(messageIn(bytes), size);
    for (let end = 0; end < split.length; end += 1) {
      expect(readClientHello(split.subarray(0, end)).type).toBe('incomplete');
    }
    expect(read(split)).toEqual(read(bytes));
  });

  test('what follows is left alone', () => {
    expect(read(Buffer.concat([bytes, Buffer.from('anything')]))).toEqual(read(bytes));
    const early = Buffer.concat([bytes, Buffer.from([23, 3, 3, 0, 1, 0])]);
    expect(read(early)).toEqual(read(bytes));
    const another = Buffer.concat([messageIn(bytes), Buffer.from([20, 0, 0, 0])]);
    expect(read(records(another, 2 ** 14))).toEqual(read(bytes));
  });

  test('thousands of mutations: an answer to each, nothing thrown', { tags: ['full'] }, () => {
    const random = mulberry32(20_260_101);
    const below = (limit: number): number => Math.floor(random() * limit);
    const seen = new Set<string>();
    for (let round = 0; round < 20_000; round += 1) {
      const mutant = round % 2 === 0 ? Buffer.from(bytes) : records(messageIn(bytes), 1 + below(300));
      for (let edit = below(4); edit >= 0; edit -= 1) mutant[below(mutant.length)] = below(256);
      const whole = readClientHello(mutant);
      seen.add(whole.type);
      const partial = readClientHello(mutant.subarray(0, below(mutant.length)));
      if (partial.type === 'invalid') expect(whole.type).toBe('invalid');
      if (partial.type === 'hello') expect(whole).toEqual(partial);
    }
    expect(seen).toEqual(new Set(['hello', 'incomplete', 'invalid']));
  });

  test('random bytes after a good beginning', () => {
    const random = mulberry32(7);
    for (let round = 0; round < 5000; round += 1) {
      const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
      expect(readClientHello(records(Buffer.concat([Buffer.from([1, 0, 0, 196]), noise]), 64)).type).toMatch(
        /^(hello|invalid)$/,
      );
    }
  });
});

describe('fields', () => {
  test('no extensions at all', () => {
    const bare = { type: 'hello', alpn: [], versions: [TLS12], needsRsa: false, ech: false };
    expect(readClientHello(handmade({ extensions: null }))).toEqual(bare);
    expect(readClientHello(handmade({ extensions: [] }))).toEqual(bare);
  });

  test('Encrypted Client Hello, its outer form', () => {
    expect(
      read(handmade({ extensions: [...serverName('outer.test'), ...extension(0xfe0d, 0, 0, 1, 0, 1, 9)] })),
    ).toMatchObject({
      sni: 'outer.test',
      needsRsa: false,
      ech: true,
    });
  });

  test('grease among versions and extensions', () => {
    const versions = extension(43, ...vector8(0x5a, 0x5a, 3, 4, 3, 3));
    const hello = read(
      handmade({ extensions: [...extension(0x1a1a), ...versions, ...extension(0xfafa, 0)] }),
    );
    expect(hello.versions).toEqual([TLS13, TLS12]);
  });

  test('protocol names of any bytes', () => {
    const list = [...vector8(0x0a, 0x0a), ...vector8(...letters('h2')), ...vector8(0xff)];
    expect(read(handmade({ extensions: extension(16, ...vector16(...list)) })).alpn).toEqual([
      '\n\n',
      'h2',
      'ÿ',
    ]);
  });

  test('an address as the name, which some clients send', () => {
    expect(read(handmade({ extensions: serverName('127.0.0.1') })).sni).toBe('127.0.0.1');
  });
});

describe('refused', () => {
  const refusal = (bytes: Uint8Array): string => {
    const result = readClientHello(bytes);
    return result.type === 'invalid' ? result.reason : result.type;
  };

  test.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n'), 'not a TLS handshake'],
    ['an alert', Buffer.from([21, 3, 1, 0, 2, 2, 40]), 'not a TLS handshake'],
    ['SSL 2', Buffer.from([0x80, 0x2e, 1, 3, 1]), 'not a TLS handshake'],
    ['a strange version', Buffer.from([22, 5]), 'not a TLS version'],
    ['an empty record', Buffer.from([22, 3, 1, 0, 0]), 'a TLS record has the invalid length 0'],
    ['a record over 16 KiB', Buffer.from([22, 3, 1, 0x40, 1]), 'a TLS record has the invalid length 16385'],
    ['another message', Buffer.from([22, 3, 1, 0, 4, 2]), 'the first message is not a ClientHello'],
    [
      'a declared length over 64 KiB',
      Buffer.from([22, 3, 1, 0, 9, 1, 1, 0, 0]),
      'the ClientHello is larger than 64 KiB',
    ],
  ])('%s', (_, bytes, reason) => {
    expect(refusal(bytes)).toBe(reason);
  });

  test('a record of another kind in between', () => {
    const message = messageIn(handmade());
    const parts = [
      records(message.subarray(0, 9), 9),
      Buffer.from([20, 3, 3, 0, 1, 1]),
      records(message.subarray(9), 99),
    ];
    expect(refusal(Buffer.concat(parts))).toBe('the ClientHello is interrupted by another record');
  });

  test('a hello that has not ended after 64 KiB of small records', () => {
    const message = Buffer.concat([Buffer.from([1, 0, 0xff, 0]), Buffer.alloc(0xff00)]);
    const endless = records(message, 1);
    expect(refusal(endless.subarray(0, 64 * 1024 - 1))).toBe('incomplete');
    expect(refusal(endless.subarray(0, 64 * 1024))).toBe('the ClientHello is larger than 64 KiB');
  });

  test.each([
    ['a session of 33 bytes', handmade({ session: Array.from({ length: 33 }, () => 0) })],
    ['no ciphers', handmade({ ciphers: [] })],
    ['half a cipher', handmade({ ciphers: [1, 2, 3] })],
    ['no compression', handmade({ compressions: [] })],
    ['an extension cut short', handmade({ extensions: [0, 0, 0, 9, 1] })],
    ['half an extension type', handmade({ extensions: [0] })],
    [
      'the same extension twice',
      handmade({ extensions: [...serverName('a.test'), ...serverName('b.test')] }),
    ],
  ])('%s', (_, bytes) => {
    expect(refusal(bytes)).toMatch(/have wrong lengths$/);
  });

  test('bytes after the extensions', () => {
    const message = Buffer.concat([messageIn(handmade()), Buffer.from([0])]);
    message[3] = (message[3] ?? 0) + 1;
    expect(refusal(records(message, 999))).toMatch(/have wrong lengths$/);
  });

  test.each([
    ['none', extension(0)],
    ['an empty list', extension(0, ...vector16())],
    ['an empty name', serverName('')],
    ['a NUL', serverName('good.test\0.evil.test')],
    ['a space', serverName('good.test evil.test')],
    ['another script', serverName('m\xfcnchen.de')],
    ['256 letters', serverName('a'.repeat(256))],
    ['60,000 letters', serverName('a'.repeat(60_000))],
    ['two names', extension(0, ...vector16(0, ...vector16(97), 0, ...vector16(98)))],
    ['a name of another type', extension(0, ...vector16(1, ...vector16(97)))],
    ['a name cut short', extension(0, ...vector16(0, 0, 9, 97))],
  ])('server name: %s', (_, extensions) => {
    expect(refusal(handmade({ extensions }))).toBe('the server name of the ClientHello is malformed');
  });

  test.each([
    ['ALPN protocols', 'none', extension(16)],
    ['ALPN protocols', 'an empty list', extension(16, ...vector16())],
    ['ALPN protocols', 'an empty name', extension(16, ...vector16(0))],
    ['ALPN protocols', 'a name cut short', extension(16, ...vector16(3, 104, 50))],
    ['versions', 'none', extension(43)],
    ['versions', 'an empty list', extension(43, 0)],
    ['versions', 'half a version', extension(43, ...vector8(3, 4, 3))],
    ['versions', 'bytes left over', extension(43, ...vector8(3, 4), 0)],
  ])('%s: %s', (what, _, extensions) => {
    expect(refusal(handmade({ extensions }))).toBe(`the ${what} of the ClientHello are malformed`);
  });
});

/** Random numbers from 0 to 1 that are the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
