// Search in the content of what real clients exchanged: over the API of the app, `proxyctl list`, RPC, and in saved files.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { runCli } from '../helpers/cli.ts';
import { allFlows } from '../helpers/flows.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { startTestViewer } from '../helpers/viewer.ts';
import { until } from '../helpers/waiting.ts';
import { connectSocket, startSocketOrigin } from '../helpers/web-socket.ts';

const CODINGS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync } as const;
const event = 'data: {"type":"requires_action"}\n\n';
const refused = JSON.stringify({ data: null, errors: [{ message: 'Not authorized' }] });

const origin = await startOrigin((request, response) => {
  const path = request.url ?? '';
  const coding = path.slice(1);
  if (coding in CODINGS) {
    const body = JSON.stringify({ status: `requires_action by ${coding}`, filler: 'x'.repeat(2000) });
    response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Type', 'application/json');
    response.end(CODINGS[coding as keyof typeof CODINGS](body));
  } else if (path === '/events') {
    response.setHeader('Content-Type', 'text/event-stream');
    response.end(event);
  } else if (path === '/latin') {
    response.setHeader('Content-Type', 'text/plain; charset=iso-8859-1');
    response.end(Buffer.from('Straße', 'latin1'));
  } else {
    response.setHeader('Content-Type', 'application/json');
    response.end(path === '/graphql' ? refused : '{"ok":true}');
  }
});
const sockets = await startSocketOrigin();
const own = await startTestApp();

afterAll(async () => {
  await own.close();
  await sockets[Symbol.asyncDispose]();
  await origin.close();
});

const run = promisify(execFile);
const curl = async (path: string, ...options: readonly string[]): Promise<void> => {
  await run('curl', [
    '-s',
    '--max-time',
    '20',
    '-x',
    `http://127.0.0.1:${own.port()}`,
    ...options,
    `${origin.http}${path}`,
  ]);
};

const job = test.skipIf(missing('curl'));

beforeAll(async () => {
  if (missing('curl')) return;
  for (const coding of Object.keys(CODINGS)) await curl(`/${coding}`, '-H', 'X-Client: ios/4127');
  await curl('/events');
  await curl('/latin');
  await curl('/graphql', '--json', '{"query":"query Me { me }"}');
  await curl('/plain', '-d', 'name=requires_action', '-H', 'X-Client: android/3');
  const peer = await connectSocket(own.port(), `${sockets.origin.http.replace('http', 'ws')}/socket`);
  peer.socket.send('please requires_action');
  await peer.next();
  peer.socket.close(1000, 'done');
  await until('all have finished', () => own.app.traffic.newest().every(({ finished }) => finished));
}, 60_000);

interface Line {
  readonly hits?: readonly { readonly id: number; readonly found: readonly { readonly part: string }[] }[];
  readonly searched?: number;
  readonly total?: number;
  readonly done?: true;
}

async function lines(query: Readonly<Record<string, string>>): Promise<readonly Line[]> {
  const { status, text } = await own.api(`/api/search?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const pathOf = (id: number): string => own.app.find(id)!.path;

async function found(filter: string): Promise<readonly string[]> {
  return (await lines({ filter })).flatMap(({ hits = [] }) => hits.map(({ id }) => pathOf(id)));
}

/** The newest first. */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['body:requires_action', ['/plain', '/events', '/zstd', '/br', '/gzip']],
  ['response-body:requires_action header:x-client=ios', ['/zstd', '/br', '/gzip']],
  ['header:x-client -header:x-client=ios', ['/plain']],
  ['message:requires_action', ['/socket', '/events']],
  ['body:STRASSE OR body:straße', ['/latin']],
  ['is:error', ['/graphql']],
  ['is:graphql body:authorized', ['/graphql']],
];

job.each(CASES)('%s', async (filter, expected) => {
  expect(await found(filter)).toEqual(expected);
  const query = new URLSearchParams({ filter }).toString();
  const listed = JSON.parse((await own.api(`/api/flows?${query}`)).text) as readonly { id: number }[];
  expect(listed.map(({ id }) => pathOf(id)).toReversed()).toEqual(expected);
});

job('progress, parts, ids, and errors', async () => {
  const all = await lines({ filter: 'body:"by zstd"' });
  expect(all.at(-1)).toEqual({ done: true });
  const total = own.app.traffic.newest().length;
  expect(all.at(-2)).toMatchObject({ searched: total, total });
  const [hit] = all.flatMap(({ hits = [] }) => hits);
  expect(hit?.found).toMatchObject([{ part: 'response-body', match: 'by zstd' }]);
  const older = await lines({ filter: 'body:"by zstd"', ids: `${hit!.id + 1}-${hit!.id + 100}` });
  expect(older.flatMap(({ hits = [] }) => hits)).toEqual([]);
  expect((await own.api('/api/search?filter=bdy:x')).text).toContain('did you mean body?');
  expect((await own.api('/api/search?filter=body:x&ids=x')).status).toBe(400);
});

job('proxyctl list and insights', async () => {
  const listed = await runCli(
    ['list', '--filter', 'is:graphql body:authorized', '--port', String(own.port())],
    {
      home: own.home,
    },
  );
  expect(listed.stdout).toMatch(/^#\d+ 200\/error POST \[\S+\] \S+\/graphql \d+ms\n$/);
  const summary = await own.result('insights', { filter: 'message:requires_action' });
  expect(summary).toMatchObject({ requests: 2 });
});

job.each(['session', 'har'])('the same is found in a file: %s', async (format) => {
  const path = join(own.home, `saved.${format}`);
  await own.result('export_session', { format, path });
  const viewer = await startTestViewer(path);
  const flows = await allFlows(viewer.traffic.selected());
  for (const [filter, expected] of CASES) {
    const { text } = await viewer.api(`/api/search?${new URLSearchParams({ filter }).toString()}`);
    const hits = text.split('\n').flatMap((line) => (JSON.parse(line || '{}') as Line).hits ?? []);
    expect(
      hits.map(({ id }) => flows.find((flow) => flow.id === id)!.path),
      filter,
    ).toEqual(expected);
  }
  await viewer.close();
});
