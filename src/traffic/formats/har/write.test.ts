import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { capturedFlow, capturedMessage, type Captured } from '../../../../test/helpers/flows.ts';
import { version } from '../../../base/product.ts';
import { LongText, type Har, type HarEntry } from '../../../documents/har/writer.ts';
import { bodyContent } from '../../../flow/content.ts';
import type { Flow } from '../../../flow/flow.ts';
import { LogBudget } from '../../../flow/log-budget.ts';
import { WebSocketLog } from '../../../flow/web-socket-log.ts';
import { har } from './index.ts';
import { harEntry } from './write.ts';

const gzip = 'Content-Encoding: gzip';

async function entryOf(captured: Captured): Promise<HarEntry> {
  return (await harEntry(capturedFlow(captured)))!;
}

function whole(text: string | LongText | undefined): string {
  return text instanceof LongText ? [...text.pieces].join('') : (text ?? '');
}

async function documentOf(flows: Iterable<Flow>): Promise<Har> {
  let text = '';
  for await (const chunk of har.export.write(flows)) text += chunk.toString();
  return JSON.parse(text) as Har;
}

describe('an entry', () => {
  test('has the request as the client sent it, before tools changed it', async () => {
    const flow = capturedFlow({
      request: { head: ['POST /asked?a=1 HTTP/1.1', 'Host: a.test'], body: 'asked' },
    });
    flow.originalRequest = flow.request;
    flow.request = capturedMessage({ head: ['PUT /sent HTTP/2', 'x-tool: 1'], body: 'sent on' });
    expect((await harEntry(flow))?.request).toMatchObject({
      method: 'POST',
      url: 'http://example.test/asked?a=1',
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Host', value: 'a.test' }],
      postData: { text: 'asked' },
      bodySize: 5,
    });
  });

  test('has the messages of a WebSocket, as browsers write them', async () => {
    const flow = capturedFlow({ response: { head: ['HTTP/1.1 101 Switching Protocols'] } });
    flow.webSocket = new WebSocketLog(new LogBudget(1e6));
    const message = { time: 1_700_000_000_500, note: null };
    const [text, binary] = [Buffer.from('hé'), Buffer.from([0, 255])];
    flow.webSocket.add({ ...message, direction: 'sent', kind: 'text', bytes: text, size: 3 });
    flow.webSocket.add({ ...message, direction: 'received', kind: 'binary', bytes: binary, size: 2 });
    expect((await harEntry(flow))?._webSocketMessages).toEqual([
      { type: 'send', time: 1_700_000_000.5, opcode: 1, data: 'hé' },
      { type: 'receive', time: 1_700_000_000.5, opcode: 2, data: 'AP8=' },
    ]);
  });

  test('holds the exchange', async () => {
    const flow = capturedFlow({
      app: 'curl',
      target: { scheme: 'https', port: 443 },
      decrypted: true,
      request: {
        head: [
          'POST /a?b=%20c&d=e+f&g&h=%zz HTTP/1.1',
          'Host: example.test',
          'content-type: application/json',
        ],
        body: '{"a":"ä"}',
      },
      response: {
        head: [
          'HTTP/1.1 302 Found here',
          'Location: /next',
          'Content-Type: text/html; charset=iso-8859-1',
          'Set-Cookie: a=b',
        ],
        body: Buffer.from('<p>caf\xe9', 'latin1'),
      },
      timestamps: { connected: 1002, sent: 1003, firstByte: 1010, connect: 1 },
    });
    flow.remoteAddress = '[2001:db8::1]:443';
    expect(await harEntry(flow)).toStrictEqual({
      startedDateTime: '2026-01-02T03:04:05.678Z',
      time: 12.5,
      request: {
        method: 'POST',
        url: 'https://example.test/a?b=%20c&d=e+f&g&h=%zz',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'Host', value: 'example.test' },
          { name: 'content-type', value: 'application/json' },
        ],
        queryString: [
          { name: 'b', value: ' c' },
          { name: 'd', value: 'e f' },
          { name: 'g', value: '' },
          { name: 'h', value: '%zz' },
        ],
        postData: { mimeType: 'application/json', text: '{"a":"ä"}' },
        headersSize: flow.request!.head.length,
        bodySize: 10,
      },
      response: {
        status: 302,
        statusText: 'Found here',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'Location', value: '/next' },
          { name: 'Content-Type', value: 'text/html; charset=iso-8859-1' },
          { name: 'Set-Cookie', value: 'a=b' },
        ],
        content: { size: 7, mimeType: 'text/html; charset=iso-8859-1', text: '<p>café' },
        redirectURL: '/next',
        headersSize: flow.response!.head.length,
        bodySize: 7,
      },
      cache: {},
      timings: { send: 0, wait: 12.5, receive: 0 },
      serverIPAddress: '2001:db8::1',
      _proxyClient: 'curl',
      _timings: { blocked: 1, dns: 0, connect: 1, tls: 0, send: 1, wait: 7, receive: 2.5 },
    });
  });

  test('without bodies has no postData and no text', async () => {
    const entry = await entryOf({ response: { head: ['HTTP/1.0 204 No Content'] } });
    expect(entry.request).not.toHaveProperty('postData');
    expect(entry.request.bodySize).toBe(0);
    expect(entry.response).toMatchObject({
      httpVersion: 'HTTP/1.0',
      content: { size: 0, mimeType: '' },
      bodySize: 0,
    });
    expect(entry.response.content).not.toHaveProperty('text');
  });

  test('has decoded bodies', async () => {
    const body = gzipSync('a'.repeat(1000));
    const { request, response } = await entryOf({
      request: { head: ['PUT / HTTP/1.1', 'Content-Type: text/plain', gzip], body },
      response: { head: ['HTTP/1.1 200 OK', 'Content-Type: text/plain', gzip], body },
    });
    expect(request).toMatchObject({ postData: { text: 'a'.repeat(1000) }, bodySize: body.length });
    expect(response).toMatchObject({
      content: { size: 1000, text: 'a'.repeat(1000) },
      bodySize: body.length,
    });
  });

  test('has binary bodies in base64', async () => {
    const body = Buffer.from([0, 1, 2, 255]);
    const { request, response } = await entryOf({
      request: { head: ['PUT / HTTP/1.1', 'Content-Type: image/png'], body },
      response: { head: ['HTTP/1.1 200 OK', 'Content-Type: image/png', gzip], body: gzipSync(body) },
    });
    expect(request.postData).toStrictEqual({ mimeType: 'image/png', text: 'AAEC/w==', encoding: 'base64' });
    expect(response.content).toStrictEqual({
      size: 4,
      mimeType: 'image/png',
      text: 'AAEC/w==',
      encoding: 'base64',
    });
  });

  test('has complete bodies', async () => {
    const { response } = await entryOf({
      response: { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(300_000) },
    });
    expect(whole(response.content.text)).toHaveLength(300_000);
    expect(response.content).not.toHaveProperty('comment');
  });

  test('states how much of a body is missing', async () => {
    const cut = await entryOf({ response: { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(50), cap: 10 } });
    expect(cut.response.content).toStrictEqual({
      size: 50,
      mimeType: '',
      text: 'x'.repeat(10),
      comment: '[40 bytes left out]',
    });
    const size = 16 * 1024 * 1024;
    const bomb = gzipSync(Buffer.alloc(size + 1, 'a'));
    const { content } = (await entryOf({ response: { head: ['HTTP/1.1 200 OK', gzip], body: bomb } }))
      .response;
    expect(content).toMatchObject({ size, comment: '[more than 0 bytes left out]' });
    expect(whole(content.text)).toHaveLength(size);
  });

  test('of a failed exchange has status 0 and the error', async () => {
    const entry = await entryOf({ response: null, state: 'failed', error: 'no route' });
    expect(entry.response).toStrictEqual({
      status: 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      _error: 'no route',
    });
  });

  test('of an exchange that failed within its response has both', async () => {
    const response = { head: ['HTTP/1.1 200 OK', 'Content-Length: 10'], body: 'half' };
    const entry = await entryOf({ response, state: 'failed', error: 'closed' });
    expect(entry.response).toMatchObject({ status: 200, content: { text: 'half' }, _error: 'closed' });
  });

  test('of an invalid request has the parts that could be parsed', async () => {
    const entry = await entryOf({
      request: { head: ['GET /a  b'] },
      response: null,
      state: 'failed',
      error: 'bad',
    });
    expect(entry.request).toMatchObject({ method: 'GET', httpVersion: '', headers: [] });
  });

  test('is null for tunnels, and while the exchange is in progress', async () => {
    expect(await harEntry(capturedFlow({ request: null }))).toBeNull();
    expect(await harEntry(capturedFlow({ request: null, state: 'failed', error: 'refused' }))).toBeNull();
    expect(
      await harEntry(capturedFlow({ response: null, state: 'pending', timestamps: { end: 0 } })),
    ).toBeNull();
  });
});

