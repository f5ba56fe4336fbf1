import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inPieces } from '../../../../test/helpers/collect.ts';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import { CaptureBudget } from '../../../flow/capture-budget.ts';
import { flowSummary } from '../../../flow/summary.ts';
import { decodeText } from '../../../base/body-text.ts';
import type { Flow } from '../../../flow/flow.ts';
import { har } from './index.ts';
import { harEntry } from './write.ts';
import { collectTraffic } from '../contract.ts';
import { readHarFlows } from './read.ts';
import type { ImportedTraffic } from '../contract.ts';

const captures = new CaptureBudget({
  maxBodyBytes: Infinity,
  memoryBytes: Infinity,
  spillPath: join(tmpdir(), 'never-made'),
});

function flowsOf(...entries: readonly object[]): Promise<ImportedTraffic> {
  let id = 0;
  return collectTraffic(
    readHarFlows(inPieces(JSON.stringify({ log: { entries } })), { captures, takeId: () => ++id }),
  );
}

interface FlowInput {
  readonly method?: string;
  readonly url?: string;
  readonly request?: object;
  readonly response?: object | null;
  readonly entry?: object;
}

async function flowOf({
  method = 'GET',
  url = 'http://a.test/',
  request,
  response,
  entry,
}: FlowInput): Promise<Flow> {
  const fullResponse =
    response === null ? null : { status: 200, statusText: 'OK', headers: [], content: {}, ...response };
  const { flows } = await flowsOf({
    request: { method, url, headers: [], ...request },
    response: fullResponse,
    ...entry,
  });
  return flows[0]!;
}

describe('the URL', () => {
  test.each([
    ['http://a.test', 'http://a.test/'],
    ['http://a.test?x', 'http://a.test/?x'],
    ['HTTPS://A.TEST:443/a/../b/./%2e%2E//c', 'https://a.test/a/../b/./%2e%2E//c'],
    ['http://a.test:8080/a|b?c={d}&e=%zz#part', 'http://a.test:8080/a|b?c={d}&e=%zz'],
    ['http://user:pass@a.test/', 'http://a.test/'],
    ['http://a.test/a b', 'http://a.test/a%20b'],
    ['http://a.test/ü', 'http://a.test/%C3%BC'],
    ['http://[2001:DB8::1]:81/', 'http://[2001:db8::1]:81/'],
    ['wss://a.test/s', 'https://a.test/s'],
  ])('%s', async (url, expected) => {
    expect((await flowOf({ url })).url).toBe(expected);
  });

  test('of a request for the server itself', async () => {
    expect((await flowOf({ method: 'OPTIONS', url: 'http://a.test' })).path).toBe('*');
    expect((await flowOf({ method: 'OPTIONS', url: 'http://a.test/' })).path).toBe('/');
  });

  test.each([
    'ftp://a.test/',
    'http://',
    'a.test:443',
    'http://a.test/\r\nX: y',
    'http://300.1.1.1/',
    'data:,x',
  ])('that is none: %j', async (url) => {
    const good = { request: { method: 'GET', url: 'http://a.test/' } };
    const { flows, skipped } = await flowsOf({}, { request: { method: 'GET', url } }, good);
    expect(flows).toHaveLength(1);
    expect(skipped).toEqual([
      { index: 0, reason: 'it has no request' },
      { index: 1, reason: 'request.url is not an http or https URL' },
    ]);
  });
});

describe('the body', () => {
  const bytesOf = async (text: string, type: string): Promise<Buffer> => {
    const headers = [{ name: 'Content-Type', value: type }];
    return (await flowOf({ response: { headers, content: { text } } })).response!.body.bytes();
  };

  test.each([
    ['text/html', 'für', Buffer.from('für')],
    ['text/html; charset=utf-8', 'für', Buffer.from('für')],
    ['text/html; charset=iso-8859-1', 'für', Buffer.from('für', 'latin1')],
    ['text/html', '<meta charset="latin1">für', Buffer.from('<meta charset="latin1">für', 'latin1')],
    ['text/plain; charset=utf-16le', 'für', Buffer.from('für', 'utf16le')],
    ['text/plain; charset=utf-16le', 'for', Buffer.from('for', 'utf16le')],
    ['text/html; charset=shift_jis', '日本', Buffer.from('\uFEFF日本')],
    ['text/html; charset=none', '日本', Buffer.from('日本')],
  ])('of type %s is in its charset', async (type, text, bytes) => {
    expect(await bytesOf(text, type)).toEqual(bytes);
    expect(decodeText(bytes, type, false).text).toBe(text);
  });

  test('knows how many bytes the file leaves out', async () => {
    const known = (await flowOf({ response: { content: { size: 7 } } })).response!;
    expect([known.body.size, known.body.omitted, known.complete]).toEqual([7, 7, true]);
    expect((await flowOf({ response: { content: { size: -1 }, bodySize: -1 } })).response!.complete).toBe(
      false,
    );
  });

  test('is decoded, although Content-Encoding remains in its headers', async () => {
    const headers = [{ name: 'Content-Encoding', value: 'br' }];
    const flow = await flowOf({ response: { headers, content: { text: 'plain' } } });
    expect(await harEntry(flow)).toMatchObject({
      response: { headers, content: { text: 'plain', size: 5 } },
    });
  });
});

