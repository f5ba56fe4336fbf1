import { expect, test } from 'vitest';
import { Engine } from './engine.ts';
import { loadSnapshot, createSnapshot, restore } from './snapshot.ts';
import { writeSnapshot, snapshotKey, readSnapshot } from './snapshot-file.ts';
import type { SnapshotStore, Setup } from './setup.ts';

const setup: Setup = { id: 'kept', source: '(function () { globalThis.kept = 7; })', hostFunctions: {} };

test('a snapshot is unchanged after it was stored', async () => {
  const snapshot = await createSnapshot(setup);
  const again = readSnapshot(Buffer.from(writeSnapshot(snapshot)), snapshot.functions);
  expect(again.roots).toEqual(snapshot.roots);
  expect(again.baseBytes).toBe(snapshot.baseBytes);
  expect(again.runs.map(({ at, bytes }) => [at, Buffer.from(bytes)])).toEqual(
    snapshot.runs.map(({ at, bytes }) => [at, Buffer.from(bytes)]),
  );
  const engine = await Engine.create();
  restore(engine, again);
  engine.arm(Infinity, 64 * 1024 * 1024, () => undefined);
  expect(engine.enter(['done'], 1000)).toBe('vnull');
});

test('one that is not whole is refused', async () => {
  const bytes = Buffer.from(writeSnapshot(await createSnapshot(setup)));
  for (const cut of [0, 4, 20, bytes.length - 1])
    expect(() => readSnapshot(bytes.subarray(0, cut), [])).toThrow(Error);
});

test('its name is another one when anything in it could be', async () => {
  const key = await snapshotKey(setup, 'a');
  expect(key).toMatch(/^kept-[0-9a-f]{32}$/);
  const others = [
    await snapshotKey(setup, 'b'),
    await snapshotKey({ ...setup, source: '(function () {})' }, 'a'),
    await snapshotKey({ ...setup, hostFunctions: { more: () => undefined } }, 'a'),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});

test('it is created once, and again when the file is damaged', async () => {
  const stored = new Map<string, Buffer>();
  let written = 0;
  const store: SnapshotStore = {
    fingerprint: () => Promise.resolve('1'),
    read: (key) => (stored.has(key) ? Promise.resolve(stored.get(key)!) : Promise.reject(new Error('none'))),
    write: (key, bytes) => {
      written += 1;
      stored.set(key, Buffer.from(bytes));
      return Promise.resolve();
    },
  };
  await loadSnapshot({ ...setup, store });
  await loadSnapshot({ ...setup, store });
  expect(written).toBe(1);
  for (const [key, bytes] of stored) stored.set(key, bytes.subarray(0, 100));
  await loadSnapshot({ ...setup, store });
  expect(written).toBe(2);
});

test('it is created even if it cannot be stored', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('read-only'));
  const store: SnapshotStore = { fingerprint: () => Promise.resolve('1'), read: fail, write: fail };
  expect((await loadSnapshot({ ...setup, store })).baseBytes).toBeGreaterThan(0);
});
