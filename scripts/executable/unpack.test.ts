import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archive, archived } from './archive.ts';
import { unpacked, type Packed } from './unpack.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'proxyctl-unpack-'));
});
afterEach(() => {
  chmodSync(parent, 0o700);
  rmSync(parent, { recursive: true });
});

const FILES = [
  { path: 'bin/proxyctl.js', bytes: Buffer.from('// the program') },
  { path: 'dist/ui/ä.html', bytes: Buffer.from('<p>é</p>') },
  { path: 'dist/empty', bytes: Buffer.alloc(0) },
];

/** `count`: how often it was unpacked. */
function packed(files = FILES): Packed & { readonly count: () => number } {
  const bytes = archive(files);
  let count = 0;
  return {
    count: () => count,
    hash: createHash('sha256').update(bytes).digest('hex'),
    archive() {
      count += 1;
      return bytes;
    },
  };
}

test('an archive has what was put into it', () => {
  expect(archived(archive(FILES))).toEqual(FILES);
});

test('a program is unpacked once, for its user alone', () => {
  const program = packed();
  const folder = unpacked(program, [parent]);
  expect(unpacked(program, [parent])).toBe(folder);
  expect(program.count()).toBe(1);
  expect(readFileSync(join(folder, 'dist', 'ui', 'ä.html'), 'utf8')).toBe('<p>é</p>');
  if (process.platform !== 'win32') {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'dist', 'empty')).mode & 0o777).toBe(0o600);
  }
  // Another version has a folder of its own.
  expect(unpacked(packed(FILES.slice(0, 1)), [parent])).not.toBe(folder);
});

test('what was begun and not finished is unpacked again', () => {
  const program = packed();
  const folder = unpacked(program, [parent]);
  rmSync(join(folder, '.complete'));
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(unpacked(program, [parent])).toBe(folder);
  expect(existsSync(join(folder, 'dist', 'empty'))).toBe(true);
  expect(readdirSync(parent)).toHaveLength(1);
});

test('what a killed process has begun is removed', () => {
  // No process has the first id.
  const folders = [2 ** 30, process.pid].map((pid) => join(parent, `executable-0123456789abcdef.${pid}`));
  const old = new Date(Date.now() - 3_600_000);
  for (const folder of folders) {
    mkdirSync(folder);
    utimesSync(folder, old, old);
  }
  unpacked(packed(), [parent]);
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);
});

test('a damaged executable is named', () => {
  const program = packed();
  const damaged = { ...program, hash: '0'.repeat(64) };
  expect(() => unpacked(damaged, [parent])).toThrow('the executable is damaged: download it again');
  expect(readdirSync(parent)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a folder that others can write to is not used', () => {
  const program = packed();
  const folder = unpacked(program, [parent]);
  writeFileSync(join(folder, 'bin', 'proxyctl.js'), 'planted');
  chmodSync(folder, 0o777);
  expect(unpacked(program, [parent])).toBe(folder);
  expect(readFileSync(join(folder, 'bin', 'proxyctl.js'), 'utf8')).toBe('// the program');
  chmodSync(parent, 0o777);
  const open = packed(FILES.slice(0, 1));
  expect(() => unpacked(open, [parent])).toThrow(`${parent}: the folder belongs to another user`);
});

test.skipIf(userInfo().uid === 0)('a cache that cannot be written to is passed over', () => {
  const [closed, open] = [join(parent, 'closed'), join(parent, 'open')];
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  expect(unpacked(packed(), [closed, open]).startsWith(open)).toBe(true);
});

test('a cache that is a file is passed over, and named when there is no other', () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  const open = join(parent, 'open');
  expect(unpacked(packed(), [join(file, 'x'), open]).startsWith(open)).toBe(true);
  expect(() => unpacked(packed(), [join(file, 'x')])).toThrow(/ENOTDIR.*Set XDG_CACHE_HOME/);
});

test('versions that nobody has started for a month are removed', () => {
  const old = unpacked(packed(FILES.slice(0, 1)), [parent]);
  const used = unpacked(packed(FILES.slice(0, 2)), [parent]);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  utimesSync(join(old, '.complete'), longAgo, longAgo);
  const own = unpacked(packed(), [parent]);
  expect([old, used, own].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
