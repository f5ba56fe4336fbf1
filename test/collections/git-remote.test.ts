// Pull, push and branches of a workspace: real repositories with a bare one beside them, and hostile ones whose
// configuration names programs.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { branchesOf, createBranch, switchBranch } from '../../src/collections/git/branches.ts';
import { Repository } from '../../src/collections/git/repository.ts';
import { pull, push } from '../../src/collections/git/transport.ts';

let root: string;
let folder: string;
let other: string;

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function write(where: string, path: string, text: string): void {
  mkdirSync(join(where, path, '..'), { recursive: true });
  writeFileSync(join(where, path), text);
}

function commit(where: string, path: string, text: string): void {
  write(where, path, text);
  git(where, 'add', '--all');
  git(where, 'commit', '-qm', `${path}: ${text.trim()}`);
}

function identify(where: string): void {
  git(where, 'config', 'user.name', 'Ada');
  git(where, 'config', 'user.email', 'ada@example.test');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proxyctl-git-'));
  [folder, other] = [join(root, 'work'), join(root, 'other')];
  git(root, 'init', '-q', '--bare', '-b', 'main', 'shared.git');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  identify(folder);
  git(folder, 'remote', 'add', 'origin', join(root, 'shared.git'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Another clone of what was pushed. */
function clone(): void {
  git(root, 'clone', '-q', join(root, 'shared.git'), 'other');
  identify(other);
}

test('commits are pushed, and those of others are pulled and joined', async () => {
  const own = new Repository(folder);
  await expect(push(own)).rejects.toThrow('There is no commit to push yet');
  commit(folder, 'a.yaml', 'one\n');
  await expect(pull(own)).rejects.toThrow('origin has no branch main yet: push first');
  expect(await push(own)).toEqual({ to: 'origin/main', commits: 1 });
  expect(await push(own)).toEqual({ to: 'origin/main', commits: 0 });
  clone();
  commit(other, 'b.yaml', 'two\n');
  git(other, 'push', '-q');
  commit(folder, 'c.yaml', 'three\n');
  await expect(push(own)).rejects.toThrow('origin/main has commits that are not here: pull first');
  expect(await pull(own)).toEqual({ from: 'origin/main', commits: 1, conflicts: 0 });
  expect(readFileSync(join(folder, 'b.yaml'), 'utf8')).toBe('two\n');
  expect((await push(own)).commits).toBe(2);
  expect(await pull(own)).toMatchObject({ commits: 0 });
});

test('what a pull would lose is named; what cannot be joined is a conflict, which a commit ends', async () => {
  const own = new Repository(folder);
  commit(folder, 'a.yaml', 'one\n');
  await push(own);
  clone();
  commit(other, 'a.yaml', 'theirs\n');
  git(other, 'push', '-q');
  write(folder, 'a.yaml', 'not committed\n');
  await expect(pull(own)).rejects.toThrow('A file has changes that would be lost, a.yaml: commit or discard');
  await own.commit('Ours', []);
  expect(await pull(own)).toEqual({ from: 'origin/main', commits: 1, conflicts: 1 });
  await expect(pull(own)).rejects.toThrow('A merge is not finished');
  write(folder, 'a.yaml', 'both\n');
  await own.commit('Join', []);
  expect((await push(own)).commits).toBe(2);
});

test('branches: their list, another one, a new one, and one of the remote repository', async () => {
  const own = new Repository(folder);
  commit(folder, 'a.yaml', 'one\n');
  await push(own);
  clone();
  git(other, 'switch', '-qc', 'theirs');
  commit(other, 'a.yaml', 'theirs\n');
  git(other, 'push', '-qu', 'origin', 'theirs');
  git(folder, 'fetch', '-q');
  expect((await branchesOf(own)).map(({ name, isCurrent }) => [name, isCurrent])).toEqual(
    expect.arrayContaining([
      ['main', true],
      ['origin/theirs', false],
    ]),
  );
  await switchBranch(own, 'origin/theirs');
  expect([(await own.status()).branch, readFileSync(join(folder, 'a.yaml'), 'utf8')]).toEqual([
    'theirs',
    'theirs\n',
  ]);
  await createBranch(own, 'mine');
  await expect(createBranch(own, 'mine')).rejects.toThrow('there is a branch "mine" already');
  await expect(createBranch(own, '-x')).rejects.toThrow('is not a name for a branch');
  write(folder, 'a.yaml', 'not committed\n');
  await expect(switchBranch(own, 'main')).rejects.toThrow('A file has changes that would be lost, a.yaml');
  expect((await branchesOf(own)).find(({ isCurrent }) => isCurrent)?.name).toBe('mine');
});

test('what keeps a push away is said', async () => {
  const own = new Repository(folder);
  commit(folder, 'a.yaml', 'one\n');
  const hook = join(root, 'shared.git', 'hooks', 'pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "closed on Fridays" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  await expect(push(own)).rejects.toThrow(/refuses the push: pre-receive hook declined.*closed on Fridays/);
  git(folder, 'remote', 'set-url', 'origin', join(root, 'gone.git'));
  await expect(push(own)).rejects.toThrow(/gone\.git cannot be reached: fatal: /);
  // Nobody is asked for a password.
  git(folder, 'remote', 'set-url', 'origin', 'http://ada:secret@127.0.0.1:1/x.git');
  await expect(pull(own)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/x\.git cannot be reached: /);
  git(folder, 'remote', 'remove', 'origin');
  await expect(push(own)).rejects.toThrow('There is no remote repository: "git remote add origin URL"');
  git(folder, 'switch', '-q', '--detach');
  await expect(pull(own)).rejects.toThrow('No branch is checked out');
});

test('no program that the repository names is started', async () => {
  const proof = join(root, 'started');
  const program = join(root, 'evil.sh');
  writeFileSync(program, `#!/bin/sh\ntouch '${proof}'\ncat\n`);
  chmodSync(program, 0o755);
  commit(folder, 'a.yaml', 'one\n');
  await push(new Repository(folder));
  clone();
  commit(other, 'a.yaml', 'theirs\n');
  git(other, 'push', '-q');
  commit(folder, 'a.yaml', 'ours\n');
  write(folder, '.gitattributes', '*.yaml merge=evil\n');
  for (const [name, value] of [
    ['merge.evil.driver', program],
    ['remote.origin.uploadpack', program],
    ['remote.origin.receivepack', program],
    ['core.sshCommand', program],
    ['credential.helper', `!${program}`],
    ['core.hooksPath', root],
  ])
    git(folder, 'config', name!, value!);
  for (const hook of ['pre-push', 'post-merge', 'post-checkout'])
    writeFileSync(join(root, hook), readFileSync(program), { mode: 0o755 });
  const own = new Repository(folder);
  expect((await pull(own)).conflicts).toBe(1);
  write(folder, 'a.yaml', 'both\n');
  await own.commit('Join', []);
  await push(own);
  await createBranch(own, 'next');
  for (const url of [
    'ext::sh -c evil',
    `ssh://-oProxyCommand=${program}/x`,
    'git://127.0.0.1/x',
    './inside.git',
  ]) {
    git(folder, 'remote', 'set-url', 'origin', url);
    await expect(push(own), url).rejects.toThrow();
  }
  expect(existsSync(proof)).toBe(false);
  git(folder, 'config', 'filter.evil.smudge', program);
  const now = new Repository(folder);
  await expect(pull(now)).rejects.toThrow('names the filter program evil, which is not started here');
  await expect(switchBranch(now, 'main')).rejects.toThrow('names the filter program evil');
});