test.each([
  ['日', '日'],
  ['Zoë', 'Zoë'],
  ['as some programs write octets', 'Zo\xc3\xab', 'Zoë'],
])('characters beyond ASCII in fields are the octets of their UTF-8: %s', async (...row) => {
  const [value = '', text = ''] = row.slice(-2);
  const flow = await flowOf({ request: { headers: [{ name: 'X-A', value }] } });
  expect(flow.request!.octetHeaders).toEqual([{ name: 'X-A', value: Buffer.from(text).toString('latin1') }]);
  expect(flow.request!.header('x-a')).toBe(text);
});

test('an exchange without a response is a failed flow with no response', async () => {
  const flow = await flowOf({ response: null });
  expect([flow.state, flow.status, flow.response, flow.finished]).toEqual(['failed', 0, null, true]);
});

test('address and phases are stored as in captured exchanges', async () => {
  const timings = { blocked: 1, dns: 2, connect: 7, ssl: 4, send: 1, wait: 20, receive: 3 };
  const flow = await flowOf({ entry: { time: 34, timings, serverIPAddress: '2001:db8::1' } });
  expect(flow.remoteAddress).toBe('[2001:db8::1]:80');
  expect(await harEntry(flow)).toMatchObject({
    time: 34,
    serverIPAddress: '2001:db8::1',
    _timings: { blocked: 1, dns: 2, connect: 3, tls: 4, send: 1, wait: 20, receive: 3 },
  });
});

test('a file of ours survives a round trip', async () => {
  const gzip = 'Content-Encoding: gzip';
  const flows = [
    capturedFlow({
      app: 'curl',
      target: { scheme: 'https', port: 8443 },
      request: {
        head: ['POST /a/../b?c=%zz&d HTTP/1.1', 'Content-Type: application/json', 'X-A: 1', 'x-a: 2'],
        body: '{"a":"ü"}',
      },
      response: {
        head: [
          'HTTP/1.1 299 As we please',
          'Content-Type: text/plain; charset=iso-8859-1',
          gzip,
          'Set-Cookie: a',
          'Set-Cookie: b',
        ],
        body: gzipSync(Buffer.from('für', 'latin1')),
      },
      timestamps: { connected: 1002, sent: 1003, firstByte: 1010, connect: 1 },
    }),
    capturedFlow({ request: { head: ['OPTIONS * HTTP/1.1'] }, response: { head: ['HTTP/2 204'] } }),
    capturedFlow({ response: null, state: 'failed', error: 'no route' }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: 'half' }, state: 'failed', error: 'closed' }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: Buffer.from([0, 1, 255]) } }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(50), cap: 10 } }),
    capturedFlow({
      response: { head: ['HTTP/1.1 200 OK', 'Content-Encoding: x'], body: Buffer.from([0, 9]) },
    }),
  ];
  const text = await documentText(flows);
  const reread = await collectTraffic(readHarFlows(inPieces(text), { captures, takeId: () => 1 }));
  expect(reread.skipped).toEqual([]);
  expect(comparable(await documentText(reread.flows))).toEqual(comparable(text));
});

async function documentText(flows: readonly Flow[]): Promise<string> {
  let text = '';
  for await (const chunk of har.export.write(flows)) text += chunk.toString();
  return text;
}

/** Removes the sizes: those on the wire are of bodies without content coding. */
function comparable(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === 'bodySize' ? 'any' : value));
}

