import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** In the folder of the package: the names of its images, and what a script does. */
const IN_PACKAGE = `
  import * as setups from './dist/sandbox/collections/setup.js';
  import { imageKey } from './dist/sandbox/image-file.js';
  import { ScriptRunner } from './dist/workspace/scripts/index.js';
  const keys = [];
  for (const setup of Object.values(setups)) keys.push(await imageKey(setup, await setup.store.fingerprint()) + '.image');
  const runner = new ScriptRunner({ threads: 1 });
  const { tests, error } = await runner.run({
    phase: 'preRequest', script: 'pm.test(JSON.stringify(require("lodash").chunk([1, 2])))', where: '', environmentName: '',
    info: { iteration: 0, iterationCount: 1, requestName: '', requestId: '', eventName: '' },
    scopes: { globals: {}, collection: {}, environment: {}, data: {}, local: {} }, cookies: [], location: [],
    request: { id: '', name: '', method: 'GET', url: '', headers: [], body: { type: 'none' }, auth: { type: 'none' } },
    response: null,
  }, {});
  await runner.close();
  console.log(JSON.stringify({ keys: keys.sort(), tests, error }));
`;

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

  test('holds what scripts of collections start from', () => {
    const maker = join(project, 'scripts', 'build-collections.ts');
    const made = spawnSync(process.execPath, [maker, join(folder, 'dist')], { encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', IN_PACKAGE], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const built = readdirSync(join(folder, 'dist', 'sandbox', 'collections', 'built'));
    expect(built).toContain('libraries.json');
    expect(built).toContain('LICENSES.txt');
    const { keys, tests, error } = JSON.parse(stdout);
    expect(built.filter((file) => file.endsWith('.image')).sort()).toEqual(keys);
    expect(error).toBeNull();
    expect(tests).toMatchObject([{ name: '[[1],[2]]', passed: true }]);
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
