// Releases of a small package in a repository of the test. The whole of a release is tested in
// test/cli/release.test.ts.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { continueRelease, showRelease, startRelease, type ReleaseOptions } from './index.ts';
import { git } from './programs.ts';

let project: string;
let said: string[];

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'proxyctl-release-'));
  said = [];
  const files = {
    '.gitignore': 'dist\ndist-release\nready\n*.licence\n',
    'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n- One thing.\n',
    // Packing fails until the file `ready` exists.
    'package.json': JSON.stringify(
      {
        name: 'proxyctl',
        version: '0.1.0',
        repository: 'github:some/body',
        scripts: { prepack: 'node -e "fs.readFileSync(\'ready\')"' },
      },
      null,
      2,
    ),
    'package-lock.json': JSON.stringify(
      { name: 'proxyctl', version: '0.1.0', packages: { '': { name: 'proxyctl', version: '0.1.0' } } },
      null,
      2,
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  writeFileSync(join(project, 'node.licence'), 'Node.js is licensed for use as follows');
  git(project, 'init', '--quiet', '--initial-branch', 'main');
  git(project, 'config', 'user.name', 'Tester');
  git(project, 'config', 'user.email', 'tester@example.com');
  git(project, 'config', 'commit.gpgsign', 'false');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '-m', 'first');
});
afterEach(() => rmSync(project, { recursive: true }));

const options = (version?: string): ReleaseOptions => ({
  version,
  nodeLicence: join(project, 'node.licence'),
  date: '2026-01-02',
  say: (line) => said.push(line),
});
const read = (name: string): string => readFileSync(join(project, name), 'utf8');

test('a dry run shows each step and the changelog, and changes nothing', () => {
  showRelease(project, options('minor'));
  expect(said.join('\n')).toMatch(
    /^release of 0\.2\.0[^]*\n2\. commits[^]*tags[^]*as v0\.2\.0\n[^]*- One thing\./,
  );
  expect(git(project, 'status', '--porcelain', '--ignored')).toBe('!! node.licence');
  expect(git(project, 'log', '--format=%s')).toBe('first');
});

test('a release that fails says what is done, and goes on from there', async () => {
  const base = git(project, 'rev-parse', 'HEAD');
  const failed = await startRelease(project, options('0.2.0')).catch((error: unknown) => String(error));
  expect(failed).toMatch(
    /package: npm pack[^]*ENOENT[^]*\ndone: version, commit\. When it is mended: npm run/,
  );
  expect(failed).toContain(`git reset --hard ${base.slice(0, 12)} && rm -r`);
  expect(git(project, 'log', '--format=%s', '-1')).toBe('release: 0.2.0');
  expect(git(project, 'status', '--porcelain')).toBe('');
  expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-01-02\n\n- One thing.\n');
  expect(read('package.json').match(/"0\.2\.0"/g)).toHaveLength(1);
  expect(read('package-lock.json').match(/"0\.2\.0"/g)).toHaveLength(2);
  await expect(startRelease(project, options('0.3.0'))).rejects.toThrow(
    'the release of 0.2.0 is not finished',
  );

  writeFileSync(join(project, 'ready'), '');
  mkdirSync(join(project, 'dist'));
  await expect(continueRelease(project, options())).rejects.toThrow(
    /^licences: .*bundled\.json is missing: build the package.*\ndone: version, commit, package\./,
  );
  expect(readdirSync(join(project, 'dist-release', '0.2.0'))).toEqual(['proxyctl-0.2.0.tgz']);
  git(project, 'commit', '--quiet', '--allow-empty', '-m', 'another');
  await expect(continueRelease(project, options())).rejects.toThrow('the branch has other commits');
});

test.each([
  [
    'a change that is not committed',
    () => writeFileSync(join(project, 'x'), ''),
    'files are not committed, 1 in number (?? x)',
  ],
  ['no branch', () => git(project, 'checkout', '--quiet', '--detach'), 'no branch is checked out'],
  [
    'no licence of Node.js',
    () => writeFileSync(join(project, 'node.licence'), 'something'),
    /the licence of Node\.js v\S+ is not in .*node\.licence: download .*--node-license FILE/,
  ],
])('%s stops it before anything is changed', async (_, spoil, message) => {
  spoil();
  await expect(startRelease(project, options())).rejects.toThrow(message);
  expect(existsSync(join(project, 'dist-release'))).toBe(false);
});
