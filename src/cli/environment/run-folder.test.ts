import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { runFolder } from './run-folder.ts';

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);

let home: TemporaryHome;
let folder: string;

beforeEach(() => {
  home = temporaryHome();
  folder = join(home.path, 'run');
});

afterEach(() => home.remove());

test('a file is named after its content and read by nobody else', async () => {
  const path = await runFolder(home.path).file('roots-*.pem', 'certificates');
  expect(path).toMatch(/roots-[0-9a-f]{16}\.pem$/);
  expect(dirname(path)).toBe(folder);
  expect(readFileSync(path, 'utf8')).toBe('certificates');
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the same content gives the same file, which is made once', async () => {
  let made = 0;
  const make = () => `made ${++made}`;
  const first = await runFolder(home.path).file('store-*', 'source', make);
  expect(await runFolder(home.path).file('store-*', 'source', make)).toBe(first);
  expect(await runFolder(home.path).file('store-*', 'another source', make)).not.toBe(first);
  expect(readFileSync(first, 'utf8')).toBe('made 1');
  expect(made).toBe(2);
});

test('a name may have a folder of its own', async () => {
  const path = await runFolder(home.path).file('php-*/settings.ini', 'content');
  expect(dirname(dirname(path))).toBe(folder);
  expect(readdirSync(dirname(path))).toEqual(['settings.ini']);
});

test('runs side by side share a file, and leave nothing unfinished', async () => {
  const content = 'x'.repeat(300_000);
  const paths = await Promise.all(
    Array.from({ length: 20 }, () => runFolder(home.path).file('roots-*.pem', content)),
  );
  expect(new Set(paths).size).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readFileSync(paths[0]!, 'utf8')).toBe(content);
});

test('what nobody used for long goes when there is much; what is used stays', async () => {
  mkdirSync(folder);
  const files = runFolder(home.path);
  const used = await files.file('used-*', 'used');
  const usedFolder = await files.file('php-*/used.ini', 'used');
  for (let index = 0; index < 60; index += 1) {
    const path = join(folder, `old-${index}`);
    if (index % 2 === 0) mkdirSync(path);
    else writeFileSync(path, '');
    utimesSync(path, TWO_DAYS_AGO, TWO_DAYS_AGO);
  }
  for (const path of [used, dirname(usedFolder)]) utimesSync(path, TWO_DAYS_AGO, TWO_DAYS_AGO);
  await files.file('used-*', 'used');
  await files.file('php-*/used.ini', 'used');
  const fresh = await files.file('fresh-*', 'fresh');
  expect(readdirSync(folder)).toHaveLength(40);
  for (const path of [used, usedFolder, fresh]) expect(statSync(path).isFile()).toBe(true);
});

test('what was used today stays, however much there is', async () => {
  const files = runFolder(home.path);
  for (let index = 0; index < 45; index += 1) await files.file('new-*', String(index));
  expect(readdirSync(folder)).toHaveLength(45);
});

test('a folder that cannot be made is named, with what to do', async () => {
  writeFileSync(folder, 'a file in the way');
  await expect(runFolder(home.path).file('roots-*.pem', 'content')).rejects.toThrow(
    /^cannot write .*roots-[0-9a-f]{16}\.pem, which the command needs: .*; set PROXYCTL_HOME to a folder/,
  );
});
