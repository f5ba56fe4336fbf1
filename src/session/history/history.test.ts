import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lacksMounts, memoryDisk } from '../../../test/helpers/disks.ts';
import { sentEntry, sentResponse } from '../../../test/helpers/history-entries.ts';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { scaled } from '../../../test/helpers/scale.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import type { HistoryBounds } from './bounds.ts';
import { ClientHistory } from './index.ts';
import { historyPage, type HistoryPage, type HistoryQuery } from './pages.ts';

const DAY_MS = 86_400_000;
const KIB = 1024;
let home: TemporaryHome;
beforeEach(() => (home = temporaryHome()));
afterEach(() => home.remove());

const open = (bounds?: HistoryBounds): ClientHistory =>
  new ClientHistory({ folder: home.path, emit: () => undefined, bounds });

function page(
  history: ClientHistory,
  query: Partial<HistoryQuery> = {},
  signal = new AbortController().signal,
): Promise<HistoryPage> {
  return historyPage(
    history,
    { text: '', inBodies: false, kinds: null, before: null, limit: 200, ...query },
    signal,
  );
}

async function ids(history: ClientHistory, query: Partial<HistoryQuery> = {}): Promise<readonly string[]> {
  return (await page(history, query)).entries.map(({ id }) => id);
}

async function responses(history: ClientHistory, request: string): Promise<readonly string[]> {
  return (await history.responses.list(request, () => undefined)).map(({ id }) => id);
}

test('beyond the bytes the oldest responses go, and their entries stay', async () => {
  const history = open({ maxBytes: 100 * KIB, maxAgeMs: DAY_MS });
  const now = Date.now();
  const all: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const entry = sentEntry({ id: `n${at}`, request: `r${at % 5}`, time: now + at });
    all.unshift(entry.id);
    history.sent(entry, sentResponse(entry, Buffer.alloc(10 * KIB)));
  }
  await history.settled();
  const remaining: string[] = [];
  for (let at = 0; at < 5; at += 1) remaining.push(...(await responses(history, `r${at}`)));
  expect(remaining.toSorted()).toEqual(all.slice(0, remaining.length).toSorted());
  expect(remaining.length).toBeGreaterThanOrEqual(6);
  expect(remaining.length).toBeLessThanOrEqual(10);
  expect(await ids(history)).toEqual(all);
});

test('what is too old goes', async () => {
  const times = [31, 29, 1].map((days) => Date.now() - days * DAY_MS);
  const first = open();
  for (const [at, time] of times.entries()) {
    const entry = sentEntry({ id: `n${at}`, time });
    first.sent(entry, sentResponse(entry, Buffer.from('a')));
  }
  await first.settled();
  const second = open();
  second.sent(sentEntry({ id: 'now' }), null);
  await second.settled();
  expect(await ids(second)).toEqual(['now', 'n2', 'n1']);
  expect(await responses(second, 'list')).toEqual(['n2', 'n1']);
});

test('links that came with a workspace are not followed', async () => {
  using other = temporaryHome();
  const stranger = join(other.path, '0000000000001-mine.ndjson');
  writeFileSync(stranger, 'a file of the user');
  mkdirSync(join(home.path, '.local'));
  for (const name of ['responses', 'load-tests']) symlinkSync(other.path, join(home.path, '.local', name));
  const history = open();
  const entry = sentEntry({ id: 'a' });
  history.sent(entry, null);
  await history.settled();
  expect([history.error, await ids(history)]).toEqual([null, ['a']]);
  history.sent({ ...entry, id: 'b' }, sentResponse({ ...entry, id: 'b' }, Buffer.from('a')));
  await history.settled();
  expect(history.error).toContain('links are not followed');
  await history.exclusively(() => history.responses.removeAll());
  expect(readdirSync(other.path)).toEqual(['0000000000001-mine.ndjson']);
});

test('responses that end in another order than they began', async () => {
  const history = open();
  const now = Date.now();
  for (let at = 14; at >= 0; at -= 1) {
    const entry = sentEntry({ id: `n${String(at).padStart(2, '0')}`, time: now + at });
    history.sent(entry, sentResponse(entry, Buffer.from('a')));
  }
  await history.settled();
  const expected = Array.from({ length: 12 }, (_, at) => `n${String(14 - at).padStart(2, '0')}`);
  expect(await responses(history, 'list')).toEqual(expected);
});

