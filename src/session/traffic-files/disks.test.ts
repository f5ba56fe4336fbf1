// The traffic on disks that are full, read-only, slow or removed while it is written: real file systems.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lacksLimits, lacksMounts, loopDisk, memoryDisk } from '../../../test/helpers/disks.ts';
import { capturedFlow, flowHome } from '../../../test/helpers/flows.ts';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { turnsDuring } from '../../../test/helpers/turns.ts';
import { until } from '../../../test/helpers/waiting.ts';
import { FlowStore } from '../../flow/store.ts';
import { SessionFileReader } from '../../traffic/session-file/reader.ts';
import { TrafficList } from '../../traffic/traffic-list.ts';
import { TrafficFiles } from './index.ts';

const { captures } = flowHome();
let home: TemporaryHome;
let store: FlowStore;
let files: TrafficFiles;
let sentences: string[];

beforeEach(() => {
  home = temporaryHome();
});

afterEach(async () => {
  await files.close();
  home.remove();
});

function start(folder: string): void {
  sentences = [];
  store = new FlowStore(captures);
  const settings = {
    maxListedRequests: 50_000,
    keepTraffic: { mode: 'afterCrash', days: 7 } as const,
    diskBudgetBytes: Infinity,
  };
  files = new TrafficFiles(
    { folder, captures, settings, say: (text) => sentences.push(text) },
    (options) => new TrafficList(store, options),
  );
}

/** Captures so many exchanges, as the engine does. */
async function capture(count: number, bodyBytes = 1000): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const id = store.takeId();
    const flow = capturedFlow({
      id,
      response: { head: ['HTTP/1.1 200 OK'], body: `${id} `.padEnd(bodyBytes, 'x') },
    });
    store.add(flow);
    store.finish(flow);
    if (i % 100 === 99) await delay(1);
  }
}

/** Returns the ids in the list, each of which is read. */
async function listed(): Promise<readonly number[]> {
  const ids: number[] = [];
  for await (const { id, response } of files.list.selected()) {
    expect(Number.parseInt(String(response?.body.bytes()), 10)).toBe(id);
    ids.push(id);
  }
  return ids;
}

/** Returns the ids in the files of the folder, as the next start finds them. */
function onDisk(folder: string): readonly number[] {
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.proxysession'));
  const reader = new SessionFileReader(join(folder, name), captures);
  const ids = [...reader.pages(() => 0)]
    .flat()
    .map(({ response }) => Number.parseInt(String(response?.body.bytes()), 10));
  reader.close();
  return ids;
}

const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

test.skipIf(lacksMounts())('a disk that is full, until there is room again', async () => {
  using disk = memoryDisk(2_000_000);
  const folder = join(disk.path, 'traffic');
  mkdirSync(folder);
  const ballast = join(disk.path, 'ballast');
  start(folder);
  await capture(100);
  expect(await files.list.settled()).toBe(true);
  writeFileSync(ballast, Buffer.alloc(1_200_000));
  await capture(3000);
  expect(await files.list.settled()).toBe(false);
  expect(sentences).toEqual([
    expect.stringMatching(
      /\.proxysession cannot be written: the disk is full: free some space on it\. Traffic goes on; the newest requests wait in memory until then$/,
    ),
  ]);
  expect(await listed()).toEqual(from(1, 3100));
  disk.mount('remount,size=40000000');
  await until('the file is written again', () => sentences.length === 2);
  await files.list.settled();
  expect(sentences[1]).toMatch(/is written again$/);
  expect(onDisk(folder)).toEqual(from(1, 3100));
});

test.skipIf(lacksMounts())('what memory has no room for is counted', { tags: ['full'] }, async () => {
  using disk = memoryDisk(2_000_000);
  start(disk.path);
  await capture(13_000);
  await files.list.settled();
  const remaining = await listed();
  disk.mount('remount,size=80000000');
  await until('what was lost is said', () => sentences.some((text) => text.includes('keeps up again')));
  await files.list.settled();
  expect(sentences).toEqual([
    expect.stringMatching(/the disk is full/),
    expect.stringMatching(/^The disk is slower than the traffic/),
    expect.stringMatching(/is written again$/),
    `The disk keeps up again; ${13_000 - remaining.length} requests were removed from the traffic list`,
  ]);
  expect(files.list.dropped).toBe(13_000 - remaining.length);
  expect(await listed()).toEqual(remaining);
  expect(remaining.length).toBeGreaterThanOrEqual(9000);
  expect(remaining.at(-1)).toBe(13_000);
  expect(onDisk(disk.path)).toEqual(remaining);
});

