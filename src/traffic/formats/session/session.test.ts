// Sessions of version 1 are restored as they were saved; of a damaged file the intact part is restored, and the damage is
// reported.
import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeRecord, sessionChunks, sessionParts } from '../../../../test/helpers/session-version-1.ts';
import { collected, inPieces } from '../../../../test/helpers/collect.ts';
import { capturedFlow, flowHome, type Captured } from '../../../../test/helpers/flows.ts';
import { flowDetail, type FlowDetail } from '../../../flow/detail.ts';
import type { Flow } from '../../../flow/flow.ts';
import { ServerSentEvents } from '../../../flow/server-sent-events.ts';
import { WebSocketLog } from '../../../flow/web-socket-log.ts';
import { readSession } from './read.ts';
import { collectTraffic, type ImportedTraffic } from '../contract.ts';
import { MAX_PAYLOAD } from './record.ts';

const sessionHead = Buffer.from(sessionParts.head);

function saved(flows: readonly Flow[]): Promise<Buffer> {
  return collected(sessionChunks(flows));
}

const read = (file: Buffer, size?: number): Promise<ImportedTraffic> =>
  collectTraffic(readSession(inPieces(file, size ?? 1000), flowHome()));

async function withoutId(flow: Flow): Promise<FlowDetail> {
  return { ...(await flowDetail(flow)), id: 0 };
}

const post: Captured = {
  app: 'curl',
  decrypted: true,
  target: { scheme: 'https', port: 443 },
  request: {
    head: ['POST /a?b=\xe9 HTTP/1.1', 'Host: example.test', 'X-Latin: \xff'],
    body: Buffer.from([0, 1, 2, 255]),
    trailers: 'x-sum: 1\r\n',
  },
  response: {
    head: ['HTTP/1.1 201 Made here', 'Content-Type: text/plain'],
    body: 'x'.repeat(5000),
    cap: 1000,
  },
};

function everything(): Flow[] {
  const plain = capturedFlow();
  const full = capturedFlow(post);
  full.originalRequest = capturedFlow({ request: { head: ['GET /asked HTTP/1.1'], body: 'asked' } }).request;
  full.originalResponse = capturedFlow().response;
  full.sentTo = { scheme: 'http', host: 'elsewhere.test', port: 8080 };
  Object.assign(full.response!, { mimeType: 'text/x-given', transferredBytes: 3 });
  full.tags = ['Map Remote'];
  full.matchedRules = [{ tool: 'mapRemote', id: 'a', name: 'mine', note: 'body too large' }];
  full.repairs = [{ rule: 'folded-line', text: 'The folded lines of X were joined.' }];
  full.color = 'red';
  full.comment = 'look: ü';
  full.pinned = true;
  full.remoteAddress = '127.0.0.1:443';
  full.tls = {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    alpn: 'h2',
    sni: 'a.test',
    verified: false,
  };
  const tunnel = capturedFlow({ request: null });
  Object.assign(tunnel, { tunnelSent: 5, tunnelReceived: 7 });
  tunnel.notDecrypted = { code: 'refused', text: 'the client refused our certificate' };
  const failed = capturedFlow({ state: 'failed', error: 'It broke', response: null });
  return [plain, full, tunnel, failed, conversation()];
}

function conversation(): Flow {
  const flow = capturedFlow({ response: { head: ['HTTP/1.1 101 Switching Protocols'] } });
  const { logs } = flowHome().captures;
  flow.webSocket = new WebSocketLog(logs);
  const common = { time: 1_700_000_000_000, note: null };
  flow.webSocket.add({ ...common, direction: 'sent', kind: 'text', bytes: Buffer.from('hi ü'), size: 5 });
  flow.webSocket.add({
    ...common,
    direction: 'received',
    kind: 'binary',
    bytes: Buffer.from([1, 2]),
    size: 9,
  });
  flow.webSocket.error = 'received: cannot be read';
  flow.serverSentEvents = new ServerSentEvents([], logs, 100, () => undefined);
  const stream = Buffer.from('id: 3\ndata: one\n\nevent: other\ndata: two\n\n');
  flow.serverSentEvents.add(stream, 0, stream.length);
  return flow;
}

test.each([1, 7, 1000, 1_000_000])('everything is restored, read %i bytes at a time', async (size) => {
  const flows = everything();
  const { flows: restored, skipped } = await read(await saved(flows), size);
  expect(skipped).toEqual([]);
  expect(await Promise.all(restored.map(withoutId))).toEqual(await Promise.all(flows.map(withoutId)));
  expect(restored.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105]);
  for (const [at, flow] of flows.entries()) {
    expect(restored[at]?.request?.head).toBe(flow.request?.head);
    expect(restored[at]?.request?.body.bytes()).toEqual(flow.request?.body.bytes());
    expect(restored[at]?.response?.body.omitted).toBe(flow.response?.body.omitted);
    expect(restored[at]?.response?.mimeType).toBe(flow.response?.mimeType);
    expect(restored[at]?.response?.size).toBe(flow.response?.size);
    expect(restored[at]?.pinned).toBe(flow.pinned);
  }
  expect(await saved(restored)).toEqual(await saved(flows));
});

test('a body of many records', async () => {
  const body = randomBytes(9 * 1024 * 1024);
  const flow = capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body } });
  const { flows } = await read(await saved([flow]), 1024 * 1024);
  expect(flows[0]?.response?.body.bytes().equals(body)).toBe(true);
});

