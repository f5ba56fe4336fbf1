// The state of the repository that a release starts from, and the changes that it makes in it: version, changelog,
// commit and tag.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datedChangelog, unreleased } from './changelog.ts';
import { git } from './programs.ts';
import { manifestOf, tagOf, type Release } from './release.ts';

const CHANGED = ['CHANGELOG.md', 'package.json', 'package-lock.json'] as const;

/** Throws an Error that says what is in the way of a release, and returns the text that it would release. */
export function checkReady(project: string): string {
  checkClean(project);
  if (git(project, 'branch', '--show-current') === '')
    throw new Error('no branch is checked out: a release is a commit on a branch, such as main');
  for (const key of ['user.name', 'user.email'] as const)
    if (git(project, 'config', '--default', '', '--get', key) === '')
      throw new Error(`git has no ${key}: set it with git config ${key}`);
  return unreleased(readFileSync(join(project, 'CHANGELOG.md'), 'utf8'));
}

export function checkClean(project: string): void {
  const changed = git(project, 'status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length > 0)
    throw new Error(
      `files are not committed, ${changed.length} in number (${changed[0]!.trim()}): commit or stash them`,
    );
}

/** Returns the versions that have a tag. */
export function releasedVersions(project: string): readonly string[] {
  return git(project, 'tag', '--list', tagOf('[0-9]*'))
    .split('\n')
    .map((tag) => tag.slice(1))
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version));
}

/** Writes version and date into the changelog, package.json and the lock file. */
export function writeVersion({ project, version, date }: Release): void {
  if (!changelogHas(project, version))
    rewrite(project, 'CHANGELOG.md', (text) => datedChangelog(text, version, date));
  const { version: current } = manifestOf(project);
  const line = new RegExp(`("version": )"${current.replaceAll('.', '\\.')}"`);
  rewrite(project, 'package.json', (text) => text.replace(line, `$1"${version}"`));
  // The first entries of the lock file are the package itself, twice.
  rewrite(project, 'package-lock.json', (text) =>
    text.replace(line, `$1"${version}"`).replace(/("": \{[^{}]*?"version": )"[^"]*"/, `$1"${version}"`),
  );
}

function changelogHas(project: string, version: string): boolean {
  return readFileSync(join(project, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}] - `);
}

function rewrite(project: string, name: string, change: (text: string) => string): void {
  const path = join(project, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

export function commitVersion({ project, version }: Release): void {
  git(project, 'add', ...CHANGED);
  git(project, 'commit', '--quiet', '-m', `release: ${version}`);
}

/** Tags the commit of the release. The notes of the tag are that section of the changelog. */
export function tagVersion({ project, version }: Release, notes: string): void {
  const text = `proxyctl ${version}\n\n${notes}`;
  git(project, 'tag', '--annotate', '--cleanup=verbatim', '-m', text, tagOf(version));
}