describe('what browsers add', () => {
  test('messages of a WebSocket', async () => {
    const list = [
      { type: 'send', time: 1_700_000_000.5, opcode: 1, data: 'hé' },
      { type: 'receive', time: 1_700_000_001, opcode: 2, data: 'AP8=' },
      { type: 'error', time: 1, opcode: -1, data: 'no' },
      { type: 'receive', opcode: 1, data: '' },
      'no message',
    ];
    const response = { status: 101, statusText: 'Switching Protocols' };
    const flow = await flowOf({ url: 'wss://a.test/s', response, entry: { _webSocketMessages: list } });
    expect(
      flow.webSocket?.messages.map(({ direction, kind, time, size, bytes }) => [
        direction,
        kind,
        time,
        size,
        bytes.toString('hex'),
      ]),
    ).toEqual([
      ['sent', 'text', 1_700_000_000_500, 3, Buffer.from('hé').toString('hex')],
      ['received', 'binary', 1_700_000_001_000, 2, '00ff'],
      ['received', 'text', 0, 0, ''],
    ]);
    expect((await flowOf({})).webSocket).toBeNull();
  });

  test('more messages than are kept, from a large file: the last ones, cut', async () => {
    const list = Array.from({ length: 300 }, (_, at) => ({ type: 'send', opcode: 1, data: `m${at}` }));
    list.push({ type: 'send', opcode: 1, data: 'x'.repeat(4 * 1024 * 1024) });
    const { webSocket } = await flowOf({ entry: { _webSocketMessages: list } });
    expect(webSocket!.messages.length).toBeLessThanOrEqual(200);
    expect(webSocket!.messages.at(-1)).toMatchObject({ size: 4 * 1024 * 1024 });
    expect(webSocket!.messages.at(-1)!.bytes.length).toBeLessThan(4 * 1024 * 1024);
    expect(webSocket!.messages.at(-2)!.bytes.toString()).toBe('m299');
  });

  test('a response from a cache, which has no status', async () => {
    const flow = await flowOf({
      response: {
        status: 0,
        statusText: '',
        headers: [{ name: 'Content-Type', value: 'text/css' }],
        content: { size: 5, mimeType: 'text/css', text: 'a { }' },
        bodySize: 3,
      },
    });
    expect(flow).toMatchObject({ state: 'completed', status: 0, error: null });
    expect(flow.response!.header('content-type')).toBe('text/css');
    expect(flow.response!.body.bytes().toString()).toBe('a { }');
    expect(flow.response!.notes).toEqual([expect.stringContaining('no status')]);
    expect((await harEntry(flow))!.response).toMatchObject({ status: 0, content: { text: 'a { }' } });
  });

  test.each([
    { status: 0, headers: [], content: { size: 0 } },
    { status: 0, headers: [{ name: 'A', value: '1' }], content: {}, _error: 'net::ERR_FAILED' },
  ])('no response: %j', async (response) => {
    expect(await flowOf({ response })).toMatchObject({ state: 'failed', response: null });
  });

  test.each([
    [{ bodySize: 30 }, 30],
    [{ bodySize: -1, _transferSize: 130, headersSize: 100 }, 30],
    [{ bodySize: -1, _transferSize: 130, headersSize: -1 }, 130],
    [{ bodySize: -1 }, 1000],
    [{ bodySize: 0 }, 1000],
  ])('the size of a response as transferred: %j', async (sizes, size) => {
    const content = { size: 1000, mimeType: 'text/plain', text: 'x'.repeat(1000) };
    const flow = await flowOf({
      response: { headers: [{ name: 'Content-Encoding', value: 'gzip' }], content, ...sizes },
    });
    expect(flowSummary(flow).responseSize).toBe(size);
    expect((await harEntry(flow))!.response).toMatchObject({ bodySize: size, content: { size: 1000 } });
  });

  test('the media type of a body without Content-Type', async () => {
    const flow = await flowOf({ response: { content: { mimeType: 'application/json', text: '{}' } } });
    expect(flow.response!.headers).toEqual([]);
    expect(flowSummary(flow).contentType).toBe('application/json');
    expect((await harEntry(flow))!.response.content.mimeType).toBe('application/json');
    const unknown = await flowOf({ response: { content: { mimeType: 'x-unknown', text: '{}' } } });
    expect(unknown.response!.header('content-type')).toBeUndefined();
  });
});
