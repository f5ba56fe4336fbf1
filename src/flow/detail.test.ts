import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { capturedFlow, capturedMessage, type CapturedMessage } from '../../test/helpers/flows.ts';
import { flowDetail, type BodyDetail } from './detail.ts';
import { flowSummary } from './summary.ts';

const MAX_SHOWN = 200_000;
const counted = 16 * 1024 * 1024;

async function bodyOf(
  body: Buffer | string,
  fields: readonly string[] = [],
  cap = Infinity,
): Promise<BodyDetail> {
  const response: CapturedMessage = { head: ['HTTP/1.1 200 OK', ...fields], body, cap };
  return (await flowDetail(capturedFlow({ response }))).response!.body;
}

const lastLine = (body: BodyDetail): string | undefined =>
  typeof body === 'string' ? body.split('\n').at(-1) : undefined;

const plain = 'Content-Type: text/plain';
const gzip = 'Content-Encoding: gzip';

describe('the detail', () => {
  test('of an exchange has its summary, both messages and the connection', async () => {
    const flow = capturedFlow({
      decrypted: true,
      target: { scheme: 'https', port: 443 },
      request: { head: ['POST /a HTTP/1.1', 'Host: example.test', 'x-A: 1', 'X-a:  2 '], body: '{"a":1}' },
      response: { head: ['HTTP/1.1 404 Not  Found', plain], body: 'gone', trailers: 'X-Sum: 1\r\n' },
      timestamps: { connected: 1002, sent: 1003, firstByte: 1010, dns: 0.5, connect: 0.5, tls: 1 },
    });
    flow.remoteAddress = '192.0.2.1:443';
    flow.tls = { version: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', alpn: null, sni: 'example.test' };
    expect(await flowDetail(flow)).toStrictEqual({
      ...flowSummary(flow),
      request: {
        headers: [
          { name: 'Host', value: 'example.test' },
          { name: 'x-A', value: '1' },
          { name: 'X-a', value: '2' },
        ],
        body: '{"a":1}',
      },
      response: {
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        body: 'gone',
        status: 404,
        reason: 'Not  Found',
      },
      httpVersion: 'HTTP/1.1',
      remoteAddress: '192.0.2.1:443',
      timing: { blocked: 0, dns: 0.5, connect: 0.5, tls: 1, send: 1, wait: 7, receive: 2.5 },
      tls: { version: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', alpn: null, sni: 'example.test' },
      trailers: [{ name: 'X-Sum', value: '1' }],
    });
  });

  test('of one that tools have changed has the original and the changed messages', async () => {
    const flow = capturedFlow({
      request: { head: ['PUT /sent HTTP/1.1', 'Host: other.test'], body: 'sent' },
      response: { head: ['HTTP/1.1 200 OK'], body: 'got' },
      method: 'GET',
    });
    flow.originalRequest = capturedMessage({
      head: ['GET /asked?a HTTP/1.1', 'Host: example.test'],
      body: 'asked',
    });
    flow.originalResponse = capturedMessage({ head: ['HTTP/1.1 503 Not Now'], body: 'answered' });
    flow.sentTo = { scheme: 'https', host: 'other.test', port: 8443 };
    flow.tags = ['Map Remote'];
    flow.matchedRules = [{ tool: 'mapRemote', id: 'a', name: 'Away' }];
    Object.assign(flow, { color: 'red', comment: 'why', pinned: true });
    expect(await flowDetail(flow)).toMatchObject({
      method: 'GET',
      url: 'http://example.test/asked?a',
      host: 'example.test',
      tags: ['Map Remote'],
      color: 'red',
      comment: 'why',
      pinned: true,
      matchedRules: [{ tool: 'mapRemote', id: 'a', name: 'Away' }],
      request: { method: 'PUT', url: 'https://other.test:8443/sent', body: 'sent' },
      response: { status: 200, body: 'got' },
      originalRequest: {
        method: 'GET',
        url: 'http://example.test/asked?a',
        headers: [{ name: 'Host', value: 'example.test' }],
        body: 'asked',
      },
      originalResponse: { status: 503, reason: 'Not Now', headers: [], body: 'answered' },
    });
  });

  test('of a tunnel has an empty request and the reason', async () => {
    const flow = capturedFlow({ request: null, target: { scheme: 'https', port: 443 } });
    flow.notDecrypted = { code: 'not-listed', text: 'the host is not in the list' };
    expect(await flowDetail(flow)).toStrictEqual({
      ...flowSummary(flow),
      request: { headers: [], body: '' },
      notDecrypted: 'the host is not in the list',
      notDecryptedCode: 'not-listed',
    });
  });

  test('of one without a response has the HTTP version of the request', async () => {
    const detail = await flowDetail(capturedFlow({ response: null, state: 'failed', error: 'refused' }));
    expect(detail).toMatchObject({ httpVersion: 'HTTP/1.1', error: 'refused' });
    expect(detail).not.toHaveProperty('response');
  });

  test('of an invalid request has no version', async () => {
    const detail = await flowDetail(
      capturedFlow({ request: { head: ['??? '] }, response: null, state: 'failed' }),
    );
    expect(detail).not.toHaveProperty('httpVersion');
  });

  test('of one in progress has the decoded part of a compressed body', async () => {
    const body = gzipSync('event: a\n\n'.repeat(1000));
    const response = {
      head: ['HTTP/1.1 200 OK', 'Content-Type: text/event-stream', gzip],
      body: body.subarray(0, -10),
    };
    const detail = await flowDetail(capturedFlow({ response, state: 'pending', timestamps: { end: 0 } }));
    expect(detail.response!.body).toMatch(/^(event: a\n\n)+[event: a\n]*$/);
  });
});

describe('a body', () => {
  test('that is missing is an empty string', async () => {
    expect(await bodyOf('')).toBe('');
    expect(await bodyOf('', ['Content-Type: image/png', gzip])).toBe('');
    expect(await bodyOf(gzipSync(''), ['Content-Type: image/png', gzip])).toBe('');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('is decoded from %s and its charset', async (coding, encode) => {
    const body = encode(Buffer.from('caf\xe9', 'latin1'));
    const fields = ['Content-Type: text/plain; charset=iso-8859-1', `Content-Encoding: ${coding}`];
    expect(await bodyOf(body, fields)).toBe('café');
  });

  test('that is binary is base64 of its beginning, and its size', async () => {
    const body = Buffer.alloc(MAX_SHOWN + 1, 7);
    const base64 = body.subarray(0, MAX_SHOWN).toString('base64');
    expect(await bodyOf(body)).toStrictEqual({ base64, size: MAX_SHOWN + 1 });
    expect(await bodyOf(gzipSync(body), [gzip])).toStrictEqual({ base64, size: MAX_SHOWN + 1 });
    expect(await bodyOf(Buffer.from([1, 2]), [plain])).toStrictEqual({ base64: 'AQI=', size: 2 });
  });

  test('is complete up to 200,000 bytes, and truncated beyond', async () => {
    expect(await bodyOf('x'.repeat(MAX_SHOWN), [plain])).toBe('x'.repeat(MAX_SHOWN));
    expect(await bodyOf('x'.repeat(MAX_SHOWN + 1), [plain])).toBe(
      `${'x'.repeat(MAX_SHOWN)}\n[1 bytes left out]`,
    );
  });

  test('is never truncated within a character', async () => {
    const body = `${'x'.repeat(MAX_SHOWN - 2)}日本`;
    expect(await bodyOf(body, [plain])).toBe(`${'x'.repeat(MAX_SHOWN - 2)}\n[6 bytes left out]`);
    expect(await bodyOf(gzipSync(body), [plain, gzip])).toBe(
      `${'x'.repeat(MAX_SHOWN - 2)}\n[6 bytes left out]`,
    );
  });

  test('counts omitted decoded bytes, up to 16 MiB', async () => {
    const lines = (size: number): Buffer => Buffer.alloc(size, 'line\n');
    const some = await bodyOf(gzipSync(lines(1_000_000)), [plain, gzip]);
    expect(lastLine(some)).toBe('[800000 bytes left out]');
    const max = await bodyOf(gzipSync(lines(counted)), [plain, gzip]);
    expect(lastLine(max)).toBe(`[${counted - MAX_SHOWN} bytes left out]`);
    const more = await bodyOf(gzipSync(lines(counted + 1)), [plain, gzip]);
    expect(lastLine(more)).toBe(`[more than ${counted - MAX_SHOWN} bytes left out]`);
  });

  test('counts uncaptured bytes as omitted', async () => {
    expect(await bodyOf('x'.repeat(500), [plain], 100)).toBe(`${'x'.repeat(100)}\n[400 bytes left out]`);
    expect(await bodyOf('x'.repeat(500), [plain], 0)).toBe('[500 bytes left out]');
    expect(await bodyOf('x'.repeat(300_000), [plain], 250_000)).toBe(
      `${'x'.repeat(MAX_SHOWN)}\n[100000 bytes left out]`,
    );
    expect(await bodyOf(`xx日`, [plain], 4)).toBe('xx\n[3 bytes left out]');
    expect(await bodyOf(Buffer.alloc(500), [], 3)).toStrictEqual({ base64: 'AAAA', size: 500 });
  });

  test('that is compressed and truncated is marked as incomplete', async () => {
    const lines = Array.from({ length: 100_000 }, (_, line) => `${line} ${Math.sin(line)}\n`).join('');
    const body = gzipSync(lines);
    const truncated = await bodyOf(body, [plain, gzip], body.length / 2);
    const [, omitted] = /^\[more than (\d+) bytes left out\]$/.exec(lastLine(truncated) ?? '') ?? [];
    expect(Number(omitted)).toBeGreaterThan(500_000);
    expect(Number(omitted)).toBeLessThan(lines.length - MAX_SHOWN);
    const short = await bodyOf(body, [plain, gzip], 5000);
    expect(short).toMatch(/\n\[more than 0 bytes left out\]$/);
    const base = await bodyOf(gzipSync(Buffer.alloc(100_000)), [gzip], 60);
    expect(base).toMatchObject({ note: expect.stringMatching(/^\[more than 0 bytes left out\]$/) });
  });

  test('that is corrupt has an error after its decoded part', async () => {
    const body = gzipSync('whole but for the checksum');
    body[body.length - 5]! ^= 1;
    const stopped = '[decoding stopped: gzip: incorrect data check]';
    expect(await bodyOf(body, [plain, gzip])).toBe(`whole but for the checksum\n${stopped}`);
    const long = gzipSync(Buffer.alloc(MAX_SHOWN + 10, 'a'));
    long[long.length - 5]! ^= 1;
    expect((await bodyOf(long, [plain, gzip])) as string).toMatch(
      /^a{200000}\n\[decoding stopped: gzip: incorrect data check\]\n\[10 bytes left out\]$/,
    );
  });

  test('that cannot be decoded is returned as captured', async () => {
    const note = '[not decoded: gzip: incorrect header check]';
    expect(await bodyOf('as it is', [plain, gzip])).toBe(`as it is\n${note}`);
    expect(await bodyOf(Buffer.from([0, 1]), [plain, gzip])).toStrictEqual({ base64: 'AAE=', size: 2, note });
  });

  test('with an unknown coding has an error only if it is binary', async () => {
    expect(await bodyOf('{"a":1}', ['Content-Type: application/json', 'Content-Encoding: utf-8'])).toBe(
      '{"a":1}',
    );
    expect(await bodyOf(Buffer.from([0]), ['Content-Encoding: compress'])).toStrictEqual({
      base64: 'AA==',
      size: 1,
      note: '[not decoded: the content coding "compress" is not supported]',
    });
  });
});
