import { describe, expect, test } from 'vitest';
import { windowsCommand } from './windows-command.ts';

const env = { Path: '"C:\\Program Files\\nodejs";C:\\tools', PathExt: '.EXE;.CMD', COMSPEC: 'C:\\cmd.exe' };
const files = new Set([
  'C:\\Program Files\\nodejs\\node.EXE',
  'C:\\Program Files\\nodejs\\npm.CMD',
  'C:\\tools\\my.tool.CMD',
  'C:\\tools\\both.CMD',
  'C:\\tools\\both.EXE',
]);
const find = (file: string, ...args: readonly string[]) =>
  windowsCommand(file, args, env, (path) => files.has(path));
/** Returns the arguments as cmd.exe receives them. */
const batch = (...args: readonly string[]) =>
  find('npm', ...args)
    .args.at(-1)
    ?.replace('"C:\\Program Files\\nodejs\\npm.CMD"', 'npm');

describe('which file', () => {
  test('a program is left to the system', () => {
    expect(find('node', 'a b')).toEqual({ file: 'node', args: ['a b'], isVerbatim: false });
    expect(find('both')).toMatchObject({ file: 'both' });
    expect(find('unknown')).toMatchObject({ file: 'unknown' });
    expect(windowsCommand('npm', [], {}, () => false)).toMatchObject({ file: 'npm' });
  });

  test('a batch file is run by cmd.exe', () => {
    expect(find('npm', 'ci')).toEqual({
      file: 'C:\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/c', '""C:\\Program Files\\nodejs\\npm.CMD" ci"'],
      isVerbatim: true,
    });
    expect(find('my.tool').args.at(-1)).toBe('""C:\\tools\\my.tool.CMD""');
    expect(find('C:\\tools\\both.CMD').args.at(-1)).toBe('""C:\\tools\\both.CMD""');
    expect(find('C:\\tools\\my.tool').args.at(-1)).toBe('""C:\\tools\\my.tool.CMD""');
  });
});

describe('arguments of a batch file', () => {
  test.each([
    ['plain-1.0/x:y\\z', 'plain-1.0/x:y\\z'],
    ['', '""'],
    ['a b', '"a b"'],
    ['a&calc', '"a&calc"'],
    ['a&', '"a&"'],
    ['^|<>(),;=!', '"^|<>(),;=!"'],
    ['say "hi"', '"say ""hi"""'],
    ['back\\"slash', '"back\\\\""slash"'],
    ['folder\\', '"folder\\\\"'],
    ['%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
    ['größe', 'größe'],
  ])('%s', (argument, quoted) => {
    expect(batch(argument)).toBe(`"npm ${quoted}"`);
  });

  test('of several lines are refused', () => {
    expect(() => batch('one\ntwo')).toThrow(
      'a batch file cannot be given an argument of several lines: "one\\ntwo"',
    );
  });
});
