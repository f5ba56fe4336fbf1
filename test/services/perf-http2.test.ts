// Load tests over HTTP/2 as processes against a real server: counts, connections, and streams that fail.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { selfSigned } from '../helpers/authority.ts';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { writeCollection, type Written } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { http2Origin, type Answer } from '../helpers/http2.ts';

let home: TemporaryHome;
beforeAll(() => {
  home = temporaryHome();
});
afterAll(() => home.remove());

const resultFile = z.looseObject({
  requests: z.number(),
  errors: z.number(),
  receivedBytes: z.number(),
  perRequest: z.array(
    z.looseObject({
      requests: z.number(),
      statuses: z.record(z.string(), z.number()),
      reasons: z.record(z.string(), z.number()),
    }),
  ),
});

interface Tested extends CliResult {
  readonly result: z.output<typeof resultFile>;
}

async function perf(items: readonly Written[], ...args: readonly string[]): Promise<Tested> {
  const report = join(home.path, 'result.json');
  const file = writeCollection(home.path, 'load', items);
  const all = ['perf', file, '--duration', '1', '--vus', '4', ...args, '--report-json', report];
  const ended = await runCli(all, { home: home.path, cwd: home.path });
  return { ...ended, result: resultFile.parse(JSON.parse(readFileSync(report, 'utf8'))) };
}

const hello: Answer = (stream) => {
  stream.respond({ ':status': 200 });
  stream.end('hello');
};

const HTTP2 = { protocolVersion: 'http2' };

describe.each([
  ['offered by a server with TLS', selfSigned('localhost'), {}],
  ['in plain text, when the request says so', null, HTTP2],
])('%s', (_, credentials, protocolProfileBehavior) => {
  const scheme = credentials === null ? 'http' : 'https';

  test('the totals are those of the server; each user has a connection', { tags: ['full'] }, async () => {
    await using origin = await http2Origin(hello, credentials);
    const base = `${scheme}://localhost:${origin.port}`;
    const { code, stderr, result } = await perf(
      [
        { name: 'A', url: `${base}/a`, protocolProfileBehavior },
        { name: 'B', url: `${base}/b`, method: 'POST', body: '{"n": 1}', protocolProfileBehavior },
      ],
      '-k',
    );
    expect([code, stderr, result.errors]).toEqual([0, '', 0]);
    expect(result.requests).toBe(origin.received.length);
    expect(result.requests).toBeGreaterThan(50);
    expect(result.receivedBytes).toBe(5 * result.requests);
    expect(origin.sessions).toHaveLength(4);
    const posts = origin.received.filter((raw) => raw[raw.indexOf(':method') + 1] === 'POST');
    expect(result.perRequest[1]?.requests).toBe(posts.length);
  });
});

test('cookies and redirects are heeded; streams that are reset, and statuses, are errors', async () => {
  const cookies: (string | undefined)[] = [];
  await using origin = await http2Origin((stream, headers) => {
    const path = headers[':path'];
    if (path === '/reset') stream.close(2);
    else if (path === '/old') stream.respond({ ':status': 302, location: '/new' }, { endStream: true });
    else {
      if (path === '/me') cookies.push(headers.cookie);
      const set = path === '/login' ? { 'set-cookie': 'session=1; Path=/' } : {};
      stream.respond({ ':status': path === '/bad' ? 500 : 200, ...set }, { endStream: true });
    }
  }, selfSigned('localhost'));
  const paths = ['/bad', '/reset', '/old', '/login', '/me'];
  const items = paths.map((path) => ({ name: path, url: `https://localhost:${origin.port}${path}` }));
  const { code, result } = await perf(items, '-k', '--vus', '1', '--think-time', '5');
  expect(code).toBe(1);
  const [bad, reset, old, login, me] = result.perRequest;
  expect(bad?.reasons).toEqual({ 'status 500': bad?.requests });
  expect(Object.values(reset?.reasons ?? {})).toEqual([reset?.requests]);
  expect([old?.reasons, login?.reasons, me?.reasons]).toEqual([{}, {}, {}]);
  expect(new Set(cookies)).toEqual(new Set(['session=1']));
});

test('without -k a certificate that nobody has signed is an error', { tags: ['full'] }, async () => {
  await using origin = await http2Origin(hello, selfSigned('localhost'));
  const { code, result } = await perf([{ name: 'A', url: `https://localhost:${origin.port}/` }]);
  expect([code, origin.received.length]).toEqual([1, 0]);
  expect(Object.keys(result.perRequest[0]?.reasons ?? {}).join()).toMatch(/self-signed|self signed/);
});
