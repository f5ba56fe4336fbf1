// The output against a collector that answers as collectors do, and as they should not.
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startCollector, type CollectorAnswer } from '../../../test/helpers/collector.ts';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { until } from '../../../test/helpers/waiting.ts';
import { OtlpOutput, type OtlpOptions } from './output.ts';
import { USER_AGENT } from './post.ts';

const messages: string[] = [];

afterEach(() => {
  messages.length = 0;
});

async function opened(url: string, more: Partial<OtlpOptions> = {}): Promise<OtlpOutput> {
  const options = { url, headers: [], serviceName: 'test', redact: false, ...more };
  return OtlpOutput.open(options, (text) => messages.push(text));
}

async function addNumbered(output: OtlpOutput, from: number, count: number): Promise<void> {
  for (let id = from; id < from + count; id += 1) await output.add(capturedFlow({ id }));
}

const status =
  (code: number, type = 'text/plain', body: string | Buffer = ''): CollectorAnswer =>
  (response) => {
    response.writeHead(code, { 'Content-Type': type }).end(body);
  };

test('sends batches to the path of OTLP, with headers and the name of the service', async () => {
  await using collector = await startCollector();
  const headers = [{ name: 'X-API-Key', value: 'abc' }];
  const output = await opened(`${collector.url}/otlp/`, { headers });
  await addNumbered(output, 1, 600);
  await output.close();
  expect(collector.spans.map(({ attributes }) => attributes['proxyctl.id'])).toEqual(
    Array.from({ length: 600 }, (_, index) => index + 1),
  );
  expect(collector.requests.map(({ url, spans }) => [url, spans.length])).toEqual([
    ['/otlp/v1/traces', 512],
    ['/otlp/v1/traces', 88],
  ]);
  expect(collector.requests[0]).toMatchObject({
    headers: { 'x-api-key': 'abc', 'content-type': 'application/x-protobuf', 'user-agent': USER_AGENT },
    spans: expect.arrayContaining([
      expect.objectContaining({ resource: expect.objectContaining({ 'service.name': 'test' }) }),
    ]),
  });
  expect(messages).toEqual([]);
});

/** An ExportTraceServiceResponse: its field 1 is the partial success, with the number and a message. */
const PARTIAL = Buffer.from([0x0a, 0x0a, 0x08, 0x02, 0x12, 0x06, ...Buffer.from('no key')]);

const answers: readonly (readonly [what: string, answer: CollectorAnswer, sentences: readonly RegExp[]])[] = [
  [
    'a refusal with its reason',
    status(400, 'text/plain', 'bad\n  span'),
    [/answered 400 Bad Request: bad span: .* are lost$/, /did not get 3 spans$/],
  ],
  [
    'a key that is wrong',
    status(401, 'application/grpc'),
    [/answered 401 Unauthorized: /, /did not get 3 spans$/],
  ],
  ['a redirection, which is not followed', status(307), [/answered 307 /, /did not get 3 spans$/]],
  [
    'a partial success',
    status(200, 'application/x-protobuf', PARTIAL),
    [/rejected 2 of 3 spans: no key$/, /did not get 2 spans$/],
  ],
  [
    'a partial success in JSON',
    status(200, 'application/json', '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"late"}}'),
    [/rejected 1 of 3 spans: late$/, /did not get 1 span$/],
  ],
  [
    'more rejected than were sent',
    status(200, 'application/json', '{"partialSuccess":{"rejectedSpans":"1e300"}}'),
    [/rejected 3 of 3 spans$/, /did not get 3 spans$/],
  ],
  [
    'fewer rejected than none',
    status(200, 'application/json', '{"partialSuccess":{"rejectedSpans":-9}}'),
    [],
  ],
  ['JSON of something else', status(200, 'application/json', '[{"partialSuccess":null}]'), []],
  ['no JSON', status(200, 'application/json', 'null and void'), [/is not OTLP/]],
  ['a web page', status(200, 'text/html', '<p>Welcome'), [/answers with text\/html, which is not OTLP/]],
  ['garbage', status(200, 'application/x-protobuf', Buffer.alloc(200, 0xff)), [/is not OTLP/]],
  [
    'an endless answer',
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.end(Buffer.alloc(1_000_000));
    },
    [/is not OTLP/],
  ],
];

test.each(answers)('says once: %s', async (_, answer, sentences) => {
  await using collector = await startCollector(answer);
  const output = await opened(collector.url);
  await addNumbered(output, 1, 3);
  await output.close();
  expect(messages).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});

test.each([
  ['a status that is temporary', status(503)],
  ['a connection that is closed', ((response) => response.destroy()) satisfies CollectorAnswer],
])('tries again after %s', async (_, failure) => {
  await using collector = await startCollector((response, request, count) =>
    count === 1 ? failure(response, request, count) : response.writeHead(200).end(),
  );
  const output = await opened(collector.url);
  await addNumbered(output, 1, 3);
  await output.close();
  expect(collector.spans).toHaveLength(3);
  expect(messages).toEqual([]);
});

