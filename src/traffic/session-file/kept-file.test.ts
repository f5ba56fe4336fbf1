// Session files with damage of every kind: what can be read is read, and what cannot is counted.
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capturedFlow, flowHome } from '../../../test/helpers/flows.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { scaled } from '../../../test/helpers/scale.ts';
import type { Flow } from '../../flow/flow.ts';
import { removeSessionFile } from './files.ts';
import { keptFacts, keptFlows } from './kept-file.ts';
import { PAGE_BYTES } from './schema.ts';
import { SessionFile } from './session-file.ts';

const COUNT = 400;
const LARGE = 300;
const { captures } = flowHome();
const home = temporaryHome();
/** A file with its log beside it, as a kill leaves it, and a whole one. */
const left = join(home.path, 'left.proxysession');
const whole = join(home.path, 'whole.proxysession');
const path = join(home.path, 'damaged.proxysession');

const bodyOf = (id: number): string =>
  `${id} `.padEnd(id === LARGE ? 2_500_000 : id % 50 === 0 ? 60_000 : 900, 'x');

beforeAll(async () => {
  const events = { written: () => undefined, lost: () => undefined, say: () => undefined };
  const file = new SessionFile(whole, captures, events);
  const write = async (first: number, last: number): Promise<void> => {
    for (let id = first; id <= last; id += 1)
      file.write(capturedFlow({ id, response: { head: ['HTTP/1.1 200 OK'], body: bodyOf(id) } }));
    await file.settled();
  };
  await write(1, COUNT / 2);
  file.remove([COUNT + 1]); // moves the log to the file
  await write(COUNT / 2 + 1, COUNT);
  for (const suffix of ['', '-wal']) copyFileSync(whole + suffix, left + suffix);
  await file.close(true);
});

afterAll(() => home.remove());

interface Read {
  readonly ids: readonly number[];
  readonly damage: string | null;
}

async function readAll(from = path): Promise<Read> {
  const { pages, damage } = keptFlows(from, captures, () => 1);
  const flows: Flow[] = [];
  for await (const page of pages) flows.push(...page);
  const ids = flows.map(({ response }) => Number.parseInt(String(response?.body.bytes()), 10));
  return { ids, damage: damage() };
}

/** Copies the whole file with a change. */
function damage(change: (bytes: Buffer) => unknown): void {
  removeSessionFile(path);
  const bytes = readFileSync(whole);
  const changed = change(bytes);
  writeFileSync(path, Buffer.isBuffer(changed) ? changed : bytes);
}

/** Returns the offsets of the pages of a kind. */
function pagesOf(bytes: Buffer, kind: number): readonly number[] {
  const offsets = Array.from({ length: bytes.length / PAGE_BYTES }, (_, at) => at * PAGE_BYTES);
  return offsets.filter((at) => bytes[at] === kind);
}

const all = Array.from({ length: COUNT }, (_, at) => at + 1);

test('a file that is whole, with and without its log', async () => {
  expect(await readAll(whole)).toEqual({ ids: all, damage: null });
  expect(await readAll(left)).toEqual({ ids: all, damage: null });
  expect(await keptFacts(whole, captures)).toMatchObject({ requests: COUNT, damage: null });
});

test('a changed byte of a large body: the pieces before it are shown, and nothing that was never sent', async () => {
  damage((bytes) => {
    const text = 'x'.repeat(PAGE_BYTES - 4);
    let at = bytes.indexOf(text);
    for (let page = 0; page < 100; page += 1) at = bytes.indexOf(text, at + text.length);
    bytes[at] = 0x79;
  });
  const { pages } = keptFlows(path, captures, () => 1);
  const flows: Flow[] = [];
  for await (const page of pages) flows.push(...page);
  const body = flows.find(({ response }) => response?.body.size === 2_500_000)?.response?.body;
  const text = String(body?.bytes());
  expect([0, 2 ** 20, 2 ** 21]).toContain(text.length);
  expect(text.includes('y')).toBe(false);
});

