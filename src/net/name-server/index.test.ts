import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Forwarder } from './forwarder.ts';
import { NameServer, type NameServerOptions } from './index.ts';
import { framed } from './tcp.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(options: Partial<NameServerOptions> = {}): Promise<NameServer> {
  const server = await NameServer.on({
    port: 0,
    captures: () => false,
    upstream: new Forwarder(() => []),
    ...options,
  });
  open.push(server);
  return server;
}

function clientOf({ port }: NameServer): dns.Resolver {
  const client = new dns.Resolver({ timeout: 1000, tries: 1 });
  client.setServers([`127.0.0.1:${port}`]);
  return client;
}

/** Answers every query with a text as long as it is asked to be, over UDP cut to nothing. */
async function longAnswers(): Promise<{ readonly port: number }> {
  const udp = dgram.createSocket('udp4');
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const { port } = udp.address();
  const tcp = net.createServer();
  tcp.listen(port, '127.0.0.1');
  await once(tcp, 'listening');
  udp.on('message', (query, from) => {
    const response = Buffer.from(query);
    response.writeUInt16BE(0x8380, 2);
    udp.send(response, from.port, from.address);
  });
  tcp.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const query = chunk.subarray(2);
      const header = Buffer.from(query);
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(3, 6);
      const text = Buffer.concat([Buffer.from([250]), Buffer.alloc(250, 97)]);
      const record = Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, 251]), text]);
      const end = 12 + header.subarray(12).indexOf(0) + 5;
      header.writeUInt16BE(0, 10);
      socket.write(framed(Buffer.concat([header.subarray(0, end), record, record, record])));
    });
  });
  open.push({
    close: async () => {
      udp.close();
      tcp.close();
      await Promise.resolve();
    },
  });
  return { port };
}

describe('a captured name', () => {
  test('leads to this machine, with IPv4 and where there is one IPv6', async () => {
    const client = clientOf(await serve({ captures: (name) => name === 'api.harbor.test' }));
    expect(await client.resolve4('API.harbor.test')).toEqual(['127.0.0.1']);
    const six = await client
      .resolve6('api.harbor.test')
      .catch((error: unknown) => (error as { code: string }).code);
    expect([['::1'], 'ENODATA']).toContainEqual(six);
  });

  test('has no records that lead past this machine', async () => {
    const client = clientOf(await serve({ captures: () => true }));
    await expect(client.resolveTxt('api.harbor.test')).rejects.toThrow('ENODATA');
    await expect(client.resolveCname('api.harbor.test')).rejects.toThrow('ENODATA');
  });
});

test('a name below localhost leads to this machine, captured or not, and no server is asked', async () => {
  const client = clientOf(await serve());
  expect(await client.resolve4('app.localhost')).toEqual(['127.0.0.1']);
  expect(await client.resolve6('app.localhost')).toEqual(['::1']);
});

describe('another name', () => {
  test('is answered by the servers of the system, over UDP', async () => {
    const upstream = await serve({ captures: (name) => name === 'other.test' });
    const server = await serve({
      upstream: new Forwarder(() => [{ address: '127.0.0.1', port: upstream.port }]),
    });
    expect(await clientOf(server).resolve4('other.test')).toEqual(['127.0.0.1']);
  });

  test('with a long answer is asked for again over TCP', async () => {
    const { port } = await longAnswers();
    const server = await serve({ upstream: new Forwarder(() => [{ address: '127.0.0.1', port }]) });
    const found = await clientOf(server).resolveTxt('long.test');
    expect(found.map(([text]) => text?.length)).toEqual([250, 250, 250]);
  });

  test('comes from the second server when the first does not answer', { tags: ['full'] }, async () => {
    const silent = dgram.createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    open.push({ close: () => new Promise((done) => silent.close(() => done())) });
    const upstream = await serve({ captures: () => true });
    const servers = [silent.address().port, upstream.port].map((port) => ({ address: '127.0.0.1', port }));
    const client = new dns.Resolver({ timeout: 5000, tries: 1 });
    client.setServers([`127.0.0.1:${(await serve({ upstream: new Forwarder(() => servers) })).port}`]);
    expect(await client.resolve4('other.test')).toEqual(['127.0.0.1']);
  });

  test('fails when no server is known', async () => {
    await expect(clientOf(await serve()).resolve4('other.test')).rejects.toThrow('ESERVFAIL');
  });

  test('is not answered by a message with another id', async () => {
    const liar = dgram.createSocket('udp4');
    liar.bind(0, '127.0.0.1');
    await once(liar, 'listening');
    liar.on('message', (query, from) => {
      const lie = Buffer.from(query);
      lie.writeUInt16BE((query.readUInt16BE(0) + 1) % 65_536, 0);
      lie.writeUInt16BE(0x8183, 2);
      liar.send(lie, from.port, from.address);
      const truth = Buffer.from(query);
      truth.writeUInt16BE(0x8182, 2);
      liar.send(truth, from.port, from.address);
    });
    open.push({ close: () => new Promise((done) => liar.close(() => done())) });
    const server = await serve({
      upstream: new Forwarder(() => [{ address: '127.0.0.1', port: liar.address().port }]),
    });
    await expect(clientOf(server).resolve4('other.test')).rejects.toThrow('ESERVFAIL');
  });
});

describe('over TCP', () => {
  test('several queries on one connection are answered, in pieces too', async () => {
    const { port } = await serve({ captures: () => true });
    const socket = net.connect(port, '127.0.0.1');
    const query = (id: number): Buffer =>
      framed(Buffer.from([0, id, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1]));
    const both = Buffer.concat([query(1), query(2)]);
    socket.write(both.subarray(0, 5));
    await new Promise((done) => setImmediate(done));
    socket.write(both.subarray(5));
    let received = Buffer.alloc(0);
    while (received.length < 2 * (2 + 35))
      received = Buffer.concat([received, (await once(socket, 'data'))[0] as Buffer]);
    socket.destroy();
    expect([received[3], received[37 + 3]].sort()).toEqual([1, 2]);
  });

  test('what is no query closes the connection', async () => {
    const { port } = await serve();
    const socket = net.connect(port, '127.0.0.1');
    socket.write(framed(Buffer.from('GET / HTTP/1.1')).fill(0xff, 4));
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });
});

test('a port that is taken is an error of the system', async () => {
  const { port } = await serve();
  await expect(
    NameServer.on({ port, captures: () => true, upstream: new Forwarder(() => []) }),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
