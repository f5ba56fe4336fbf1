// gRPC through the proxy, between the server and the client of @grpc/grpc-js: calls arrive unchanged, and
// flow detail has the method, the messages and the status.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { flowAt } from '../helpers/settled.ts';
import { CHAT_PROTO, chatClient, chatServer, type ChatClient, type ChatServer } from '../helpers/grpc.ts';

const authority = trustedAuthority();
const folder = mkdtempSync(join(tmpdir(), 'proxyctl-grpc-'));
let server: ChatServer;

beforeAll(async () => {
  server = await chatServer(authority.issue('localhost'));
});

afterAll(() => {
  server[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

/** Resolves with the detail of the last call of `method`, once it has ended. */
async function lastCall(proxy: TestEngine, method: string): Promise<FlowDetail> {
  const service = method === 'ServerReflectionInfo' ? 'grpc.reflection.v1.ServerReflection' : 'chat.v1.Chat';
  const { id } = await flowAt(proxy.engine.flows, `/${service}/${method}`);
  return (await (await proxy.api(`/api/flows/${id}`)).json()) as FlowDetail;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

describe('without a schema', () => {
  let proxy: TestEngine;
  let client: ChatClient;

  beforeAll(async () => {
    proxy = await startTestEngine();
    client = chatClient(server.port, proxy.url, proxy.engine.ca.certPem);
  });

  afterAll(async () => {
    client.close();
    await proxy.close();
  });

  test('a unary call: service, method, both messages by field numbers, status', async () => {
    const answer = await client.say({ who: 'me', text: 'hello', at: 5 });
    expect(answer).toEqual({ who: 'server', text: 'you said hello', mood: 'LOUD', at: 1234567890123 });
    const { grpc, httpVersion, state, decrypted } = await lastCall(proxy, 'Say');
    expect([state, httpVersion, decrypted]).toEqual(['completed', 'HTTP/2', true]);
    expect(grpc).toEqual({
      service: 'chat.v1.Chat',
      method: 'Say',
      status: 0,
      statusName: 'OK',
      message: 'OK',
      messages: [
        {
          direction: 'sent',
          size: 13,
          compressed: false,
          time: TIME,
          decoded: { 1: 'me', 2: 'hello', 4: 5 },
        },
        {
          direction: 'received',
          size: 33,
          compressed: false,
          time: TIME,
          decoded: { 1: 'server', 2: 'you said hello', 3: 1, 4: 1234567890123 },
        },
      ],
    });
  });

  test('messages of a stream have the times at which they came', async () => {
    await client.talk([{ text: 'one' }, { text: 'two' }], 60);
    const { grpc } = await lastCall(proxy, 'Talk');
    const times = (of: string): number[] =>
      (grpc?.messages ?? []).flatMap(({ direction, time }) =>
        direction === of ? [Date.parse(time ?? '')] : [],
      );
    for (const [first = 0, second = 0] of [times('sent'), times('received')])
      expect(second - first).toBeGreaterThanOrEqual(40);
  });

  test('a call in both directions', async () => {
    const lines = await client.talk([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    const { grpc } = await lastCall(proxy, 'Talk');
    expect(grpc).toMatchObject({ service: 'chat.v1.Chat', method: 'Talk', status: 0, statusName: 'OK' });
    expect(grpc?.messages.map(({ direction, decoded }) => [direction, decoded])).toEqual([
      ['sent', { 2: 'one' }],
      ['sent', { 2: 'two' }],
      ['sent', { 2: 'three' }],
      ['received', { 1: 'echo', 2: 'one' }],
      ['received', { 1: 'echo', 2: 'two' }],
      ['received', { 1: 'echo', 2: 'three' }],
    ]);
  });

  test('a stream of many messages: the last 200 of both directions, the others counted', async () => {
    expect(await client.listen()).toHaveLength(300);
    const { grpc } = await lastCall(proxy, 'Listen');
    expect(grpc?.messages).toHaveLength(200);
    expect(grpc?.messages.at(-1)?.decoded).toEqual({ 2: '299' });
    expect(grpc?.notes).toEqual(['of the messages received, 101 earlier ones are left out']);
  });

  test('a call that fails: status, message and details of the trailers', async () => {
    expect(await client.say({ text: 'fail' })).toMatchObject({ code: 5, details: 'café is gone' });
    const { grpc } = await lastCall(proxy, 'Say');
    expect(grpc).toMatchObject({
      status: 5,
      statusName: 'NOT_FOUND',
      message: 'café is gone',
      details: { code: 5, message: 'gone' },
    });
  });

  test('compressed messages', async () => {
    const text = 'again '.repeat(1000);
    await client.say({ text }, true);
    const { grpc } = await lastCall(proxy, 'Say');
    const [sent] = grpc?.messages ?? [];
    expect(sent).toMatchObject({ direction: 'sent', compressed: true, decoded: { 2: text } });
    expect(sent!.size).toBeLessThan(500);
  });

  test('once a client has asked the server for its descriptors, names instead of numbers, before and after', async () => {
    await client.reflect();
    await lastCall(proxy, 'ServerReflectionInfo');
    await client.say({ who: 'me', text: 'named', mood: 'LOUD' });
    const { grpc } = await lastCall(proxy, 'Say');
    expect(grpc?.messages.map(({ type, decoded }) => [type, decoded])).toEqual([
      ['chat.v1.Line', { who: 'me', text: 'named', mood: 'LOUD' }],
      ['chat.v1.Line', { who: 'server', text: 'you said named', mood: 'LOUD', at: 1234567890123 }],
    ]);
    const before = await lastCall(proxy, 'Talk');
    expect(before.grpc?.messages[0]?.decoded).toEqual({ text: 'one' });
  });
});

test('with .proto files that were given', async () => {
  const path = join(folder, 'chat.proto');
  writeFileSync(path, CHAT_PROTO);
  const proxy = await startTestEngine({ protoPaths: [path] });
  const client = chatClient(server.port, proxy.url, proxy.engine.ca.certPem);
  await client.say({ text: 'hello' });
  const { grpc } = await lastCall(proxy, 'Say');
  expect(grpc?.messages.map(({ type, decoded }) => [type, decoded])).toEqual([
    ['chat.v1.Line', { text: 'hello' }],
    ['chat.v1.Line', { who: 'server', text: 'you said hello', mood: 'LOUD', at: 1234567890123 }],
  ]);
  client.close();
  await proxy.close();
});

test('in plain text', async () => {
  const plain = await chatServer(null);
  const proxy = await startTestEngine();
  const client = chatClient(plain.port, proxy.url, null);
  expect(await client.say({ text: 'plain' })).toMatchObject({ text: 'you said plain' });
  const { grpc, url } = await lastCall(proxy, 'Say');
  expect(url).toBe(`http://localhost:${plain.port}/chat.v1.Chat/Say`);
  expect(grpc?.messages.map(({ decoded }) => decoded)).toMatchObject([
    { 2: 'plain' },
    { 2: 'you said plain' },
  ]);
  client.close();
  await proxy.close();
  plain[Symbol.dispose]();
});