describe('pages of the b-tree', () => {
  const LEAF = 0x0d;
  const INTERIOR = 0x05;

  test('a page of rows: the others are read, and its rows are counted', async () => {
    damage((bytes) => {
      const leaf = pagesOf(bytes, LEAF)[5] ?? 0;
      bytes.fill(0xff, leaf, leaf + PAGE_BYTES);
    });
    const { ids, damage: missing } = await readAll();
    expect(ids.length).toBeGreaterThan(COUNT - 30);
    expect(ids.length).toBeLessThan(COUNT);
    expect(missing).toBe(`up to ${COUNT - ids.length} requests are missing`);
  });

  test('all pages that lead to others, with the first one: every row is read', async () => {
    damage((bytes) => {
      for (const at of pagesOf(bytes, INTERIOR)) bytes.fill(0, at, at + PAGE_BYTES);
      bytes.fill(0x2a, 0, PAGE_BYTES);
    });
    expect(await readAll()).toEqual({ ids: all, damage: 'no request is known to be missing' });
    expect(await keptFacts(path, captures)).toMatchObject({
      requests: COUNT,
      lastAt: null,
      damage: expect.stringMatching(/not a database/),
    });
  });

  test('pages that lead in a circle', async () => {
    damage((bytes) => {
      for (const at of pagesOf(bytes, INTERIOR))
        for (let cell = 0; cell < bytes.readUInt16BE(at + 3); cell += 1)
          bytes.writeUInt32BE(at / PAGE_BYTES + 1, at + bytes.readUInt16BE(at + 12 + 2 * cell));
    });
    const { ids } = await readAll();
    expect(ids.toSorted((a, b) => a - b)).toEqual(all);
  });

  test('pages that lead to the same rows again and again', { timeout: 20_000 }, async () => {
    damage((bytes) => {
      for (const at of pagesOf(bytes, INTERIOR)) {
        const first = bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12));
        for (let cell = 0; cell < bytes.readUInt16BE(at + 3); cell += 1)
          bytes.writeUInt32BE(first, at + bytes.readUInt16BE(at + 12 + 2 * cell));
      }
    });
    const { ids } = await readAll();
    expect(ids).toEqual(all);
  });

  test('pages of large bodies that lead in a circle', async () => {
    damage((bytes) => {
      for (let at = PAGE_BYTES; at < bytes.length; at += PAGE_BYTES)
        if (bytes[at] === 0 && bytes.readUInt32BE(at) > 0) bytes.writeUInt32BE(at / PAGE_BYTES + 1, at);
    });
    const { ids } = await readAll();
    expect(ids.length).toBeGreaterThan(COUNT - 20);
  });
});

test('a record that is damaged is left out, and counted', async () => {
  damage(() => undefined);
  const database = new DatabaseSync(path);
  database.exec("UPDATE exchanges SET record = x'01ff' WHERE id IN (7, 8, 250, 400)");
  database.close();
  const { ids, damage: missing } = await readAll();
  expect(ids).toEqual(all.filter((id) => ![7, 8, 250, 400].includes(id)));
  expect(missing).toBe('up to 4 requests are missing');
});

test('a file that is cut off at any point', async () => {
  const { size } = statSync(whole);
  const step = Math.ceil(size / scaled({ quick: 12, full: 100 }));
  let before = -1;
  for (let length = 0; length < size; length += step) {
    damage(() => undefined);
    truncateSync(path, length);
    const result = await readAll().catch((error: unknown) => String(error));
    if (typeof result === 'string') {
      expect(length).toBeLessThan(10 * PAGE_BYTES);
      if (length > 0) expect(result).toMatch(/nothing of .*damaged\.proxysession can be read: /);
      continue;
    }
    expect(result.ids.length).toBeGreaterThanOrEqual(before);
    before = result.ids.length;
    if (length > 0) expect(result.damage).toMatch(/, and the last \d+ bytes of the file$/);
  }
  expect(before).toBeGreaterThan(COUNT / 2);
});

test('a log that is cut off: everything up to there', async () => {
  removeSessionFile(path);
  for (const suffix of ['', '-wal']) copyFileSync(left + suffix, path + suffix);
  truncateSync(`${path}-wal`, statSync(`${path}-wal`).size / 2);
  const { ids, damage: missing } = await readAll();
  expect(missing).toBeNull();
  expect(ids.length).toBeGreaterThanOrEqual(COUNT / 2);
});

test('bytes that are flipped anywhere: reading ends, with most of it', async () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < scaled({ quick: 20, full: 400 }); round += 1) {
    damage((bytes) => {
      for (let flip = 0; flip < 1 + random(30); flip += 1) {
        const at =
          random(2) === 0
            ? random(bytes.length)
            : random(bytes.length / PAGE_BYTES) * PAGE_BYTES + random(40);
        bytes[at] = random(256);
      }
    });
    const { ids } = await readAll().catch(() => ({ ids: [] }));
    await keptFacts(path, captures);
    expect(new Set(ids).size).toBeGreaterThan(COUNT / 2);
  }
});

test('a file of a later release is refused, and named', async () => {
  damage(() => undefined);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 3');
  database.close();
  await expect(readAll()).rejects.toThrow(
    'its version is 3, and this release reads 2: open it with a newer proxyctl',
  );
  expect(await keptFacts(path, captures)).toMatchObject({
    requests: 0,
    damage: expect.stringMatching(/newer proxyctl/),
  });
});

test.each([
  ['nothing', Buffer.alloc(0), null],
  ['something else', Buffer.from('nonsense'.repeat(5000)), /not a database/],
])('a file with %s', async (_, content, reason) => {
  damage(() => content);
  const { requests, damage: missing } = await keptFacts(path, captures);
  expect(requests).toBe(0);
  if (reason === null) expect(missing).toBeNull();
  else expect(missing).toMatch(reason);
});
