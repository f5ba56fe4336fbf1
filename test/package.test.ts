import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');

describe('what is published', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxyctl-package-'));
    for (const part of ['bin', 'package.json'])
      cpSync(join(project, part), join(folder, part), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is built from the sources and runs without them', () => {
    const compiler = join('node_modules', 'typescript-7', 'bin', 'tsc');
    const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')];
    const build = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    expect(build).toMatchObject({ status: 0, stdout: '' });
    const started = run('ca');
    expect(started).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(started.stdout.trim(), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  function run(...args: readonly string[]) {
    const env = { ...process.env, PROXYCTL_HOME: join(folder, 'home') };
    const launcher = join(folder, 'bin', 'proxyctl.js');
    return spawnSync(process.execPath, [launcher, ...args], { env, encoding: 'utf8' });
  }
});

describe('the repository', () => {
  test('locks its dependencies without the addresses of a registry', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
    const named = Object.entries(packages).filter(([path]) => path !== '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, entry]) => 'resolved' in entry || !('integrity' in entry))).toEqual([]);
  });

  test('runs in continuous integration the test command that the README gives', () => {
    const commands = [...read('README.md').matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command]) => command);
    expect(commands).toHaveLength(2);
    expect(read('.ci/run').trim().split('\n').at(-1)).toBe(commands[1]);
  });
});
