import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { dataFolders, DesktopNames, desktopEntries, parseDesktopEntry } from './desktop-entries.ts';

const entry = (...lines: readonly string[]): string =>
  ['[Desktop Entry]', 'Type=Application', ...lines, '', '[Desktop Action x]', 'Exec=other', ''].join('\n');

describe('an entry', () => {
  test.each([
    ['Exec=/usr/bin/chromium %U', '/usr/bin/chromium', 0],
    [String.raw`Exec="/opt/My App/my\"app" --new %f`, '/opt/My App/my"app', 1],
    ['Exec=env BAMF_HINT=/x /snap/bin/firefox %u', '/snap/bin/firefox', 0],
  ])('%s', (line, program, options) => {
    expect(parseDesktopEntry(entry('Name=It', 'Name[de]=Es', line, 'Icon=it'))).toEqual({
      name: 'It',
      program,
      icon: 'it',
      options,
    });
  });

  test.each([
    ['a terminal program', entry('Name=Vim', 'Exec=vim', 'Terminal=true')],
    ['a hidden one', entry('Name=A', 'Exec=a', 'NoDisplay=true')],
    ['a link', '[Desktop Entry]\nType=Link\nName=A\nExec=a\n'],
    ['no program', entry('Name=A', 'Exec=env A=b')],
    ['no name', entry('Exec=a')],
    ['no entry', '\0\x01\x02'],
  ])('%s is none of the menu', (_what, text) => {
    expect(parseDesktopEntry(text)).toBeNull();
  });

  test('a name cannot control what shows it, and is bounded', () => {
    expect(parseDesktopEntry(entry('Name=a\x1b[2J', 'Exec=a'))?.name).toBe(String.raw`a\x1b[2J`);
    expect(parseDesktopEntry(entry(`Name=${'a'.repeat(5000)}`, 'Exec=a'))?.name).toHaveLength(100);
  });
});

test('the folders of the data, the own ones first', () => {
  expect(dataFolders({ HOME: '/h', XDG_DATA_DIRS: '/a:relative:/b' }).slice(0, 3)).toEqual([
    '/h/.local/share',
    '/a',
    '/b',
  ]);
});

describe('names of programs', () => {
  const home = temporaryHome();
  const data = join(home.path, 'data');
  const opt = join(home.path, 'opt', 'browser');
  const bin = join(home.path, 'bin');
  for (const folder of [join(data, 'applications'), opt, bin]) mkdirSync(folder, { recursive: true });
  const program = (path: string): string => {
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    return path;
  };
  const start = program(join(opt, 'start-browser'));
  symlinkSync(start, join(bin, 'browser-stable'));
  program(join(bin, 'editor'));
  const write = (file: string, ...lines: readonly string[]): void =>
    writeFileSync(join(data, 'applications', file), entry(...lines));
  write('a-page.desktop', 'Name=A Page', `Exec=${start} --app-id=abc`);
  write('browser.desktop', 'Name=The Browser', 'Exec=browser-stable %U');
  write('editor.desktop', 'Name=The Editor', 'Exec=editor %F');
  write('runner.desktop', 'Name=A Script', 'Exec=python3 /opt/script.py');
  mkdirSync(join(data, 'applications', 'folder.desktop'));
  const names = new DesktopNames({ HOME: home.path, XDG_DATA_HOME: data, XDG_DATA_DIRS: '/none', PATH: bin });

  afterAll(() => home.remove());

  test.each([
    ['the program itself', start, 'The Browser'],
    ['what its script starts, in a folder of its own', join(opt, 'browser'), 'The Browser'],
    ['a program of the same name', '/usr/lib/editor/editor', 'The Editor'],
    ['a program that runs scripts', '/usr/bin/python3', null],
    ['one that no entry names', join(bin, 'curl'), null],
    ['none', '', null],
  ])('%s', (_what, path, name) => {
    expect(names.nameOf(path)).toBe(name);
  });

  test('entries that cannot be read are left out', () => {
    expect(desktopEntries([data, '/none'])).toHaveLength(4);
  });
});
