// The files of package managers and services, filled in and read by what understands them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { missing } from '../../test/helpers/need.ts';
import { filledIn, sha256, writePackaging } from './packaging.ts';
import type { Release } from './release.ts';

const project = join(import.meta.dirname, '..', '..');
const DOWNLOADS = 'https://github.com/traffic-proxy/proxyctl/releases/download/v1.2.3';
const WINDOWS = 'proxyctl-1.2.3-windows-x64.zip';
let folder: string;
let release: Release;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-packaging-'));
  release = { project, folder, version: '1.2.3', date: '2026-01-02', nodeLicence: undefined };
  writeFileSync(join(folder, 'proxyctl-1.2.3.tgz'), 'package');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (...path: readonly string[]): string => readFileSync(join(folder, 'packaging', ...path), 'utf8');

test('a package manager whose file was not built yet is left out, and named', () => {
  expect(writePackaging(release)).toEqual([
    `no files for scoop: ${WINDOWS} is not in ${folder}`,
    `no files for winget: ${WINDOWS} is not in ${folder}`,
  ]);
  expect(readdirSync(join(folder, 'packaging'))).toEqual(['homebrew']);
  writeFileSync(join(folder, WINDOWS), 'archive');
  expect(writePackaging(release)).toEqual([]);
  expect(readdirSync(join(folder, 'packaging'))).toEqual(['homebrew', 'scoop', 'winget']);
});

test.skipIf(missing('ruby'))('the formula is Ruby, and names the package', () => {
  writePackaging(release);
  const formula = read('homebrew', 'proxyctl.rb');
  expect(execFileSync('ruby', ['-c'], { input: formula, encoding: 'utf8' })).toBe('Syntax OK\n');
  expect(formula).toContain(`url "${DOWNLOADS}/proxyctl-1.2.3.tgz"`);
  expect(formula).toContain(`sha256 "${sha256(join(folder, 'proxyctl-1.2.3.tgz'))}"`);
});

test('the manifests for Windows name the archive', () => {
  writeFileSync(join(folder, WINDOWS), 'archive');
  writePackaging(release);
  const sum = sha256(join(folder, WINDOWS));
  const scoop = JSON.parse(read('scoop', 'proxyctl.json')) as object;
  expect(scoop).toMatchObject({
    version: '1.2.3',
    bin: 'proxyctl.exe',
    architecture: { '64bit': { url: `${DOWNLOADS}/${WINDOWS}`, hash: sum } },
  });
  const winget = readdirSync(join(folder, 'packaging', 'winget')).map(
    (name) => parse(read('winget', name)) as Record<string, unknown>,
  );
  expect(winget.map(({ ManifestType }) => ManifestType)).toEqual(['installer', 'defaultLocale', 'version']);
  for (const manifest of winget)
    expect(manifest).toMatchObject({ PackageIdentifier: 'TrafficProxy.proxyctl', PackageVersion: '1.2.3' });
  expect(winget[0]).toMatchObject({
    NestedInstallerFiles: [{ RelativeFilePath: 'proxyctl-1.2.3-windows-x64\\proxyctl.exe' }],
    Installers: [{ Architecture: 'x64', InstallerUrl: `${DOWNLOADS}/${WINDOWS}`, InstallerSha256: sum }],
    ReleaseDate: '2026-01-02',
  });
});

test('a field that no release has is refused', () => {
  expect(() => filledIn(release, 'a __publisher__ b')).toThrow('__publisher__ is not a value of a release');
});

test.skipIf(missing('python3'))('the service of macOS is a property list', () => {
  const path = join(project, 'packaging', 'launchd', 'proxyctl.plist');
  const print = 'import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
  const service = JSON.parse(execFileSync('python3', ['-c', print, path], { encoding: 'utf8' })) as object;
  expect(service).toMatchObject({
    Label: 'proxyctl',
    ProgramArguments: ['/usr/local/bin/proxyctl', 'app', '--no-open'],
    RunAtLoad: true,
  });
});

test.skipIf(missing('systemd-analyze'))('systemd accepts the service of Linux', () => {
  const template = readFileSync(join(project, 'packaging', 'systemd', 'proxyctl.service'), 'utf8');
  // It looks for the program, which is not installed here.
  const unit = filledIn(release, template).replace('/usr/bin/proxyctl', process.execPath);
  const path = join(folder, 'proxyctl.service');
  const verified = (text: string) => {
    writeFileSync(path, text);
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    return spawnSync('systemd-analyze', ['verify', '--user', '--man=no', path], { encoding: 'utf8', env });
  };
  expect(verified(unit)).toMatchObject({ status: 0, stderr: '' });
  expect(verified(unit.replace('=mixed', '=mixd')).stderr).toContain('mixd');
});
