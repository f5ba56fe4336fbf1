// Large files are read on a worker thread, with the same result as small ones, and do not block the proxy.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collected, inPieces } from '../../../../test/helpers/collect.ts';
import { flowHome } from '../../../../test/helpers/flows.ts';
import { turnsDuring } from '../../../../test/helpers/turns.ts';
import { har } from './index.ts';
import { collectTraffic } from '../contract.ts';
import { readHarFlows } from './read.ts';

const BODY = 'für '.repeat(2000);

const entryOf = (at: number, text = BODY): object => ({
  startedDateTime: '2026-01-02T03:04:05.000Z',
  time: at,
  request: {
    method: 'POST',
    url: `http://a.test/${at}`,
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'X-At', value: String(at) }],
    postData: { mimeType: 'application/octet-stream', text: 'AAEC', encoding: 'base64' },
  },
  response: {
    status: 200,
    statusText: 'OK',
    headers: [],
    content: { size: -1, mimeType: 'text/plain', text },
  },
});

const fileOf = (entries: readonly unknown[]): string => JSON.stringify({ log: { entries } });
const many = Array.from({ length: 300 }, (_, at) => entryOf(at));
const wrong = [
  7,
  { request: {} },
  entryOf(2, 'not base64'),
  { request: { method: 'GET', url: 'ftp://a.test/' } },
];

test('reads the same as the same entries in small files', async () => {
  const { flows, skipped } = await collectTraffic(
    readHarFlows(inPieces(fileOf([...many, ...wrong])), flowHome()),
  );
  const one = await Promise.all(
    many.map((entry) => collectTraffic(readHarFlows(inPieces(fileOf([entry])), flowHome()))),
  );
  expect(flows).toHaveLength(301);
  expect((await collected(har.export.write(flows.slice(0, 300)))).toString()).toBe(
    (await collected(har.export.write(one.flatMap((each) => each.flows)))).toString(),
  );
  expect(skipped).toEqual([
    { index: 300, reason: 'it is not an object' },
    { index: 301, reason: 'request.method is not a method' },
    { index: 303, reason: 'request.url is not an http or https URL' },
  ]);
  // Bodies do not share memory: a body stays valid when others are transferred.
  const bodies = flows.map(({ response }) => response!.body.bytes());
  expect(new Set(bodies.map(({ buffer }) => buffer)).size).toBe(flows.length);
});

test('reads a session of Charles', async () => {
  const transaction = { scheme: 'http', host: 'a.test', path: '/', method: 'GET', note: 'x'.repeat(1000) };
  const file = JSON.stringify(Array.from({ length: 1000 }, () => transaction));
  expect((await collectTraffic(readHarFlows(inPieces(file), flowHome()))).flows).toHaveLength(1000);
});

test('invalid files are rejected with the reason', async () => {
  const text = fileOf(many);
  const refused = (file: string) => expect(collectTraffic(readHarFlows(inPieces(file), flowHome()))).rejects;
  await refused(text.slice(0, -1)).toThrow(/^invalid JSON at line 1, column \d+: expected a comma, or }$/);
  await refused(`{"log":{}, "filler":"${BODY.repeat(100)}"}`).toThrow('it has no list log.entries');
  await refused(BODY.repeat(100)).toThrow('it is neither a HAR file nor');
});

test('a read error leaves no worker behind', async () => {
  async function* broken(): AsyncGenerator<Buffer, void> {
    yield* inPieces(fileOf(many));
    await turn();
    throw new Error('the disk is gone');
  }
  await expect(collectTraffic(readHarFlows(broken(), flowHome()))).rejects.toThrow('the disk is gone');
  expect(process.getActiveResourcesInfo()).not.toContain('Worker');
});

test('reading does not block the event loop', async () => {
  const turns = await turnsDuring(() => collectTraffic(readHarFlows(inPieces(fileOf(many)), flowHome())));
  // Far more than there are chunks and batches: the worker does not block this thread.
  expect(turns).toBeGreaterThan(100);
});
