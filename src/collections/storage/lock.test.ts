import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { withLock } from './lock.ts';

const GONE = 2 ** 22 + 5;

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home.remove());

/** Runs many pieces of work that want the lock; resolves with the maximum that had it at once. */
async function maxAtOnce(): Promise<number> {
  let inside = 0;
  let maximum = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    maximum = Math.max(maximum, inside);
    await wait(1);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 12 }, () => withLock(home.path, work)));
  return maximum;
}

const locks = (): readonly string[] => readdirSync(home.path).filter((name) => name.startsWith('lock'));

test('one at a time', async () => {
  expect(await maxAtOnce()).toBe(1);
  expect(locks()).toEqual([]);
});

test.each([
  ['a process that is gone', `${GONE} 11111111`],
  ['a process that is gone, of an earlier release', String(GONE)],
  ['a process that had the number of this one', `${process.pid} 11111111`],
])('one at a time, when the lock of %s is there', async (_, left) => {
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(join(home.path, 'lock'), left);
    expect(await maxAtOnce()).toBe(1);
    expect(locks()).toEqual([]);
  }
});

test('one at a time, when a process died while it removed the lock of another', async () => {
  writeFileSync(join(home.path, 'lock'), `${GONE} 11111111`);
  writeFileSync(join(home.path, 'lock.11111111'), `${GONE} 22222222`);
  expect(await maxAtOnce()).toBe(1);
  expect(locks()).toEqual([]);
});
