// The topics of MQTT brokers, over RPC: those that an open connection has seen, and those that are listened to.
import net from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ClientConsole } from '../helpers/client-console.ts';
import { listening } from '../helpers/listening.ts';

const app = await startTestApp();
let client: ClientConsole;

beforeEach(() => {
  client = new ClientConsole(app).follow();
});
afterEach(() => client[Symbol.asyncDispose]());
afterAll(() => app.close());

interface Broker {
  readonly url: string;
  publish(topic: string, payload: string, retain?: boolean): Promise<void>;
}

async function startBroker(): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  return {
    url: `mqtt://127.0.0.1:${await listening(net.createServer(aedes.handle))}`,
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain, dup: false },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
  };
}

test('an open connection tells the topics that it has seen, also after its end, secrets masked', async () => {
  const broker = await startBroker();
  await app.result('save_environment', {
    name: 'Plant',
    variables: [{ name: 'key', value: 'very-secret-value', secret: true }],
  });
  await broker.publish('plant/a/speed', 'is very-secret-value', true);
  const mqtt = { subscribe: [{ topic: 'plant/#', qos: 0 }] };
  const request = { type: 'mqtt', url: broker.url, mqtt };
  const channel = await client.connect(request, { environment: 'Plant' });
  await client.until(channel, ({ name }) => name === 'plant/a/speed');
  await broker.publish('plant/b', '1');
  await broker.publish('plant/b', '2');
  await client.until(channel, ({ name, text }) => name === 'plant/b' && text === '2');
  const seen = {
    total: 2,
    topics: [
      { topic: 'plant/a/speed', messages: 1, last: 'is ••••••••' },
      { topic: 'plant/b', messages: 2, last: '2' },
    ],
    levels: [
      { level: 'plant', topics: 2, messages: 3 },
      { level: 'plant/a', topics: 1, messages: 1 },
    ],
    omitted: 0,
  };
  expect(await client.call('client.topics', { channel })).toEqual(seen);
  const page = await client.call('client.topics', { channel, begin: 'plant/', limit: 1 });
  expect(page).toMatchObject({
    total: 2,
    topics: [{ topic: 'plant/a/speed' }],
    levels: [{ level: 'plant/a' }],
  });
  await client.call('client.close', { channel });
  await client.until(channel, 'end');
  expect(await client.call('client.topics', { channel })).toEqual(seen);
});

test('a broker is listened to for as long as wanted, with progress, and stops early with what it has', async () => {
  const broker = await startBroker();
  await broker.publish('shop/till', 'open', true);
  const request = { type: 'mqtt', url: broker.url };
  const owner = { window: client.window, tab: 'topics' };
  const { channel } = await client.call('client.listen_topics', { ...owner, request, listenMs: 600_000 });
  await client.until(channel, ({ type, topics }) => type === 'heard' && topics === 1);
  await broker.publish('shop/door', 'shut');
  await client.until(
    channel,
    ({ type, topics, messages }) => type === 'heard' && Number(topics) + Number(messages) === 4,
  );
  await client.call('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'stopped',
    reason: null,
    description: { kind: 'mqtt', topics: [{ topic: 'shop/door', last: 'shut' }, { topic: 'shop/till' }] },
  });
  const short = await client.call('client.listen_topics', { ...owner, request, listenMs: 100 });
  expect(await client.until(short.channel, 'end')).toMatchObject({
    outcome: 'ended',
    description: { topics: [{ topic: 'shop/till', messages: 1, last: 'open' }] },
  });
  const described = await client.call('client.describe_server', { request, listenMs: 100 });
  expect(described).toMatchObject({ kind: 'mqtt', levels: [{ level: 'shop', topics: 1, messages: 1 }] });
});

test('a broker that is not there is an error at the end', async () => {
  const server = net.createServer();
  const url = `mqtt://127.0.0.1:${await listening(server)}`;
  await new Promise((resolve) => server.close(resolve));
  const owner = { window: client.window, tab: 'topics' };
  const { channel } = await client.call('client.listen_topics', { ...owner, request: { type: 'mqtt', url } });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('ECONNREFUSED'),
    description: null,
  });
  expect(await app.rpc('client.topics', { channel })).toMatchObject({ status: 422, field: 'channel' });
});
