import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkerClient } from './worker-client.ts';

let folder = '';
let file: URL;

/** Responds with its number of messages so far, or does what the message says. */
const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  if (workerData === 'broken') throw new Error('cannot load');
  let count = 0;
  parentPort.on('message', (message) => {
    count += 1;
    if (message === 'exit') process.exit(1);
    if (message === 'throw') throw new Error('out of order');
    if (message !== 'hang') parentPort.postMessage(count);
  });`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-worker-'));
  const path = join(folder, 'worker.mjs');
  writeFileSync(path, WORKER);
  file = pathToFileURL(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { timeoutMs: 300, firstTimeoutMs: 20_000 };

test('requests go to one worker, in order', async () => {
  const client = new WorkerClient<string, number>(file, { name: 'test' });
  const results = await Promise.all(['a', 'b', 'c'].map((text) => client.request(() => text, LIMITS)));
  expect(results).toEqual([1, 2, 3].map((response) => ({ type: 'response', response })));
  await client.close();
  expect(await client.request(() => 'd')).toEqual({ type: 'failure', reason: 'it is closed' });
});

test.each([
  ['exit', 'its thread has ended'],
  ['throw', 'out of order'],
  ['hang', 'it did not respond in time'],
])('a worker that fails (%s) is replaced', async (message, reason) => {
  const client = new WorkerClient<string, number>(file, { name: 'test' });
  expect(await client.request(() => 'a', LIMITS)).toMatchObject({ response: 1 });
  const [failed, next] = await Promise.all([
    client.request(() => message, LIMITS),
    client.request(() => 'b', LIMITS),
  ]);
  expect(failed).toEqual({ type: 'failure', reason });
  expect(next).toEqual({ type: 'response', response: 1 });
  await client.close();
});

test('a worker that keeps failing is not started for ever', async () => {
  const client = new WorkerClient<string, number>(file, { name: 'test', workerData: 'broken', maxStarts: 2 });
  const reasons: unknown[] = [];
  for (let time = 0; time < 3; time += 1) reasons.push(await client.request(() => 'a', LIMITS));
  expect(reasons).toEqual(
    ['cannot load', 'cannot load', 'it could not be started'].map((reason) => ({ type: 'failure', reason })),
  );
});

test('a worker is replaced after a response that says it is broken', async () => {
  const client = new WorkerClient<string, number>(file, { name: 'test', isBroken: (count) => count === 2 });
  const results = await Promise.all(['a', 'b', 'c'].map((text) => client.request(() => text, LIMITS)));
  expect(results).toEqual([1, 2, 1].map((response) => ({ type: 'response', response })));
  await client.close();
});

test('an idle worker ends, and the next request starts another', async () => {
  const client = new WorkerClient<string, number>(file, { name: 'test', idleMs: 1 });
  expect(await client.request(() => 'a', LIMITS)).toMatchObject({ response: 1 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await client.request(() => 'a', LIMITS)).toMatchObject({ response: 1 });
  await client.close();
});

test('requests that wait are settled when the client is closed', async () => {
  const client = new WorkerClient<string, number>(file, { name: 'test' });
  await client.request(() => 'a', LIMITS);
  const waiting = [client.request(() => 'hang'), client.request(() => 'b')];
  await client.close();
  expect((await Promise.all(waiting)).map(({ type }) => type)).toEqual(['failure', 'failure']);
  await client.drained();
});

test('a process that waits for the end of a worker lives until then, though a response comes first', async () => {
  const script = join(folder, 'closes.mjs');
  const text = `
    import { WorkerClient } from ${JSON.stringify(new URL('./worker-client.ts', import.meta.url).href)};
    const client = new WorkerClient(new URL(${JSON.stringify(file.href)}), { name: 'test', isBackground: true });
    const first = client.request(() => 'a');
    const alive = setInterval(() => undefined, 1000);
    await first;
    clearInterval(alive);
    void client.request(() => 'b');
    await Promise.resolve();
    // The response is there by then, and is read while the worker ends.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await client.close();
    console.log('closed');`;
  writeFileSync(script, text);
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toBe('closed\n');
});