describe('a document', () => {
  test('without entries is valid', async () => {
    const log = { version: '1.2', creator: { name: 'Traffic Proxy', version }, entries: [] };
    expect(await documentOf([])).toEqual({ log });
    expect(await documentOf([capturedFlow({ request: null })])).toEqual({ log });
  });

  test('holds the exchanges in order, without those that have no entry', async () => {
    const paths = ['/a', '/b', '/c'];
    const flows = paths.map((path) => capturedFlow({ request: { head: [`GET ${path} HTTP/1.1`] } }));
    const { log } = await documentOf([
      capturedFlow({ request: null }),
      ...flows,
      capturedFlow({ request: null }),
    ]);
    expect(log.entries.map(({ request }) => request.url)).toEqual(
      paths.map((path) => `http://example.test${path}`),
    );
  });

  test('has the flows as they are when it is requested', async () => {
    const flows = [1, 2, 3].map((id) => capturedFlow({ id }));
    const chunks = har.export.write(flows);
    flows.length = 0;
    let text = '';
    for await (const chunk of chunks) text += chunk.toString();
    expect((JSON.parse(text) as Har).log.entries).toHaveLength(3);
  });

  test('yields to other work between any two entries', async () => {
    const order: string[] = [];
    for await (const chunk of har.export.write([1, 2, 3].map((id) => capturedFlow({ id })))) {
      order.push(chunk.includes('startedDateTime') ? 'entry' : 'frame');
      setImmediate(() => order.push('other'));
    }
    expect(order.join(' ')).toMatch(/entry other .*entry other .*entry other .*frame$/);
  });
});

