// Requests of the type `mqtt` against the broker aedes, over TCP, TLS and WebSocket.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { Aedes } from 'aedes';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { trustedAuthority } from '../../helpers/authority.ts';
import { listening } from '../../helpers/listening.ts';
import { closedPort } from '../../helpers/ports.ts';
import { until } from '../../helpers/waiting.ts';
import { failures, receivedTexts, sendOne } from '../../helpers/sent-requests.ts';

const authority = trustedAuthority();

async function broker(
  listen: (aedes: Aedes) => Promise<number> = (aedes) => listening(net.createServer(aedes.handle)),
) {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  aedes.authenticate = (_, username, password, done) => {
    if (username === 'bad') done(Object.assign(new Error('no'), { returnCode: 4 }), null);
    else done(null, username === undefined || password?.toString() === 'secret');
  };
  aedes.authorizeSubscribe = (_, subscription, done) =>
    done(null, subscription.topic === 'forbidden' ? null : subscription);
  return { aedes, port: await listen(aedes) };
}

/** Subscribes, publishes in each quality of service, and tests what comes back. */
function everyQuality(port: number, version: '3.1.1' | '5') {
  return sendOne(
    {
      type: 'mqtt',
      url: 'mqtt://127.0.0.1:{{port}}',
      auth: { type: 'basic', username: 'me', password: 'secret' },
      mqtt: {
        version,
        subscribe: [{ topic: 'rooms/+', qos: 2 }],
        publish: [0, 1, 2].map((qos) => ({ topic: 'rooms/{{room}}', payload: `{"qos":${qos}}`, qos })),
        until: 3,
        listenMs: 600_000,
      },
      scripts: {
        test: `pm.test('messages', () => {
          pm.response.to.have.statusCode(0);
          pm.response.to.be.ok;
          pm.expect(pm.response.messages.map(({ name, data }) => [name, data.qos])).to.deep.equal([['rooms/r1', 0], ['rooms/r1', 1], ['rooms/r1', 2]]);
          pm.response.messages.to.include({ qos: 2 });
        });`,
      },
    },
    { variables: { port: String(port), room: 'r1' }, timeoutMs: 20_000 },
  );
}

test('subscribe and publish, in each quality of service', async () => {
  const { port } = await broker();
  const run = await everyQuality(port, '3.1.1');
  expect(failures(run)).toEqual([]);
  expect(run.method).toBe('MQTT');
});

const hasMosquitto = spawnSync('mosquitto', ['-h']).status !== null;

test.skipIf(!hasMosquitto)('version 5 (skipped where mosquitto is not on the PATH)', async () => {
  const port = await closedPort();
  // Without a file of settings it listens on this computer alone, and admits everybody.
  const server = spawn('mosquitto', ['-p', String(port)], { stdio: 'ignore' });
  onTestFinished(() => void server.kill());
  await until('the broker', () => reachable(port));
  expect(failures(await everyQuality(port, '5'))).toEqual([]);
});

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
    socket.on('close', (hadError) => resolve(!hadError));
  });
}

test('retained messages and the will', async () => {
  const { aedes, port } = await broker();
  const url = `mqtt://127.0.0.1:${port}`;
  await sendOne({
    type: 'mqtt',
    url,
    mqtt: { publish: [{ topic: 'state', payload: 'on', retain: true, qos: 1 }] },
  });
  const run = await sendOne({
    type: 'mqtt',
    url,
    mqtt: { subscribe: [{ topic: 'state' }], until: 1, listenMs: 600_000 },
  });
  expect(receivedTexts(run)).toEqual(['on']);
  const left = new Promise<string>((resolve) => {
    aedes.on('publish', ({ topic, payload }) => {
      if (topic === 'gone') resolve(payload.toString());
    });
  });
  aedes.on('clientReady', (client) => client.close());
  await sendOne({
    type: 'mqtt',
    url,
    mqtt: { will: { topic: 'gone', payload: 'bye' }, subscribe: [{ topic: 'a' }], listenMs: 600_000 },
  });
  expect(await left).toBe('bye');
});

test('over TLS and over WebSocket', async () => {
  const secure = await broker((aedes) =>
    listening(tls.createServer(authority.issue('127.0.0.1'), aedes.handle)),
  );
  const plain = await broker();
  const http = createServer();
  new WebSocketServer({ server: http }).on('connection', (socket) => {
    const behind = net.connect(plain.port, '127.0.0.1');
    socket.on('message', (data: Buffer) => behind.write(data));
    socket.on('close', () => behind.destroy());
    behind.on('data', (data) => socket.send(data));
    behind.on('close', () => socket.close());
  });
  const web = { port: await listening(http) };
  for (const url of [`mqtts://127.0.0.1:${secure.port}`, `ws://127.0.0.1:${web.port}/mqtt`]) {
    const run = await sendOne({
      type: 'mqtt',
      url,
      mqtt: {
        subscribe: [{ topic: 'a' }],
        publish: [{ topic: 'a', payload: 'x' }],
        until: 1,
        listenMs: 600_000,
      },
    });
    expect([run.error, receivedTexts(run)]).toEqual([null, ['x']]);
  }
});

test('what the broker refuses is an error', async () => {
  const { port } = await broker();
  const send = (more: object) => sendOne({ type: 'mqtt', url: `mqtt://127.0.0.1:${port}`, ...more });
  expect((await send({ mqtt: { username: 'bad', password: 'x' } })).error).toContain('the broker refused:');
  expect((await send({ mqtt: { subscribe: [{ topic: 'forbidden' }] } })).error).toContain(
    'the broker refused the subscription to "forbidden"',
  );
  expect((await send({ auth: { type: 'bearer', token: 't' } })).error).toContain(
    'MQTT has no authorization of the type bearer',
  );
});

test('brokers that are not there, say nothing, or say something else', async () => {
  const send = (port: number) =>
    sendOne({ type: 'mqtt', url: `mqtt://127.0.0.1:${port}` }, { timeoutMs: 300 });
  expect((await send(1)).error).toContain('connection refused');
  expect((await send(await listening(net.createServer()))).error).toBe('it was not complete within 300 ms');
  const garbage = await listening(
    net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  );
  expect((await send(garbage)).error).not.toBeNull();
});
