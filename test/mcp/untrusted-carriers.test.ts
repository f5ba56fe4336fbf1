// Instructions in cookies, GraphQL, WebSocket messages, names of apps and values of headers that proxyctl reads itself.
import { copyFileSync, chmodSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp } from '../helpers/app.ts';
import { startAssistant } from '../helpers/assistant.ts';
import { expectClean, MARK, PHRASES } from '../helpers/injected.ts';
import { startOrigin } from '../helpers/origin.ts';
import { startSocketOrigin } from '../helpers/web-socket.ts';
import { openTunnel } from '../helpers/ask.ts';
import { until } from '../helpers/waiting.ts';

const visible = (text: string): string => text.replace(/[^\x20-\x7e]/g, ' ').replaceAll(';', ',');
const texts = PHRASES.map((phrase, at) => `${MARK}${at} ${phrase}`);

const origin = await startOrigin((request, response) => {
  const text = visible(texts[Number(new URL(request.url ?? '', 'http://a').searchParams.get('n'))] ?? '');
  response
    .writeHead(200, {
      'Content-Type': 'application/json',
      'Set-Cookie': `note="${text.replaceAll('"', "'")}"; Path=/`,
      Server: text,
    })
    .end('{"data":{}}');
});
const sockets = await startSocketOrigin();
const running = await startTestApp();
const assistant = await startAssistant({ home: running.home, args: ['--show-secrets'] });

afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await running.close();
  await sockets[Symbol.asyncDispose]();
  await origin.close();
});

/** Reads every flow in each way in which an assistant may, and expects the texts among what it reads. */
async function readAll(count: number, since: number): Promise<void> {
  await until('all flows', () => running.app.traffic.newest().filter(({ id }) => id > since).length >= count);
  const ids = running.app.traffic
    .newest()
    .map(({ id }) => id)
    .filter((id) => id > since);
  expectClean(await assistant.call('list_requests', { limit: 1000 }));
  let carried = 0;
  for (const id of ids) {
    const read = await assistant.call('get_request', { id });
    if (JSON.stringify(read.value).includes(MARK)) carried += 1;
    expectClean(read);
  }
  expect(carried).toBeGreaterThanOrEqual(count);
  for (const section of ['summary', 'endpoints', 'security', 'secrets', 'performance', 'schema', 'markdown'])
    expectClean(await assistant.call('insights', { section }));
  for (const list of ['list_apps', 'list_domains']) expectClean(await assistant.call(list));
}

function newest(): number {
  return Math.max(0, ...running.app.traffic.newest().map(({ id }) => id));
}

test('cookies and headers that are read', { tags: ['full'] }, async () => {
  const since = newest();
  for (const [at, text] of texts.entries())
    await running.via(`${origin.http}/c?n=${at}`, {
      headers: { Cookie: `a="${visible(text).replaceAll('"', "'")}"`, 'User-Agent': visible(text) },
    });
  await readAll(texts.length, since);
});

test('GraphQL', { tags: ['full'] }, async () => {
  const since = newest();
  for (const text of texts) {
    const query = `query Pets { pets(name: ${JSON.stringify(text)}) { id } }`;
    const body = JSON.stringify({ operationName: text, query, variables: { [text]: text } });
    const headers = { 'Content-Type': 'application/json' };
    await running.via(`${origin.http}/graphql`, { method: 'POST', headers, body });
  }
  await readAll(texts.length, since);
});

test('WebSocket', { tags: ['full'] }, async () => {
  const since = newest();
  for (const text of texts) {
    const { port } = new URL(sockets.origin.http);
    const tunnel = await openTunnel(running.port(), `127.0.0.1:${port}`);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/s`, { createConnection: () => tunnel });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(text);
    await new Promise((resolve) => socket.once('message', resolve));
    socket.close(1000, visible(text).slice(0, 100));
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await readAll(texts.length, since);
});

test('the name of an app', { tags: ['full'] }, async () => {
  const since = newest();
  for (const text of texts.slice(0, 2)) {
    const program = join(running.home, visible(text).replaceAll('/', ' '));
    copyFileSync(process.execPath, program);
    chmodSync(program, 0o700);
    const script = `require('node:http').get({ host: '127.0.0.1', port: ${running.port()}, path: '${origin.http}/app' }, (r) => setTimeout(() => r.resume(), 500))`;
    await promisify(execFile)(program, ['-e', script]);
  }
  await readAll(2, since);
  expect(JSON.stringify((await assistant.call('list_apps')).value)).toContain(MARK);
});