test.each([
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 2000).toUTCString()],
])('waits for as long as %s of Retry-After ask', async (_, retryAfter) => {
  const times: number[] = [];
  await using collector = await startCollector((response, _request, count) => {
    times.push(performance.now());
    if (count === 1) response.writeHead(429, { 'Retry-After': retryAfter() }).end();
    else response.writeHead(200).end();
  });
  const output = await opened(collector.url);
  await addNumbered(output, 1, 3);
  await until('the spans arrive', () => collector.spans.length === 3);
  await output.close();
  expect(times[1]! - times[0]!).toBeGreaterThan(900);
  expect(messages).toEqual([]);
});

test.each(['1e9', 'Thu, 01 Jan 1970 00:00:00 GMT'])('a Retry-After of %j is ignored', async (retryAfter) => {
  await using collector = await startCollector((response, _request, count) =>
    count === 1
      ? response.writeHead(503, { 'Retry-After': retryAfter }).end()
      : response.writeHead(200).end(),
  );
  const output = await opened(collector.url);
  await addNumbered(output, 1, 1);
  await until('the span arrives', () => collector.spans.length === 1);
  await output.close();
});

test('an answer that never ends is cut off', async () => {
  await using collector = await startCollector((response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', write);
    write();
  });
  const output = await opened(collector.url);
  await addNumbered(output, 1, 3);
  await until('it is said', () => messages.length === 1);
  await output.close();
  expect(messages).toEqual([expect.stringMatching(/is not OTLP/)]);
});

test('an answer that trickles is waited for ten seconds', { tags: ['full'] }, async () => {
  await using collector = await startCollector((response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' });
    const timer = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(timer));
  });
  const output = await opened(collector.url);
  await addNumbered(output, 1, 3);
  await until('it is said', () => messages.length === 1);
  await output.close();
  expect(messages[0]).toMatch(/did not answer within 10 s: spans wait for it/);
});

test('keeps the newest spans for a collector that is down, and says what was dropped', async () => {
  const first = await startCollector();
  await first.close();
  const output = await opened(first.url);
  await addNumbered(output, 1, 10_000);
  await until('the failure is said', () => messages.length === 1);
  await using collector = await startCollector(undefined, first.port);
  await until('the spans arrive', () => collector.spans.length === 8192);
  await until('what was dropped is said', () => messages.length === 2);
  await output.close();
  expect(collector.spans[0]?.attributes['proxyctl.id']).toBe(1809);
  expect(messages).toEqual([
    expect.stringMatching(
      /v1\/traces cannot be reached: .*ECONNREFUSED.*: spans wait for it, the newest 8192; it is tried again$/,
    ),
    expect.stringMatching(/answers again; 1808 spans had been dropped$/),
  ]);
});

test('gives up at its end, where nothing listens', async () => {
  const collector = await startCollector();
  await collector.close();
  const output = await opened(collector.url);
  await addNumbered(output, 1, 1);
  await output.close();
  expect(messages.at(-1)).toMatch(/did not get 1 span$/);
});

test('gives up at its end, where a server never answers', { tags: ['full'] }, async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const output = await opened(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await addNumbered(output, 1, 1);
  await output.close();
  expect(messages).toEqual([expect.stringMatching(/did not get 1 span$/)]);
  silent.close();
});

test('exports of spans are not exported again', async () => {
  await using collector = await startCollector();
  const output = await opened(collector.url);
  const target = { scheme: 'http', host: '127.0.0.1', port: collector.port } as const;
  await output.add(
    capturedFlow({ request: { head: ['POST /v1/traces HTTP/1.1', `User-Agent: ${USER_AGENT}`] } }),
  );
  await output.add(capturedFlow({ target, request: null }));
  await output.add(capturedFlow({ id: 3, target }));
  await output.close();
  expect(collector.spans.map(({ attributes }) => attributes['proxyctl.id'])).toEqual([3]);
});

test('leaves secrets out of URLs and texts, also those that only a header tells', async () => {
  await using collector = await startCollector();
  const output = await opened(collector.url, { redact: true });
  const secret = 'k3Jx9vQ2mLp8ZtR4wY7b';
  await output.add(
    capturedFlow({
      request: {
        head: [
          `GET /a/${secret}?token=${secret} HTTP/1.1`,
          `Authorization: Bearer ${secret}`,
          `User-Agent: x/${secret}`,
        ],
      },
      state: 'failed',
      response: null,
      error: `no answer for ${secret}`,
    }),
  );
  await output.close();
  expect(collector.spans).toHaveLength(1);
  expect(JSON.stringify(collector.spans)).not.toContain(secret);
});
