import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { lacksNamespaces } from '../helpers/namespace.ts';

/** Bundles these modules and returns the names of the heap snapshots that they load. */
const OF_IMAGES = ['sandbox/collections/setup', 'sandbox/snapshot-file'];
const IMAGE_NAMES = `
  import * as setups from './dist/sandbox/collections/setup.js';
  import { snapshotKey } from './dist/sandbox/snapshot-file.js';
  const keys = [];
  for (const setup of Object.values(setups)) keys.push(await snapshotKey(setup, await setup.store.fingerprint()) + '.image');
  console.log(JSON.stringify(keys.sort()));
`;

/** A script that fails without bundled libraries, or when they cannot be found. */
const COLLECTION = {
  info: { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  event: [
    {
      listen: 'prerequest',
      script: {
        exec: [
          'pm.test(JSON.stringify(require("lodash").chunk([1, 2])), () => {});',
          'pm.execution.skipRequest();',
        ],
      },
    },
  ],
  item: [{ name: 'r', request: { method: 'GET', url: 'http://127.0.0.1:9/' } }],
};

/** Its last line is wrong, so that types which are `any` do not pass. */
const USE_OF_TYPES = `import { startProxy, type FlowDetail } from 'proxyctl';
import { runCollection, type RunTotals } from 'proxyctl/client';
const proxy = await startProxy({ port: 0 });
export const used: [Promise<RunTotals>, FlowDetail | null] = [runCollection({} as Parameters<typeof runCollection>[0]), null];
const wrong: number = await proxy.call('list_rules', {});
export default wrong;
`;

const project = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');

describe('what is published', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxyctl-package-'));
    for (const part of ['bin', 'package.json', 'types'])
      cpSync(join(project, part), join(folder, part), { recursive: true });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is built from the sources and runs without them', { tags: ['full'] }, async () => {
    await bundle(join(folder, 'dist'));
    const started = run('ca');
    expect(started).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(started.stdout.trim(), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  test.skipIf(lacksNamespaces())('runs commands in a network of their own', { tags: ['full'] }, () => {
    const ran = run('run', '--port', '0', '--quiet', '--transparent', '--', process.execPath, '-p', '6 * 7');
    expect(ran).toMatchObject({ status: 0, stdout: '42\n' });
  });

  test(
    'declares what others may import, in a file for each entry',
    { tags: ['full'], timeout: 300_000 },
    () => {
      const maker = join(project, 'scripts', 'declarations.ts');
      const made = spawnSync(process.execPath, [maker, join(folder, 'dist')], { encoding: 'utf8' });
      expect(made).toMatchObject({ status: 0, stdout: '' });
      const { exports } = JSON.parse(read('package.json')) as {
        exports: Record<string, Record<string, string>>;
      };
      const files = Object.values(exports).flatMap((each) =>
        typeof each === 'string' ? [] : Object.values(each),
      );
      expect(files).toHaveLength(6);
      for (const file of files) expect(existsSync(join(folder, file)), file).toBe(true);
      const declared = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
      expect(declared.filter((file) => file.endsWith('.d.ts')).sort()).toEqual(['client.d.ts', 'index.d.ts']);
    },
  );

  test('is typed without any other package', { tags: ['full'] }, () => {
    const user = join(folder, 'user');
    const packages = join(user, 'node_modules');
    mkdirSync(join(packages, '@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(project, 'node_modules', name), join(packages, name), 'junction');
    symlinkSync(folder, join(packages, 'proxyctl'), 'junction');
    writeFileSync(join(user, 'use.mts'), USE_OF_TYPES);
    const compiler = join(project, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext'];
    const checked = spawnSync(
      process.execPath,
      [compiler, ...options, '--target', 'es2024', '--types', 'node', '--preserveSymlinks', 'use.mts'],
      { cwd: user, encoding: 'utf8' },
    );
    // Only the wrong line is refused.
    expect(checked.stdout).toMatch(/^use\.mts\(5,7\): error TS2322: [^\n]*\n(?: .*\n)*$/);
  });

  test('holds what scripts of collections start from', { tags: ['full'] }, async () => {
    const maker = join(project, 'scripts', 'build-collections.ts');
    const made = spawnSync(process.execPath, [maker, join(folder, 'dist')], { encoding: 'utf8' });
    expect(made).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const built = join(folder, 'dist', 'sandbox', 'collections', 'built');
    expect(readdirSync(built)).toEqual(expect.arrayContaining(['libraries.json', 'LICENSES.txt']));

    const other = join(folder, 'other');
    await bundle(join(other, 'dist'), OF_IMAGES);
    cpSync(built, join(other, 'dist', 'sandbox', 'collections', 'built'), { recursive: true });
    const named = spawnSync(process.execPath, ['--input-type=module', '-e', IMAGE_NAMES], {
      cwd: other,
      encoding: 'utf8',
    });
    expect(named.stderr).toBe('');
    const images = readdirSync(built).filter((file) => file.endsWith('.image'));
    expect(images.sort()).toEqual(JSON.parse(named.stdout));
  });

  test('runs scripts that require libraries', { tags: ['full'] }, () => {
    const file = join(folder, 'c.json');
    writeFileSync(file, JSON.stringify(COLLECTION));
    const ran = run('collection', 'run', file);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toContain('✓ [[1],[2]]');
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
