import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { SavedFile, withoutVersion } from './saved-file.ts';

let home: TemporaryHome;
let file: SavedFile;

beforeEach(() => {
  home = temporaryHome();
  file = new SavedFile(join(home.path, 'state.json'));
});

afterEach(() => home.remove());

const content = (): unknown => JSON.parse(readFileSync(file.path, 'utf8'));

describe('save', () => {
  test('consecutive saves leave the last value, and no other file', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, number) => file.save({ number })));
    expect(content()).toEqual({ number: 49 });
    expect(readdirSync(home.path)).toEqual(['state.json']);
  });

  test('only the user can read the file, whatever its mode was before', async () => {
    writeFileSync(file.path, '{}');
    chmodSync(file.path, 0o644);
    await file.save({});
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')('a symbolic link stays, and its target is replaced', async () => {
    const target = join(home.path, 'dotfiles.json');
    writeFileSync(target, '{}');
    symlinkSync(target, file.path);
    await file.save({ linked: true });
    expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ linked: true });
  });

  test('a half-written file of a crash does not matter', async () => {
    writeFileSync(`${file.path}.unfinished`, '{"half');
    await file.save({ whole: true });
    expect(content()).toEqual({ whole: true });
    expect(readdirSync(home.path)).toEqual(['state.json']);
  });

  test('a failed save rejects, keeps the old file, and does not stop later saves', async () => {
    await file.save({ old: true });
    mkdirSync(`${file.path}.unfinished/full`, { recursive: true });
    await expect(file.save({ lost: true })).rejects.toThrow(`${file.path} cannot be saved: `);
    expect(content()).toEqual({ old: true });
    const other = new SavedFile(join(home.path, 'none', 'state.json'));
    await expect(other.save(1)).rejects.toThrow('ENOENT');
    mkdirSync(join(home.path, 'none'));
    await other.save(2);
    expect(readFileSync(other.path, 'utf8')).toBe('2\n');
  });
});

describe('load', () => {
  const same = (value: unknown): unknown => value;

  test('returns null when the file does not exist', async () => {
    expect(await file.load(same)).toEqual({ value: null, notice: null });
  });

  test('returns the saved value; a byte order mark is accepted', async () => {
    await file.save({ a: [1] });
    writeFileSync(file.path, `\uFEFF${readFileSync(file.path, 'utf8')}`);
    expect(await file.load(same)).toEqual({ value: { a: [1] }, notice: null });
  });

  test('moves unusable files aside under distinct names', async () => {
    // Several files within one millisecond.
    const broken = Array.from({ length: 20 }, (_, number) => `{ ${number}`);
    for (const text of broken) {
      writeFileSync(file.path, text);
      const { value, notice } = await file.load(same);
      expect(value).toBeNull();
      expect(notice).toMatch(
        /^.*state\.json cannot be used: invalid JSON at line 1.*It is now state\.json\.corrupt-[\dTZ.-]+, and defaults are used$/,
      );
    }
    const texts = readdirSync(home.path).map((name) => readFileSync(join(home.path, name), 'utf8'));
    expect(texts.toSorted()).toEqual(broken.toSorted());
  });

  test('reports the error that the reader throws', async () => {
    await file.save({});
    const { notice } = await file.load(() => {
      throw new Error('colour is "pink"');
    });
    expect(notice).toContain('cannot be used: colour is "pink". It is now');
    await file.save({});
    const asked = await file.load(() => {
      throw new Error('did you mean port?');
    });
    expect(asked.notice).toContain('cannot be used: did you mean port? It is now');
  });
});

describe('versions', () => {
  test.each([
    [{ version: 1, a: 2 }, { a: 2 }],
    [{ a: 2 }, { a: 2 }],
  ])('%j', (value, rest) => {
    expect(withoutVersion(value)).toEqual(rest);
  });

  test.each([
    [[]],
    ['x'],
    [null],
    [{ version: 0 }],
    [{ version: 1.5 }],
    [{ version: '1' }],
    [{ version: 2 }],
  ])('rejects %j', (value) => {
    expect(() => withoutVersion(value)).toThrow(/JSON object|version/);
  });
});
