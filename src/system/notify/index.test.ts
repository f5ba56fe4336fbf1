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

test.skipIf(process.platform !== 'linux')('a notice is shown by the program of the desktop', async () => {
  using home = temporaryHome();
  const program = join(home.path, 'notify-send');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${home.path}/out.new"; mv "${home.path}/out.new" "${home.path}/out"\n`,
  );
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${home.path}:${process.env['PATH']}`);
  new DesktopNotices().show('Alert', 'a "text"');
  while (!existsSync(join(home.path, 'out'))) await setTimeout(10);
  expect(readFileSync(join(home.path, 'out'), 'utf8')).toBe('--\nAlert\na "text"\n');
});

test('without the program nothing happens', async () => {
  using home = temporaryHome();
  vi.stubEnv('PATH', home.path);
  const notices = new DesktopNotices('linux');
  notices.show('a', 'b');
  await setTimeout(50);
  notices.show('a', 'b');
  new DesktopNotices('aix').show('a', 'b');
});