test.skipIf(lacksMounts('mkfs.ext4', 'losetup', 'e2fsck'))(
  'a disk that fails and is read-only from then on',
  async () => {
    using disk = loopDisk(64_000_000);
    const folder = join(disk.path, 'traffic');
    start(folder);
    await capture(100);
    await files.list.settled();
    disk.fail();
    await capture(100);
    await until('it is said', () => sentences.length > 0);
    expect(sentences).toEqual([
      expect.stringMatching(
        /cannot be written: the disk (reports an error \(.*\): check it|.*read-only.*)\. Traffic/,
      ),
    ]);
    // Nothing of ours is in the way.
    disk.unmount();
    disk.repair();
    disk.mount('errors=remount-ro');
    await until('it is written again', () => sentences.length > 1);
    await files.list.settled();
    expect(sentences.slice(1)).toEqual([expect.stringMatching(/is written again$/)]);
    expect(await listed()).toEqual(from(1, 200));
    expect(onDisk(folder).slice(-100)).toEqual(from(101, 200));
  },
);

test('a folder that is deleted while it is written', async () => {
  const folder = join(home.path, 'traffic');
  start(folder);
  await capture(5500);
  await files.list.settled();
  expect(files.list.newest()).toHaveLength(5000);
  rmSync(folder, { recursive: true });
  await capture(10);
  await files.list.settled();
  await until('it is written again', () => sentences.length > 0);
  await files.list.settled();
  expect(sentences).toEqual([
    '500 requests were removed from the traffic list: only the session file had them, which was deleted or damaged',
  ]);
  expect(await listed()).toEqual(from(501, 5510));
  expect(onDisk(folder)).toEqual(from(501, 5510));
  expect(files.list.dropped).toBe(500);
});

test('a file that is damaged while it is written', async () => {
  const folder = join(home.path, 'traffic');
  start(folder);
  await capture(6000);
  files.list.remove([1]); // moves the log to the file
  await files.list.settled();
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), Buffer.alloc(statSync(join(folder, name)).size, 0xff));
  files.list.remove(from(2, 500));
  await capture(10);
  await until('it begins again', () => sentences.length === 3);
  await files.list.settled();
  expect(sentences).toEqual([
    expect.stringMatching(/cannot be written: its content is damaged: a new file takes its place\. Traffic/),
    expect.stringMatching(/^500 requests were removed from the traffic list: only the session file had them/),
    expect.stringMatching(/is written again$/),
  ]);
  expect(await listed()).toEqual(from(1001, 6010));
  expect(readdirSync(folder)).toContain(name.replace('.proxysession', '.1.damaged.proxysession'));
  rmSync(join(folder, name.replace('.proxysession', '.1.damaged.proxysession')));
  expect(onDisk(folder)).toEqual(from(1001, 6010));
});

test('a file that is deleted, and comes again as another', async () => {
  const folder = join(home.path, 'traffic');
  start(folder);
  await capture(100);
  await files.list.settled();
  const [name = ''] = readdirSync(folder);
  renameSync(join(folder, name), join(folder, 'moved'));
  writeFileSync(join(folder, name), '');
  await capture(10);
  await files.list.settled();
  expect(sentences).toEqual([]);
  expect(await listed()).toEqual(from(1, 110));
  expect(onDisk(folder)).toEqual(from(1, 110));
});

test.skipIf(lacksLimits())('a disk of 1 MB a second', { tags: ['full'], timeout: 120_000 }, async () => {
  using disk = loopDisk(200_000_000);
  start(disk.path);
  disk.limit(1_000_000);
  const { turns, isWritten } = await whileCapturing(40_000);
  expect(turns).toBeGreaterThan(300);
  expect(isWritten).toBe(false);
  disk.limit(0);
  await files.list.settled();
  const { dropped } = files.list;
  expect(sentences).toEqual([
    expect.stringMatching(/^The disk is slower than the traffic: requests that memory has no room for/),
    `The disk keeps up again; ${dropped} requests were removed from the traffic list`,
  ]);
  const remaining = await listed();
  expect(remaining).toHaveLength(40_000 - dropped);
  expect(onDisk(disk.path)).toEqual(remaining);
});

/** Captures; `turns`: those of the event loop meanwhile; `isWritten`: all of it was on the disk at the end. */
async function whileCapturing(
  count: number,
): Promise<{ readonly turns: number; readonly isWritten: boolean }> {
  let isWritten = false;
  const turns = await turnsDuring(() => capture(count));
  void files.list.settled().then(() => (isWritten = true));
  await delay(0);
  return { turns, isWritten };
}