test('an exchange in progress is restored as failed', async () => {
  const pending = capturedFlow({ state: 'pending', response: null, timestamps: { end: 0 } });
  const { flows } = await read(await saved([pending]));
  expect(flows[0]).toMatchObject({ state: 'failed', finished: true });
  expect(flows[0]?.error).toMatch(/in progress/);
});

test('no flows make a valid session', async () => {
  expect(await read(await saved([]))).toEqual({ flows: [], skipped: [] });
});

describe('a damaged file', () => {
  const three = [0, 1, 2].map((at) =>
    capturedFlow({ request: { head: [`GET /${at} HTTP/1.1`], body: 'b'.repeat(3000) } }),
  );

  test('with any one byte changed: the other exchanges are restored, and the damage is reported', async () => {
    const file = await saved(three);
    for (let at = sessionHead.length; at < file.length; at += 3) {
      const damaged = Buffer.from(file);
      damaged[at] = damaged[at]! ^ 0x5a;
      const { flows, skipped } = await read(damaged);
      expect(skipped.length, `byte ${at}`).toBeGreaterThan(0);
      expect(flows.length, `byte ${at}`).toBeGreaterThanOrEqual(2);
      for (const flow of flows) expect(flow.path).toMatch(/^\/[012]$/);
    }
  });

  test('truncated anywhere: the exchanges before are restored', async () => {
    const file = await saved(three);
    let max = 0;
    for (let length = sessionHead.length; length < file.length; length += 5) {
      const { flows, skipped } = await read(file.subarray(0, length));
      expect(skipped.at(-1)?.reason, `${length} bytes`).toMatch(/ends/);
      expect(flows.length).toBeGreaterThanOrEqual(max);
      max = flows.length;
    }
    expect(max).toBe(3);
  });

  test('of another format or version', async () => {
    await expect(read(Buffer.from('{"log": {}}'))).rejects.toThrow('it is not a session file');
    await expect(read(Buffer.alloc(0))).rejects.toThrow('it is not a session file');
    await expect(read(Buffer.from('PROXYSESSION 2\n...'))).rejects.toThrow(/version is not supported: "2"/);
  });

  test('with invalid data', async () => {
    const wrong = await Promise.all(
      ['null', '[]', '{"method":"GET"}', 'no json'].map((json) =>
        encodeRecord({ type: 'F', payload: Buffer.from(json) }),
      ),
    );
    const whole = await saved(three);
    const file = Buffer.concat([sessionHead, ...wrong, whole.subarray(sessionHead.length)]);
    const { flows, skipped } = await read(file);
    expect(flows.length).toBe(3);
    expect(skipped.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  test('a record longer than its declared length is not read', async () => {
    const bomb = await encodeRecord({ type: 'B', payload: Buffer.alloc(16 * 1024 * 1024) });
    bomb.writeUInt32LE(100, 9);
    const { skipped } = await read(Buffer.concat([sessionHead, bomb]));
    expect(skipped[0]?.reason).toMatch(/damaged/);
  });
});

describe('a decompression bomb', () => {
  /** Returns a session of bodies that compress to almost nothing. */
  async function bomb(flows: number, records: number): Promise<Buffer> {
    const [, data] = recordsOf(await saved([capturedFlow({ response: { head: ['HTTP/1.1 200 OK'] } })]));
    const stored = JSON.parse(data!.toString()) as { response: Record<'kept' | 'size', number> };
    Object.assign(stored.response, { kept: records * MAX_PAYLOAD, size: records * MAX_PAYLOAD });
    const head = await encodeRecord({ type: 'F', payload: Buffer.from(JSON.stringify(stored)) });
    const record = await encodeRecord({ type: 'B', payload: Buffer.alloc(MAX_PAYLOAD) });
    const flow = [head, ...Array.from({ length: records }, () => record)];
    return Buffer.concat([sessionHead, ...Array.from({ length: flows }, () => flow).flat()]);
  }

  /** Returns the head of the file, and the payload of the first record. */
  function recordsOf(file: Buffer): readonly Buffer[] {
    const from = sessionHead.length;
    const compressed = file.subarray(from + 17, from + 17 + file.readUInt32LE(from + 5));
    return [sessionHead, zstdDecompressSync(compressed)];
  }

  test('an exchange of gigabytes is skipped, the next one is read', async () => {
    const file = await bomb(1, 6);
    expect(file.length).toBeLessThan(1024 * 1024);
    const good = await saved([capturedFlow()]);
    const { flows, skipped } = await collectTraffic(
      readSession(inPieces(Buffer.concat([file, good.subarray(sessionHead.length)])), flowHome(1024)),
    );
    expect(skipped).toEqual([{ index: 0, reason: 'it decompresses to more than 67108864 bytes' }]);
    expect(flows).toHaveLength(1);
  });

  test('a file of many such exchanges is rejected', { tags: ['full'] }, async () => {
    await expect(collectTraffic(readSession(inPieces(await bomb(33, 2)), flowHome(1024)))).rejects.toThrow(
      'it decompresses to more than 1073741824 bytes',
    );
  });

  test('a large body that compresses well is read', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024);
    const { flows } = await read(
      await saved([capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body } })]),
      1e6,
    );
    expect(flows[0]?.response?.body.size).toBe(body.length);
  });
});
