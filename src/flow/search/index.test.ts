import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  brotliCompressSync,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allFlows, capturedFlow, type CapturedMessage } from '../../../test/helpers/flows.ts';
import { collected, inPieces } from '../../../test/helpers/collect.ts';
import { scaled } from '../../../test/helpers/scale.ts';
import { Viewer } from '../../session/viewer.ts';
import { exportedTraffic } from '../../traffic/exports.ts';
import { CaptureBudget } from '../capture-budget.ts';
import { foldCase, parseFilter, type ValidFilter } from '../filter/index.ts';
import type { Flow } from '../flow.ts';
import { LogBudget } from '../log-budget.ts';
import { Message } from '../message.ts';
import { WebSocketLog } from '../web-socket-log.ts';
import { searchFlows, type SearchBatch, type SearchedFlows, type SearchHit } from './index.ts';

const NEVER = new AbortController().signal;

function valid(text: string): ValidFilter {
  const filter = parseFilter(text);
  if (filter.type === 'invalid') throw new Error(`${text}: ${filter.message}`);
  return filter;
}

const listed = (flows: readonly Flow[]): SearchedFlows => ({
  total: flows.length,
  newestFirst: () => flows.toReversed(),
});

async function batches(flows: readonly Flow[], text: string, signal = NEVER): Promise<SearchBatch[]> {
  const found: SearchBatch[] = [];
  for await (const batch of searchFlows(listed(flows), valid(text), signal)) found.push(batch);
  return found;
}

async function hits(flows: readonly Flow[], text: string): Promise<readonly SearchHit[]> {
  return (await batches(flows, text)).flatMap((batch) => batch.hits);
}

async function paths(flows: readonly Flow[], text: string): Promise<readonly string[]> {
  return (await hits(flows, text)).map(({ id }) => flows.find((flow) => flow.id === id)!.path);
}

const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['', (bytes) => bytes],
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))],
];
const CHARSETS: readonly (readonly [string, BufferEncoding])[] = [
  ['', 'utf8'],
  ['; charset=utf-8', 'utf8'],
  ['; charset=iso-8859-1', 'latin1'],
  ['; charset=utf-16le', 'utf16le'],
];

function coded(text: string, coding = 0, charset = 0, fields: readonly string[] = []): CapturedMessage {
  const [name, encode] = CODINGS[coding]!;
  const [parameter, encoding] = CHARSETS[charset]!;
  return {
    head: [
      'HTTP/1.1 200 OK',
      `Content-Type: text/plain${parameter}`,
      ...(name === '' ? [] : [`Content-Encoding: ${name}`]),
      ...fields,
    ],
    body: text === '' ? '' : encode(Buffer.from(text, encoding)),
  };
}

function framed(...messages: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const prefix = Buffer.alloc(5);
      prefix[0] = typeof message === 'string' ? 0 : 1;
      const bytes = Buffer.from(message);
      prefix.writeUInt32BE(bytes.length, 1);
      return [prefix, bytes];
    }),
  );
}

