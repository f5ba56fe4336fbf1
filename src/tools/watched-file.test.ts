import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryHome } from '../../test/helpers/home.ts';
import { WatchedFile } from './watched-file.ts';

let home: ReturnType<typeof temporaryHome>;
let path: string;
let errors: string[];
let reads: number;
beforeEach(() => {
  home = temporaryHome();
  path = join(home.path, 'file');
  errors = [];
  reads = 0;
});
afterEach(() => home.remove());

function watched(intervalMs = 0): WatchedFile<string> {
  return new WatchedFile(path, {
    intervalMs,
    onError: (reason) => errors.push(reason),
    async load(file) {
      reads += 1;
      const text = await readFile(file, 'utf8');
      if (text.startsWith('broken')) throw new Error(`it is ${text}`);
      return text;
    },
  });
}

/** Writes the file with a distinct modification time, whatever the resolution of the clock. */
function write(text: string, time: number): void {
  writeFileSync(path, text);
  utimesSync(path, time, time);
}

test('is read once, and again when it has changed', async () => {
  write('one', 1);
  const file = watched();
  expect([await file.current(), await file.current()]).toEqual(['one', 'one']);
  expect(reads).toBe(1);
  write('two', 2);
  expect(await file.current()).toBe('two');
  expect([reads, errors]).toEqual([2, []]);
});

test('is checked no more often than the interval says', async () => {
  write('one', 1);
  const file = watched(60_000);
  expect(await file.current()).toBe('one');
  write('two', 2);
  expect(file.current()).toBe('one');
});

test('calls at the same time share one check', async () => {
  write('one', 1);
  const file = watched();
  await Promise.all([file.current(), file.current(), file.current()]);
  expect(reads).toBe(1);
});

test('broken content leaves the last usable one, is reported once, and is read again when it changes', async () => {
  write('one', 1);
  const file = watched();
  await file.current();
  write('broken', 2);
  expect([await file.current(), await file.current()]).toEqual(['one', 'one']);
  expect(errors).toEqual(['it is broken; the content read before stays in use']);
  expect(reads).toBe(2);
  write('two', 3);
  expect(await file.current()).toBe('two');
});

test('a missing file is reported once, and read when it appears', async () => {
  const file = watched();
  expect([await file.current(), await file.current()]).toEqual([null, null]);
  expect(errors).toEqual(['there is no such file']);
  write('one', 1);
  expect(await file.current()).toBe('one');
  rmSync(path);
  mkdirSync(path);
  expect(await file.current()).toBe('one');
  expect(errors).toHaveLength(2);
});
