import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { DesktopNotices, noticeCommand } from './index.ts';

afterEach(() => vi.unstubAllEnvs());

test('texts are arguments or environment, never part of a script', () => {
  const evil = '"; $(touch /tmp/x) \n--';
  const shown = '"; $(touch /tmp/x)  --';
  expect(noticeCommand('linux', '-x', evil)).toEqual({
    file: 'notify-send',
    args: ['--', '-x', shown],
    env: {},
  });
  expect(noticeCommand('darwin', '-x', evil)?.args.slice(-3)).toEqual(['--', '-x', shown]);
  const windows = noticeCommand('win32', '-x', evil);
  expect(windows?.env).toEqual({ NOTICE_TITLE: '-x', NOTICE_TEXT: shown });
  expect(windows?.args.join(' ')).not.toContain('touch');
  expect(noticeCommand('aix', 'a', 'b')).toBeNull();
});

test('long texts are cut', () => {
  expect(noticeCommand('linux', 'a', 'x'.repeat(1000))?.args[2]).toHaveLength(500);
});

const isLinux = process.platform === 'linux';

/** Puts a notify-send into the folder that appends its arguments, a line each, to the file returned. */
function installProgram(folder: string): string {
  const output = join(folder, 'out');
  const program = join(folder, 'notify-send');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> "${output}"\n`);
  chmodSync(program, 0o755);
  return output;
}

/** Resolves with the content of the file once it ends with `end`; '' after 5 seconds. */
async function contentEnding(path: string, end: string): Promise<string> {
  for (let waited = 0; waited < 5000; waited += 10) {
    const content = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (content.endsWith(end)) return content;
    await setTimeout(10);
  }
  return '';
}

test.skipIf(!isLinux)('a notice is shown by the program of the desktop', async () => {
  using home = temporaryHome();
  const output = installProgram(home.path);
  vi.stubEnv('PATH', `${home.path}:${process.env['PATH']}`);
  new DesktopNotices().show('Alert', 'a "text"');
  expect(await contentEnding(output, '"text"\n')).toBe('--\nAlert\na "text"\n');
});

test.skipIf(!isLinux)('without the program nothing happens, and it is not looked for again', async () => {
  using home = temporaryHome();
  vi.stubEnv('PATH', home.path);
  const notices = new DesktopNotices('linux');
  notices.show('never', 'shown');
  await setTimeout(100);
  const output = installProgram(home.path);
  notices.show('never', 'shown');
  new DesktopNotices('aix').show('never', 'shown');
  new DesktopNotices('linux').show('the', 'only one');
  expect(await contentEnding(output, 'only one\n')).toBe('--\nthe\nonly one\n');
});
