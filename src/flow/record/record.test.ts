import { describe, expect, test } from 'vitest';
import { capturedFlow, capturedMessage, flowHome, type Captured } from '../../../test/helpers/flows.ts';
import { storeFlow } from '../../../test/helpers/session-version-1.ts';
import { UserError } from '../../base/errors.ts';
import type { Flow } from '../flow.ts';
import { LogBudget } from '../log-budget.ts';
import { Message } from '../message.ts';
import { ServerSentEvents } from '../server-sent-events.ts';
import { flowSummary } from '../summary.ts';
import { WebSocketLog } from '../web-socket-log.ts';
import { ByteWriter } from './byte-writer.ts';
import { decodeFlow } from './decode.ts';
import { encodeFlow } from './encode.ts';
import { recordOverview } from './overview.ts';

const { captures } = flowHome();

function record(flow: Flow, ...rest: unknown[]): Buffer {
  const out = new ByteWriter(16);
  encodeFlow(out, flow, ...(rest as []));
  return out.take();
}

const again = (flow: Flow): Flow => decodeFlow(record(flow), flow.id, { captures });

/** All data of a flow, bodies included. */
async function everything(flow: Flow): Promise<unknown> {
  const { flow: stored, bytes } = await storeFlow(flow);
  return { stored, bytes, openedFrom: flow.openedFrom, summary: flowSummary(flow) };
}

function changed(): Flow {
  const flow = capturedFlow({
    target: { scheme: 'https', host: 'api.example.test', port: 8443 },
    app: 'Café "★"',
    decrypted: true,
    request: {
      head: ['POST /a?b=\xc3\xa9 HTTP/1.1', 'Host: x', 'X: \xe9'],
      body: 'sent',
      trailers: 'T: 1\r\n',
    },
    response: { head: ['HTTP/1.1 404 Not \xff Found'], body: Buffer.from([0, 255, 128]), cap: 2 },
  });
  flow.originalRequest = capturedMessage({ head: ['GET /before HTTP/1.1'], body: 'before' });
  flow.originalResponse = new Message('HTTP/1.1 200 OK\r\n\r\n', captures, flow.response);
  flow.response!.notes = ['A note'];
  flow.response!.mimeType = 'text/plain';
  flow.response!.transferredBytes = 12;
  flow.response!.isDecoded = true;
  flow.sentTo = { scheme: 'http', host: '::1', port: 81 };
  const certificate = Buffer.alloc(32, 7).toString('base64');
  flow.tls = {
    version: 'TLSv1.3',
    cipher: 'C',
    alpn: null,
    sni: 'api.example.test',
    certificate,
    verified: false,
  };
  flow.remoteAddress = '[::1]:443';
  flow.tags = ['Map Remote'];
  flow.matchedRules = [{ tool: 'a', id: 'b', name: 'c', note: 'd' }];
  flow.repairs = [{ rule: 'status-line', text: 'It was odd.' }];
  flow.color = 'red';
  flow.comment = 'Look at 👀 this';
  flow.pinned = true;
  flow.openedFrom = 'a.har';
  return flow;
}

function streams(): Flow {
  const flow = capturedFlow({ response: { head: ['HTTP/1.1 101 Switching Protocols'] } });
  const budget = new LogBudget(Infinity);
  flow.webSocket = new WebSocketLog(budget);
  for (let i = 0; i < 201; i += 1)
    flow.webSocket.add({
      direction: 'sent',
      kind: 'text',
      time: i,
      size: 9,
      note: null,
      bytes: Buffer.from('ä'),
    });
  flow.webSocket.add({
    direction: 'received',
    kind: 'close',
    time: 9,
    size: 2,
    note: 'odd',
    bytes: Buffer.alloc(2),
  });
  flow.webSocket.error = 'no longer read';
  flow.serverSentEvents = new ServerSentEvents([], budget, 1000, () => undefined);
  flow.serverSentEvents.add(Buffer.from('id: 1\nevent: e\ndata: x\n\ndata: y\n\n'), 0, 33);
  return flow;
}

const cases: Readonly<Record<string, () => Flow>> = {
  'an exchange': () => capturedFlow(),
  'one that tools changed': changed,
  'messages and events': streams,
  'a tunnel': () =>
    Object.assign(capturedFlow({ request: null }), {
      tunnelSent: 2 ** 40,
      tunnelReceived: 1,
      notDecrypted: { code: 'refused', text: 'It was refused.' },
    }),
  'a failure': () => capturedFlow({ response: null, state: 'failed', error: 'no route' } satisfies Captured),
  'one in progress': () => capturedFlow({ response: null, state: 'pending', timestamps: { end: 0 } }),
};

describe.each(Object.entries(cases))('%s', (_, make) => {
  test('is the same again', async () => {
    const flow = make();
    expect(await everything(again(flow))).toEqual(await everything(flow));
  });

  test('is read as far as it goes when it was cut or changed, or refused with a reason', () => {
    const whole = record(make());
    let seed = 1;
    for (let at = 0; at < whole.length; at += 1) {
      seed = (seed * 48_271) % 0x7f_ff_ff_ff;
      const mutated = Buffer.from(whole);
      mutated[at] = seed % 256;
      for (const bytes of [mutated, whole.subarray(0, at)]) refusedOrRead(bytes);
    }
  });
});

test('the process of an agent is the same again; those of others are not stored', () => {
  const from = (url: string): Flow =>
    again(
      capturedFlow({
        process: '7@1',
        parents: ['6@1'],
        request: { head: [`POST ${url} HTTP/1.1`, 'Content-Type: application/json'], body: '{"model":"m"}' },
      }),
    );
  expect(from('/v1/chat/completions').client).toMatchObject({ process: '7@1', parents: ['6@1'] });
  expect(from('/orders').client).toMatchObject({ process: null, parents: [] });
});

function refusedOrRead(bytes: Buffer): void {
  try {
    decodeFlow(bytes, 1, { captures });
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
  }
}

test('logs know that earlier entries are missing', () => {
  const flow = again(streams());
  expect(flow.webSocket?.hasDropped).toBe(true);
  expect(flow.serverSentEvents?.hasDropped).toBe(false);
});

test('a body can lie elsewhere, and is read when somebody looks at it', () => {
  const flow = changed();
  const bytes = record(flow, (body: unknown) => body === flow.request!.body);
  let reads = 0;
  const read = decodeFlow(bytes, 1, {
    captures,
    readBody: (name) => {
      reads += 1;
      expect(name).toBe('request');
      return Buffer.from('sent');
    },
  });
  expect(reads).toBe(0);
  expect(read.request!.body.size).toBe(4);
  expect(String(read.request!.body.bytes())).toBe('sent');
  expect(record(read, (body: unknown) => body === read.request!.body)).toEqual(bytes);
});

test('the beginning says what it was', () => {
  const flow = changed();
  const bytes = Buffer.concat([Buffer.from('before'), record(flow), Buffer.from('after')]);
  expect(recordOverview(bytes, 6, bytes.length - 5, flow.octetPath)).toEqual({
    startedAt: flow.startedAt,
    durationMs: flow.durationMs,
    state: 'completed',
    status: 404,
    method: 'POST',
    url: flow.url,
    app: 'Café "★"',
  });
});