describe('a filter finds what a naive one finds in the plain text', () => {
  // All letters are in ISO-8859-1 too.
  const LETTERS = ['a', 'A', 'b', 'é', 'É', 'ß', ' ', '"'];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const word = (max: number, letters = LETTERS): string =>
    Array.from({ length: Math.floor(Math.random() * max) }, () => pick(letters)).join('');

  interface Plain {
    readonly path: string;
    readonly request: string;
    readonly response: string;
    readonly header: string;
    readonly messages: readonly string[];
    readonly rules: readonly string[];
  }

  function randomFlow(id: number): { readonly plain: Plain; readonly flow: Flow } {
    const isSocket = id % 5 === 0;
    const plain: Plain = {
      path: `/${id}`,
      request: word(12),
      response: isSocket ? '' : word(12),
      header: word(6).trim(),
      messages: isSocket ? Array.from({ length: 3 }, () => word(6)) : [],
      rules: id % 3 === 0 ? [word(6)] : [],
    };
    const field = `X-Client: ${Buffer.from(plain.header).toString('latin1')}`;
    const random = (list: readonly unknown[]): number => Math.floor(Math.random() * list.length);
    const request = coded(plain.request, random(CODINGS), random(CHARSETS), [field]);
    const flow = capturedFlow({
      id,
      request: { ...request, head: [`POST /${id} HTTP/1.1`, 'Host: a.test', ...request.head.slice(1)] },
      response: coded(plain.response, random(CODINGS), random(CHARSETS)),
      ...(isSocket && { status: 101 }),
    });
    if (isSocket) flow.webSocket = new WebSocketLog(new LogBudget(1e6));
    for (const [index, text] of plain.messages.entries()) {
      const bytes = Buffer.from(text);
      const kind = index === 1 ? 'binary' : 'text';
      flow.webSocket!.add({ direction: 'sent', kind, bytes, size: bytes.length, time: 1, note: null });
    }
    flow.matchedRules = plain.rules.map((name) => ({ tool: 'mock', id: '1', name }));
    return { plain, flow };
  }

  interface Naive {
    readonly text: string;
    readonly matches: (plain: Plain) => boolean;
  }

  const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

  function randomTerm(): Naive {
    const wanted = word(4);
    const inText = (text: string): boolean => text !== '' && foldCase(text).includes(foldCase(wanted));
    return pick<Naive>([
      {
        text: `body:${quoted(wanted)}`,
        matches: ({ request, response }) => inText(request) || inText(response),
      },
      { text: `request-body:${quoted(wanted)}`, matches: ({ request }) => inText(request) },
      { text: `response-body:${quoted(wanted)}`, matches: ({ response }) => inText(response) },
      {
        text: `header:x-client=${quoted(wanted)}`,
        matches: ({ header }) => foldCase(header).includes(foldCase(wanted)),
      },
      { text: 'header:x-client=a*', matches: ({ header }) => foldCase(header).startsWith('a') },
      {
        text: `message:${quoted(wanted)}`,
        matches: ({ messages }) => messages.some((each) => foldCase(each).includes(foldCase(wanted))),
      },
      {
        text: `rule:${quoted(wanted)}`,
        matches: ({ rules }) => rules.some((name) => (name === '' ? wanted === '' : inText(name))),
      },
      {
        text: `response-body=${quoted(wanted === '' ? 'a' : wanted)}`,
        matches: ({ response }) =>
          response !== '' && foldCase(response) === foldCase(wanted === '' ? 'a' : wanted),
      },
      {
        text: 'body:a*b',
        matches: ({ request, response }) => [request, response].some((text) => /^a[^]*b$/i.test(text)),
      },
      { text: 'path:1', matches: ({ path }) => path.includes('1') },
    ]);
  }

  function randomFilter(depth: number): Naive {
    if (depth === 0) return randomTerm();
    const [left, right] = [randomFilter(depth - 1), randomFilter(depth - 1)];
    return pick<Naive>([
      left,
      {
        text: `(${left.text} ${right.text})`,
        matches: (plain) => left.matches(plain) && right.matches(plain),
      },
      {
        text: `(${left.text} OR ${right.text})`,
        matches: (plain) => left.matches(plain) || right.matches(plain),
      },
      { text: `-(${left.text})`, matches: (plain) => !left.matches(plain) },
    ]);
  }

  test('in memory, in a session and in a HAR file', async () => {
    for (let run = 0; run < scaled({ quick: 3, full: 15 }); run += 1) {
      const made = Array.from({ length: 40 }, (_, index) => randomFlow(index + 1));
      const flows = made.map(({ flow }) => flow);
      const session = await reopened(flows, 'session');
      const har = await reopened(flows, 'har');
      for (let each = 0; each < 25; each += 1) {
        const { text, matches } = randomFilter(each % 3);
        const expected = made.filter(({ plain }) => matches(plain)).map(({ plain }) => plain.path);
        expect((await paths(flows, text)).toReversed(), text).toEqual(expected);
        expect((await paths(session, text)).toReversed(), `session, ${text}`).toEqual(expected);
        // HAR has no rules.
        if (!text.includes('rule:'))
          expect((await paths(har, text)).toReversed(), `HAR, ${text}`).toEqual(expected);
      }
    }
  });
});

async function reopened(flows: readonly Flow[], format: string): Promise<readonly Flow[]> {
  const viewer = new Viewer();
  const file = await collected(exportedTraffic(format, flows, false));
  await viewer.open({ name: 'file', chunks: inPieces(file), path: null });
  const read = await allFlows(viewer.traffic.selected());
  onTestFinished(() => viewer.close());
  return read;
}

test('messages of gRPC, compressed or not, and of event streams', async () => {
  const type = 'content-type: application/grpc';
  const body = framed('\x0a\x05Alice', gzipSync('\x0a\x03Bob'));
  const call = capturedFlow({
    request: { head: ['POST /a.B/C HTTP/2', 'host: a.test', type], body: framed('\x0a\x03Eve') },
    response: { head: ['HTTP/2 200', type, 'grpc-encoding: gzip'], body },
  });
  const head = ['HTTP/1.1 200 OK', 'content-type: text/event-stream'];
  const stream = capturedFlow({ response: { head, body: 'id: 7\nevent: greet\ndata: Bob\n\n' } });
  expect(await hits([call], 'message:bob')).toMatchObject([{ found: [{ part: 'message', number: 3 }] }]);
  expect(await hits([call], 'response-body:bob -request-body:bob')).toHaveLength(1);
  expect(await hits([call], 'message:eve message:alice')).toHaveLength(1);
  expect(await hits([stream], 'message:bob message:greet')).toHaveLength(1);
});

