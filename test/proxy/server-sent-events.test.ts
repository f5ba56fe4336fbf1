// Event streams through the proxy: each event arrives at once, at the client and in the flow.
import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ServerSentEventDetail } from '../../src/flow/server-sent-events.ts';
import { arenaForEach, type Exchange } from '../helpers/arena.ts';
import { until } from '../helpers/waiting.ts';

const arena = arenaForEach();

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';

async function opened(path: string, fields: string): Promise<Exchange> {
  const exchange = await arena().begin(path, { fields: ['Accept: text/event-stream'] });
  exchange.server.write(`${HEAD}${fields}\r\n`);
  await exchange.client.head();
  return exchange;
}

async function detailOf(
  path: string,
): Promise<{ readonly serverSentEvents?: readonly ServerSentEventDetail[] } & Record<string, unknown>> {
  const { proxy } = arena();
  const flow = proxy.engine.flows.list().findLast((found) => found.path === path);
  return (await (await proxy.api(`/api/flows/${flow?.id ?? 0}`)).json()) as Awaited<
    ReturnType<typeof detailOf>
  >;
}

/** Resolves with the recorded events once there are `count` of them. */
async function events(path: string, count: number): Promise<string[]> {
  let events: Awaited<ReturnType<typeof detailOf>>['serverSentEvents'] = [];
  await until(`${count} events in the flow of ${path}`, async () => {
    events = (await detailOf(path)).serverSentEvents ?? [];
    return events.length >= count;
  });
  return events.map(({ id, event, data }) => `${event} ${id} ${data}`);
}

const chunk = (text: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${text.length.toString(16)}\r\n`),
    Buffer.from(text as string),
    Buffer.from('\r\n'),
  ]);

describe('a stream of events', () => {
  test.each([
    ['chunked', 'Transfer-Encoding: chunked\r\n', chunk],
    ['until the end', '', (text: string) => text],
  ] as const)('shows each event while it goes on: %s', async (_what, fields, framed) => {
    const { client, server } = await opened('/live', fields);
    for (const n of [1, 2, 3]) {
      server.write(framed(`id: ${n}\nevent: tick\ndata: ${n}\n\n`));
      await client.until(`data: ${n}\n\n`);
      expect((await events('/live', n)).at(-1)).toBe(`tick ${n} ${n}`);
      expect(await detailOf('/live')).toMatchObject({ state: 'pending' });
    }
    client.reset();
    await server.over();
    const flow = await arena().flow('/live');
    expect(flow).toMatchObject({ state: 'completed', error: null });
    expect(await events('/live', 3)).toHaveLength(3);
  });

  test('in chunks that cut it anywhere', async () => {
    const { client, server } = await opened('/cut', 'Transfer-Encoding: chunked\r\n');
    const text = '\ufeffevent: grüße\r\ndata: €\rdata: 2\n\nid: 7\n\ndata: last\n\n';
    for (const byte of Buffer.from(text)) server.write(chunk(Buffer.from([byte])));
    server.write('0\r\n\r\n');
    expect(await events('/cut', 2)).toEqual(['grüße  €\n2', 'message 7 last']);
    client.end();
  });

  test('compressed, with a client that leaves after data', async () => {
    const { client, server } = await opened(
      '/gzip',
      'Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n',
    );
    const gzip = createGzip();
    gzip.on('data', (bytes: Buffer) => server.write(chunk(bytes)));
    for (const n of [1, 2]) {
      gzip.write(`data: event ${n}\n\n`);
      await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve));
      expect((await events('/gzip', n)).at(-1)).toBe(`message  event ${n}`);
    }
    client.reset();
    await server.over();
    expect(await arena().flow('/gzip')).toMatchObject({ state: 'completed', error: null });
    const detail = await detailOf('/gzip');
    // Compressed data without an end is not an error: the reader had enough.
    expect(detail).toMatchObject({ response: { body: 'data: event 1\n\ndata: event 2\n\n' } });
    const closed = once(gzip, 'close');
    gzip.destroy();
    await closed;
  });

  test('of which the last 200 are remembered', async () => {
    const { client, server } = await opened('/many', '');
    server.write(Array.from({ length: 1000 }, (_, n) => `data: ${n}\n\n`).join(''));
    server.end();
    await client.until('\r\n0\r\n\r\n');
    await arena().flow('/many');
    const all = await events('/many', 200);
    expect(all).toHaveLength(200);
    expect([all[0], all[199]]).toEqual(['message  800', 'message  999']);
  });

  test('in large pieces is not gathered: what has arrived is written before more is awaited', async () => {
    const { client, server } = await opened('/large', 'Content-Length: 1000000\r\n');
    const data = 'x'.repeat(100_000);
    server.write(`data: ${data}\n\n`);
    await client.until(`${data}\n\n`);
    expect(await events('/large', 1)).toEqual([`message  ${data}`]);
    client.end();
    server.end();
  });

  test('of an unknown coding has a note', async () => {
    const { client, server } = await opened('/unknown', 'Content-Encoding: x-other\r\n');
    server.write('data: 1\n\n');
    await client.until('\n\n');
    expect(await detailOf('/unknown')).toMatchObject({
      serverSentEvents: [],
      serverSentEventsError: 'the stream is compressed in a way that is not read here',
    });
    client.end();
    server.end();
  });
});

test('a response that is none has no events', async () => {
  const { client, server } = await arena().begin('/plain');
  server.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\ndata: 1\n\n');
  await client.response();
  await arena().flow('/plain');
  expect(await detailOf('/plain')).not.toHaveProperty('serverSentEvents');
});
