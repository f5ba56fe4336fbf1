import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowFilesIn } from './allowed-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'files-in-')));
  await mkdir(join(folder, 'root', '.local'), { recursive: true });
  for (const path of ['root/a.txt', 'root/.env', 'root/.local/secrets.json', 'root-2', 'outside.txt'])
    await writeFile(join(folder, path), 'x');
  await symlink(join(folder, 'outside.txt'), join(folder, 'root', 'link.txt'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('files of the folders are sent, by a path below the first one or a whole one', () => {
  const allowed = allowFilesIn([join(folder, 'root')]);
  expect(allowed('a.txt')).toBe(join(folder, 'root', 'a.txt'));
  expect(allowed(join(folder, 'root', 'a.txt'))).toBe(join(folder, 'root', 'a.txt'));
  expect(allowed('not-there.txt')).toBe(join(folder, 'root', 'not-there.txt'));
});

test('a relative path means the first folder that has the file', async () => {
  await mkdir(join(folder, 'second'));
  await writeFile(join(folder, 'second', 'a.txt'), 'y');
  await writeFile(join(folder, 'second', 'b.txt'), 'y');
  const allowed = allowFilesIn([join(folder, 'root'), join(folder, 'second')]);
  expect(allowed('a.txt')).toBe(join(folder, 'root', 'a.txt'));
  expect(allowed('b.txt')).toBe(join(folder, 'second', 'b.txt'));
});

test.each(['../outside.txt', '/etc/passwd', 'link.txt', '..', '.', '../root-2', 'a/../../outside.txt'])(
  '%s is outside',
  (path) => {
    expect(() => allowFilesIn([join(folder, 'root')])(path)).toThrow('is outside of');
  },
);

test.each(['.env', '.local/secrets.json', './a/../.env'])('%s is hidden', (path) => {
  expect(() => allowFilesIn([join(folder, 'root')])(path)).toThrow('is hidden');
});

test('a hidden folder may be named as one to send from', () => {
  expect(allowFilesIn([join(folder, 'root', '.local')])('secrets.json')).toContain('secrets.json');
});
