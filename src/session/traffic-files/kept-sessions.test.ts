// Session files that other starts left or are writing, with clocks that jump and disks that are full.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lacksMounts, memoryDisk } from '../../../test/helpers/disks.ts';
import { flowHome } from '../../../test/helpers/flows.ts';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { leaveSession } from '../../../test/helpers/kept-session.ts';
import { until } from '../../../test/helpers/waiting.ts';
import { FlowStore } from '../../flow/store.ts';
import { SessionFileReader } from '../../traffic/session-file/reader.ts';
import { TrafficList } from '../../traffic/traffic-list.ts';
import { sessionFileName } from './file-names.ts';
import { TrafficFiles } from './index.ts';
import { KeptSessions } from './kept-sessions.ts';

const DAY_MS = 86_400_000;
const { captures } = flowHome();
let home: TemporaryHome;
let folder: string;

beforeEach(() => {
  home = temporaryHome();
  folder = join(home.path, 'traffic');
  mkdirSync(folder);
});

afterEach(() => home.remove());

const keptSessions = (): KeptSessions => new KeptSessions(folder, captures);

function startedFiles(inFolder: string): TrafficFiles {
  const store = new FlowStore(captures);
  const settings = {
    maxListedRequests: 50_000,
    keepTraffic: { mode: 'afterCrash', days: 7 } as const,
    diskBudgetBytes: Infinity,
  };
  return new TrafficFiles(
    { folder: inFolder, captures, settings, say: () => undefined },
    (options) => new TrafficList(store, options),
  );
}

/** True when a file that is being written has requests; false while it is made. */
function hasRequests(path: string): boolean {
  try {
    const reader = new SessionFileReader(path, captures);
    const facts = reader.facts();
    reader.close();
    return facts !== null;
  } catch {
    return false;
  }
}

const named = (time: string): string => `${time}-1.proxysession`;

test('a file that another process is writing is neither offered nor removed', async () => {
  const name = sessionFileName([]);
  const writer = fileURLToPath(new URL('../../../test/helpers/session-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [writer, join(folder, name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdout.resume();
  await until('it has an exchange', () => hasRequests(join(folder, name)));
  const sessions = keptSessions();
  sessions.prune({ mode: 'days', days: 1 }, 0, Date.now() + 400 * DAY_MS);
  expect(await sessions.list()).toEqual([]);
  expect(() => sessions.remove(name)).toThrow(/another app is writing .*: stop it first/);
  await expect(sessions.open(name, startedFiles(folder).list)).rejects.toThrow(/another app is writing/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await keptSessions().list()).toMatchObject([{ name, damage: null, isOpened: false }]);
});

test('a clock that jumps: names grow, in the order of the starts', () => {
  const ahead = sessionFileName([], Date.UTC(2099, 0, 1));
  const next = sessionFileName([ahead], Date.UTC(2026, 0, 1));
  const names = [ahead, next, sessionFileName([ahead, next], Date.UTC(1970, 0, 1))];
  expect(names).toEqual(names.toSorted());
  expect(new Set([1, 2, 3].map(() => sessionFileName([], 0))).size).toBe(3);
});

test('of a clock that was ahead, the last session is the one that started last', async () => {
  writeFileSync(join(folder, sessionFileName([], Date.UTC(2099, 0, 1))), 'before');
  const last = startedFiles(folder).sessions.current;
  await leaveSession(home.path, 1, last);
  keptSessions().prune({ mode: 'lastSession', days: 7 }, Infinity);
  expect(readdirSync(folder)).toEqual([last]);
});

test('days count from the last exchange, also where only the log has it, and for a clock that was ahead', () => {
  const now = Date.now();
  const age = (name: string, days: number): void => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), (now - days * DAY_MS) / 1000, (now - days * DAY_MS) / 1000);
  };
  age(named('20260101T000000000Z'), 9);
  age(named('20260102T000000000Z'), 9);
  age(`${named('20260102T000000000Z')}-wal`, 1);
  age(named('20260103T000000000Z'), 6);
  age(named('20260104T000000000Z'), -400);
  keptSessions().prune({ mode: 'days', days: 7 }, Infinity, now);
  const databases = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('n'));
  expect(databases()).toEqual(['02', '03', '04'].map((day) => named(`202601${day}T000000000Z`)));
  keptSessions().prune({ mode: 'days', days: 7 }, Infinity, now + 8 * DAY_MS);
  expect(databases()).toEqual([]);
});

test('a session that is damaged is listed, shown as far as possible, and stays', async () => {
  const name = await leaveSession(home.path, 3000);
  const path = join(folder, name);
  truncateSync(path, readFileSync(path).length / 2);
  const files = startedFiles(folder);
  const [before] = await files.sessions.list();
  expect(before).toMatchObject({ name, path, isOpened: false, damage: expect.stringMatching(/malformed/) });
  const { ids, damage } = await files.sessions.open(name, files.list);
  expect(ids.length).toBe(before?.requests);
  expect(files.list.size).toBe(ids.length);
  expect(damage).toMatch(/the last \d+ bytes of the file/);
  expect(await files.sessions.list()).toMatchObject([{ name, isOpened: true, damage }]);
  files.sessions.remove(name);
  expect(await files.sessions.list()).toEqual([]);
  await files.close();
});

test('a file that cannot be read at all is listed with its path and the reason', async () => {
  const name = named('20260101T000000000Z');
  writeFileSync(join(folder, name), 'nonsense'.repeat(10_000));
  writeFileSync(join(folder, named('20260102T000000000Z')), '');
  const files = startedFiles(folder);
  expect(await files.sessions.list()).toMatchObject([
    { name, path: join(folder, name), requests: 0, lastAt: null, damage: 'file is not a database' },
  ]);
  await expect(files.sessions.open(name, files.list)).rejects.toThrow(/nothing of .* can be read/);
  expect(readdirSync(folder)).toEqual([name]);
});

test.skipIf(lacksMounts())('a session stays that the disk has no room to copy', async () => {
  using disk = memoryDisk(1_000_000);
  const name = await leaveSession(home.path, 3000);
  const files = startedFiles(disk.path);
  const other = keptSessions();
  await expect(other.open(name, files.list)).rejects.toThrow(
    /the disk does not take the requests, which stay in/,
  );
  expect(files.list.size).toBe(0);
  const reader = new SessionFileReader(join(folder, name), captures);
  expect(reader.facts()?.requests).toBe(3000);
  reader.close();
  await files.close();
});
