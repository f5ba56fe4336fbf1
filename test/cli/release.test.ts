// A release of this project, in a repository of the test that has its files.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { missing } from '../helpers/need.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'proxyctl-release-test-'));
const clone = join(folder, 'clone');
const VERSION = '7.8.9';
const files = join(clone, 'dist-release', VERSION);
const full = { tags: ['full'], timeout: 60_000 };

const identity = (who: string) => ({ [`GIT_${who}_NAME`]: 'Tester', [`GIT_${who}_EMAIL`]: 't@example.com' });
const env = {
  ...process.env,
  ...identity('AUTHOR'),
  ...identity('COMMITTER'),
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: clone, env, encoding: 'utf8' }).trim();
const release = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/release/index.ts', ...args], { cwd: clone, env, encoding: 'utf8' });
const read = (name: string): string => readFileSync(join(files, name), 'utf8');

/** Copies the files that Git knows or would take, with what is not committed yet. */
function makeClone(): void {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: project });
  for (const name of names.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(project, name), join(clone, name), { force: true });
  }
  symlinkSync(join(project, 'node_modules'), join(clone, 'node_modules'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 't@example.com');
  git('add', '.');
  git('commit', '--quiet', '-m', 'all');
}

const Licence = z.union([
  z.strictObject({ license: z.strictObject({ id: z.string() }) }),
  z.strictObject({ license: z.object({ name: z.string() }) }),
  z.strictObject({ expression: z.string() }),
]);
const Component = z.object({
  'bom-ref': z.string(),
  type: z.enum(['library', 'platform']),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().regex(/^pkg:(?:npm|generic)\/\S+@\S+$/),
  licenses: z.array(Licence).length(1),
  hashes: z
    .array(z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[\da-f]{128}$/) }))
    .length(1)
    .optional(),
});
/** The part of CycloneDX 1.6 that is written. */
const Bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  version: z.literal(1),
  metadata: z.object({ timestamp: z.iso.datetime(), component: z.object({ version: z.literal(VERSION) }) }),
  components: z.array(Component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

describe.skipIf(missing('git', 'tar'))('a release', () => {
  let output: string;

  beforeAll(() => {
    makeClone();
    const licence = join(folder, 'node-license');
    writeFileSync(licence, 'Node.js is licensed for use as follows: …');
    const made = release(VERSION, '--node-license', licence);
    expect(made).toMatchObject({ stderr: '', status: 0 });
    output = made.stdout;
  }, 900_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is a commit and a tag, and says how it is published', full, () => {
    expect(git('log', '--format=%s', '-1', `v${VERSION}`)).toBe(`release: ${VERSION}`);
    expect(git('tag', '--list', '--format=%(contents)', `v${VERSION}`)).toContain('### Added\n\n- ');
    expect(git('status', '--porcelain')).toBe('');
    expect(output).toContain(`npm publish dist-release/${VERSION}/proxyctl-${VERSION}.tgz\n`);
    const again = release('patch', '--dry-run');
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('there is nothing under')]);
  });

  test('has files that fit their checksums', full, () => {
    const lines = read('SHA256SUMS').trim().split('\n');
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(files, name)))
          .digest('hex'),
        name,
      ).toBe(sum);
    }
    const names = lines.map((line) => line.slice(66));
    expect(names).toEqual(
      expect.arrayContaining([`proxyctl-${VERSION}.tgz`, `proxyctl-${VERSION}.cdx.json`]),
    );
  });

  test('lists everything that is bundled, with a licence and a hash', full, () => {
    const bill = Bill.parse(JSON.parse(read(`proxyctl-${VERSION}.cdx.json`)));
    const refs = bill.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(bill.dependencies[0]?.dependsOn).toEqual(refs);
    // Of the program, the page and the scripts; some are bundled in two versions.
    for (const name of ['ws', 'react', 'lodash'])
      expect(
        refs.some((ref) => ref.startsWith(`pkg:npm/${name}@`)),
        name,
      ).toBe(true);
    const unhashed = bill.components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name);
    expect(unhashed).toEqual(['node']);
    const licences = read(`proxyctl-${VERSION}-licenses.txt`);
    for (const { name, version } of bill.components.filter(({ type }) => type === 'library'))
      expect(licences).toMatch(new RegExp(`^(?:@[^/]+/)?${name} ${version.replaceAll('.', '\\.')} \\(`, 'm'));
    expect(licences).toContain('Node.js is licensed for use as follows');
  });

  test('has a package without lists of the build, and an executable that runs', full, () => {
    const list = (name: string) => execFileSync('tar', ['-tzf', join(files, name)], { encoding: 'utf8' });
    const packed = list(`proxyctl-${VERSION}.tgz`);
    expect(packed).toContain('package/dist/LICENSES.txt\n');
    expect(packed).not.toMatch(/bundled\.json|\.map$/m);
    const system = `${process.platform}-${process.arch}`;
    const name = `proxyctl-${VERSION}-${system}`;
    execFileSync('tar', ['-xzf', join(files, `${name}.tar.gz`)], { cwd: folder });
    const home = { HOME: folder, PROXYCTL_HOME: join(folder, 'data'), PATH: '/usr/bin:/bin' };
    const ran = spawnSync(join(folder, name, 'proxyctl'), ['--version'], { env: home, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
    expect(readFileSync(join(folder, name, 'man', 'proxyctl-run.1'), 'utf8')).toContain('.SH OPTIONS');
    expect(readFileSync(join(folder, name, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toBe(
      read(`proxyctl-${VERSION}-licenses.txt`),
    );
  });

  test.skipIf(missing('dpkg', 'dpkg-deb'))('has a Debian package that installs and goes', full, () => {
    const deb = join(
      files,
      readdirSync(files).find((name) => name.endsWith('.deb'))!,
    );
    const field = (name: string) => execFileSync('dpkg-deb', ['-f', deb, name], { encoding: 'utf8' }).trim();
    expect(['Package', 'Version', 'Maintainer'].map(field)).toEqual([
      'proxyctl',
      VERSION,
      'Tester <t@example.com>',
    ]);
    expect(field('Depends')).toContain('libc6 (>= ');
    const root = join(folder, 'root');
    const system = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
    const dpkg = (...args: readonly string[]) =>
      spawnSync(
        'dpkg',
        [`--root=${root}`, '--force-not-root', '--force-depends', '--force-script-chrootless', ...args],
        {
          encoding: 'utf8',
          env: system,
        },
      );
    for (const part of ['info', 'updates', 'triggers'])
      mkdirSync(join(root, 'var/lib/dpkg', part), { recursive: true });
    for (const name of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', name), '');
    expect(dpkg('--install', deb)).toMatchObject({ status: 0 });
    const installed = filesBelow(root).filter((path) => path.startsWith('usr/'));
    expect(installed).toEqual(
      expect.arrayContaining([
        'usr/bin/proxyctl',
        'usr/lib/systemd/user/proxyctl.service',
        'usr/share/bash-completion/completions/proxyctl',
        'usr/share/doc/proxyctl/copyright',
        'usr/share/fish/vendor_completions.d/proxyctl.fish',
        'usr/share/man/man1/proxyctl-run.1.gz',
        'usr/share/zsh/vendor-completions/_proxyctl',
      ]),
    );
    const home = { HOME: join(folder, 'debian-home'), PATH: '/usr/bin:/bin' };
    const ran = spawnSync(join(root, 'usr/bin/proxyctl'), ['--version'], { env: home, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
    expect(dpkg('--verify', 'proxyctl').stdout).toBe('');
    expect(dpkg('--purge', 'proxyctl')).toMatchObject({ status: 0 });
    expect(filesBelow(root).filter((path) => path.startsWith('usr/'))).toEqual([]);
  });

  test('has the files of package managers, as executables arrive', full, () => {
    const manager = join(files, 'packaging');
    expect(readdirSync(manager)).toEqual(['homebrew']);
    expect(output).toContain(`  no files for winget: proxyctl-${VERSION}-windows-x64.zip is not in `);
    writeFileSync(join(files, `proxyctl-${VERSION}-windows-x64.zip`), 'from Windows');
    expect(release('--packaging')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(manager)).toEqual(['homebrew', 'scoop', 'winget']);
    expect(read('SHA256SUMS')).toContain(`  proxyctl-${VERSION}-windows-x64.zip\n`);
  });
});

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
