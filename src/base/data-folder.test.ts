import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dataFolder, dataFolderPath } from './data-folder.ts';

describe('where the folder is', () => {
  test.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['linux', {}, '/home/ada/.local/share/proxyctl'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/proxyctl'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/proxyctl'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada/.local/share/proxyctl'],
    ['freebsd', {}, '/home/ada/.local/share/proxyctl'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/proxyctl'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/proxyctl'],
    ['win32', {}, '/home/ada/AppData/Roaming/proxyctl'],
    ['linux', { PROXYCTL_HOME: '/chosen' }, '/chosen'],
    ['darwin', { PROXYCTL_HOME: '/chosen' }, '/chosen'],
    ['linux', { PROXYCTL_HOME: '' }, '/home/ada/.local/share/proxyctl'],
    ['linux', { PROXYCTL_HOME: 'here' }, resolve('here')],
  ])('%s %o: %s', (platform, env, expected) => {
    expect(dataFolderPath(env, platform, () => '/home/ada')).toBe(expected);
  });

  test('needs no home folder when one was chosen', () => {
    const homeless = () => {
      throw new Error('no home');
    };
    expect(dataFolderPath({ PROXYCTL_HOME: '/chosen' }, 'linux', homeless)).toBe('/chosen');
  });
});

describe('making it', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'proxyctl-home-'));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(parent, { recursive: true, force: true });
  });

  test.skipIf(process.platform === 'win32')('makes it and its parents for the user alone', () => {
    vi.stubEnv('PROXYCTL_HOME', join(parent, 'deep', 'home'));
    expect(dataFolder()).toBe(join(parent, 'deep', 'home'));
    expect(statSync(join(parent, 'deep')).mode & 0o777).toBe(0o700);
    expect(statSync(join(parent, 'deep', 'home')).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === 'win32')('leaves the mode of a folder that is there', () => {
    const home = join(parent, 'shared');
    mkdirSync(home, { mode: 0o755 });
    vi.stubEnv('PROXYCTL_HOME', home);
    expect(dataFolder()).toBe(home);
    expect(statSync(home).mode & 0o777).toBe(0o755);
  });

  test.skipIf(process.platform !== 'linux')('where no folder can be made, it says so', () => {
    // In a process of its own: what is wrong here would never return.
    const module = new URL('data-folder.ts', import.meta.url).href;
    const script = `(await import(${JSON.stringify(module)})).dataFolder()`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, PROXYCTL_HOME: '/proc/x/y' },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(stderr).toContain(
      'cannot make the data folder /proc/x/y (the system makes no folder in /proc (ENOENT)',
    );
    expect(status).toBe(1);
  });

  test('says what to do when a file is in the way', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    vi.stubEnv('PROXYCTL_HOME', file);
    expect(() => dataFolder()).toThrow(`cannot make the data folder ${file}`);
    expect(() => dataFolder()).toThrow('set PROXYCTL_HOME to a folder you can write to');
  });
});