test('pages go over days and equal times, and leave nothing out', async () => {
  const history = open();
  const now = Date.now();
  const all = Array.from({ length: 100 }, (_, at) =>
    sentEntry({ id: `n${String(at).padStart(3, '0')}`, time: now - Math.floor(at / 3) * DAY_MS * 0.4 }),
  );
  for (const entry of all) history.add(entry);
  await history.settled();
  const found: string[] = [];
  for (let before: HistoryQuery['before'] = null; ;) {
    const { entries, hasMore } = await page(history, { before, limit: 7 });
    found.push(...entries.map(({ id }) => id));
    before = entries.at(-1)!;
    if (!hasMore) break;
  }
  expect(found).toEqual(await ids(history));
  expect(new Set(found).size).toBe(100);
});

test('a search in bodies finds what lies across slices, and is cancelled', async () => {
  const history = open();
  const bodies = ['x', 'y'].map((letter) => Buffer.alloc(3 * KIB * KIB, letter));
  bodies[1]!.write('The Ünlikely', KIB * KIB - 6);
  for (const [at, body] of bodies.entries()) {
    const entry = sentEntry({ id: `n${at}`, time: Date.now() + at });
    history.sent(entry, sentResponse(entry, body));
  }
  await history.settled();
  expect(await ids(history, { text: 'the ünlikely', inBodies: true })).toEqual(['n1']);
  expect(await ids(history, { text: 'the ünlikely' })).toEqual([]);
  const stop = new AbortController();
  const searching = page(history, { text: 'nowhere', inBodies: true }, stop.signal);
  stop.abort(new Error('it was cancelled'));
  await expect(searching).rejects.toThrow('it was cancelled');
});

test(
  'a process that is killed in the middle of writing leaves a history that reads',
  { timeout: 120_000 },
  async () => {
    const writer = fileURLToPath(new URL('../../../test/helpers/history-writer.ts', import.meta.url));
    const written: string[] = [];
    for (let kill = 0; kill < scaled({ quick: 4, full: 40 }) || written.length < 20; kill += 1) {
      const child = spawn(process.execPath, [writer, home.path], { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = createInterface(child.stdout);
      lines.on('line', (line) => written.push(line));
      await once(lines, 'line');
      await delay(Math.random() * 60);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const history = open();
    const { entries, broken } = await page(history, { limit: 100_000 });
    const found = new Set(entries.map(({ id }) => id));
    expect(written.filter((id) => !found.has(id))).toEqual([]);
    expect(broken.filter((name) => name.endsWith('.broken'))).toEqual([]);
    const entry = sentEntry({ id: 'last' });
    history.sent(entry, sentResponse(entry, Buffer.from('a')));
    await history.settled();
    const [latest, ...others] = await responses(history, 'list');
    expect([latest, others.length]).toEqual(['last', 11]);
    for (const id of others)
      expect((await history.responses.body('list', id, 0, 200_000))?.bytes.length).toBe(100_000);
    const [folder = ''] = readdirSync(join(home.path, '.local/responses'));
    expect(readdirSync(join(home.path, '.local/responses', folder))).toHaveLength(24);
  },
);

test.skipIf(lacksMounts())('a full disk is said once, and again when there is room', async () => {
  using disk = memoryDisk(512 * KIB);
  const events: WorkspaceEvent[] = [];
  const history = new ClientHistory({ folder: disk.path, emit: (event) => events.push(event) });
  const send = async (id: string, bytes: number): Promise<void> => {
    const entry = sentEntry({ id });
    history.sent(entry, sentResponse(entry, Buffer.alloc(bytes)));
    await history.settled();
  };
  await send('small', 1);
  for (const id of ['a', 'b', 'c']) await send(id, 2 * KIB * KIB);
  expect(history.error).toMatch(/no space|ENOSPC|full/i);
  await send('later', 1);
  expect(history.error).toBeNull();
  const notices = events.filter(({ type }) => type === 'history');
  expect(notices.map((event) => 'notSaved' in event && event.notSaved !== null)).toEqual([
    false,
    true,
    false,
  ]);
  expect(await responses(history, 'list')).toEqual(['later', 'small']);
});
