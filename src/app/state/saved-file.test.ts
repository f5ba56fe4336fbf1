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
  test('one after the other: the last one stays, and nothing else is left', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, number) => file.save({ number })));
    expect(content()).toEqual({ number: 49 });
    expect(readdirSync(home.path)).toEqual(['state.json']);
  });

  test('for this user alone, whatever the file was before', async () => {
    writeFileSync(file.path, '{}');
    chmodSync(file.path, 0o644);
    await file.save({});
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')('a link leads on to the file that is replaced', async () => {
    const real = join(home.path, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, file.path);
    await file.save({ linked: true });
    expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ linked: true });
  });

  test('what a crash has left half written is no obstacle', async () => {
    writeFileSync(`${file.path}.unfinished`, '{"half');
    await file.save({ whole: true });
    expect(content()).toEqual({ whole: true });
    expect(readdirSync(home.path)).toEqual(['state.json']);
  });

  test('one that fails says so, leaves the old file, and does not stop those behind it', async () => {
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

  test('nothing, when there is none', async () => {
    expect(await file.load(same)).toEqual({ value: null, notice: null });
  });

  test('what was saved; a byte order mark is no fault', async () => {
    await file.save({ a: [1] });
    writeFileSync(file.path, `\uFEFF${readFileSync(file.path, 'utf8')}`);
    expect(await file.load(same)).toEqual({ value: { a: [1] }, notice: null });
  });

  test('what cannot be used is moved aside, each under a name of its own', async () => {
    // Some of them within one millisecond.
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

  test('what its reader throws is the reason', async () => {
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
  ])('%j is refused', (value) => {
    expect(() => withoutVersion(value)).toThrow(/JSON object|version/);
  });
});