describe('a long body', () => {
  const long = 'größe 😀 "x"\n'.repeat(20_000);
  const typed = (charset: string): string => `Content-Type: text/plain${charset}`;

  test.each<readonly [what: string, head: string, body: Buffer, cap: number]>([
    ['in UTF-8', typed(''), Buffer.from(`a${long}`), Infinity],
    ['in UTF-16', typed('; charset=utf-16le'), Buffer.from(`a${long}`, 'utf16le'), Infinity],
    ['in windows-1252', typed(''), Buffer.from(`a${long}`, 'latin1'), Infinity],
    [
      'in GB18030',
      typed('; charset=gb18030'),
      Buffer.from('a\xc4\xe3\xba\xc3'.repeat(50_000), 'latin1'),
      Infinity,
    ],
    ['cut within a character', typed(''), Buffer.from(`ab${long}`), 200_004],
    ['of bytes', 'Content-Type: image/png', Buffer.alloc(200_001, 'ab\0'), Infinity],
  ])('%s is written in pieces, and is the same as in one', async (_what, head, body, cap) => {
    const flow = capturedFlow({
      request: { head: ['POST / HTTP/1.1', head], body, cap },
      response: { head: ['HTTP/1.1 200 OK', head], body, cap },
    });
    const chunks: string[] = [];
    for await (const chunk of har.export.write([flow])) chunks.push(chunk.toString());
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(body.length);
    const file = chunks.join('');
    const [entry] = (JSON.parse(file) as Har).log.entries;
    expect(file).toContain(`\n${JSON.stringify(entry)}\n`);
    const content = await bodyContent(flow.response!, Infinity);
    const text = content.type === 'text' ? content.text : body.toString('base64');
    expect(entry?.response.content.text === text).toBe(true);
    expect(entry?.request.postData?.text === text).toBe(true);
  });
});