test('what is found, and where', async () => {
  const flow = capturedFlow({
    request: { head: ['GET / HTTP/1.1', 'Host: a.test', 'X-Client: ios/4127'] },
    response: coded('{"status":"requires_action"}', 1),
  });
  const [hit] = await hits([flow], 'header:x-client=ios body:requires_action -message:x');
  expect(hit?.found).toEqual([
    { part: 'header', side: 'request', name: 'X-Client', before: '', match: 'ios', after: '/4127' },
    { part: 'response-body', before: '{"status":"', match: 'requires_action', after: '"}' },
  ]);
});

test('what a tool changed is found as it was before, too', async () => {
  const flow = capturedFlow({ response: coded('after') });
  flow.originalResponse = capturedFlow({ response: coded('before') }).response;
  expect(await hits([flow], 'body:before')).toHaveLength(1);
});

test('the newest first, and no body is read without need', async () => {
  const flows = Array.from({ length: 50 }, (_, id) => capturedFlow({ id, response: coded('text', 1) }));
  expect((await hits(flows, 'body:text')).map(({ id }) => id)).toEqual(
    flows.map(({ id }) => id).toReversed(),
  );
  const last = (await batches(flows, 'status:500 body:text')).at(-1);
  expect(last).toMatchObject({ searched: 50, total: 50, bytes: 0 });
});

test('a decompression bomb is read to its bound', { tags: ['full'] }, async () => {
  const gzip = createGzip();
  const bomb = collected(gzip);
  for (let megabyte = 0; megabyte < 200; megabyte += 1) gzip.write(Buffer.alloc(1024 * 1024, 97));
  gzip.end('the end');
  const head = ['HTTP/1.1 200 OK', 'Content-Type: text/plain', 'Content-Encoding: gzip'];
  const flow = capturedFlow({ response: { head, body: await bomb } });
  const [last] = await batches([flow], 'body:"the end"');
  expect(last).toMatchObject({ hits: [], searched: 1, bytes: 16 * 1024 * 1024 });
});

test('letters that fold to ASCII, and charsets that are not ASCII', async () => {
  const found = async (text: string, filter: string, type = 'text/plain'): Promise<number> =>
    (
      await hits(
        [capturedFlow({ response: { head: ['HTTP/1.1 200 OK', `Content-Type: ${type}`], body: text } })],
        filter,
      )
    ).length;
  expect(await found('300 \u212a', 'body:"0 k"')).toBe(1);
  expect(await found('\u0130stanbul', 'body:i')).toBe(1);
  expect(await found('STRASSE', 'body:strasse')).toBe(1);
  expect(await found('caf\u00c9', 'body:café')).toBe(1);
  const wide = Buffer.from('wide', 'utf16le').toString('latin1');
  expect(await found(wide, 'body:wide', 'text/plain; charset=utf-16le')).toBe(1);
});

test('hostile bodies are searched without an error', async () => {
  const types = [
    'text/plain',
    'text/event-stream',
    'application/grpc',
    'application/grpc-web-text+json',
    'x;charset=nope',
  ];
  const codings = ['gzip', 'br', 'zstd', 'deflate', 'nope', 'gzip, gzip, br', 'gzip,'.repeat(9)];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const flows = Array.from({ length: scaled({ quick: 200, full: 3000 }) }, (_, id) => {
    const head = [
      'HTTP/1.1 200 OK',
      `Content-Type: ${pick(types)}`,
      ...(id % 2 === 0 ? [`Content-Encoding: ${pick(codings)}`] : []),
      ...(id % 3 === 0 ? [`grpc-encoding: ${pick(codings)}`] : []),
    ];
    const noise = Buffer.from(Array.from({ length: 60 }, () => Math.floor(Math.random() * 256)));
    const body = pick([
      noise,
      framed('\x0a\x03Bob', noise),
      gzipSync(noise).subarray(0, 30),
      Buffer.alloc(0),
    ]);
    return capturedFlow({ id, response: { head, body, cap: pick([Infinity, 20]) } });
  });
  const [last] = (await batches(flows, 'body:é OR message:bob OR body:*x*y* OR header:*=z')).slice(-1);
  expect(last).toMatchObject({ searched: flows.length, total: flows.length });
});

describe('a body of 100 MB', () => {
  const spillPath = join(tmpdir(), `search-${process.pid}`);
  const budget = new CaptureBudget({ maxBodyBytes: Infinity, memoryBytes: Infinity, spillPath });
  const message = new Message('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', budget);
  const piece = Buffer.alloc(1024 * 1024, 'some text and ');
  for (let megabyte = 0; megabyte < 100; megabyte += 1) message.body.add(piece);
  message.body.add(Buffer.from('the end'));
  const flow = capturedFlow({});
  flow.response = message;

  test('is searched to its end, while other work has its turns', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    count();
    const found = await hits([flow], 'body:"the end"');
    isDone = true;
    expect(found).toHaveLength(1);
    expect(turns).toBeGreaterThan(5);
  });

  test('a search of it can be cancelled', async () => {
    const control = new AbortController();
    setImmediate(() => control.abort());
    await expect(batches([flow], 'body:"not there"', control.signal)).rejects.toThrow('aborted');
  });
});
