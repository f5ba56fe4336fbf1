// A workspace under Git: real repositories, also hostile ones whose configuration names programs.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Repository } from '../../src/collections/git/repository.ts';
import { sampled } from '../helpers/scale.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proxyctl-git-'));
  folder = join(root, 'work');
  mkdirSync(folder);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function repository(): Repository {
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  return new Repository(folder);
}

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('status, diff, commit and log', async () => {
  const own = repository();
  expect(await own.log(10)).toEqual([]);
  write('a b.yaml', 'one\n');
  write('sub/ö.yaml', 'two\n');
  expect(await own.status()).toEqual({
    branch: 'main',
    commit: null,
    ahead: 0,
    behind: 0,
    files: [
      { path: 'a b.yaml', change: 'untracked', isStaged: false },
      { path: 'sub/ö.yaml', change: 'untracked', isStaged: false },
    ],
  });
  const first = await own.commit('First\n\nWith a body', []);
  expect(first).toMatchObject({ author: 'Ada', subject: 'First' });
  write('a b.yaml', 'changed\n');
  rmSync(join(folder, 'sub/ö.yaml'));
  expect((await own.status()).files).toEqual([
    { path: 'a b.yaml', change: 'modified', isStaged: false },
    { path: 'sub/ö.yaml', change: 'deleted', isStaged: false },
  ]);
  expect((await own.diff(undefined)).diff).toContain('+changed');
  expect((await own.diff('sub')).diff).not.toContain('+changed');
  await own.commit('Only one', ['a b.yaml']);
  expect((await own.status()).files).toEqual([{ path: 'sub/ö.yaml', change: 'deleted', isStaged: false }]);
  expect((await own.log(10)).map(({ subject }) => subject)).toEqual(['Only one', 'First']);
  await own.commit('The rest', []);
  await expect(own.commit('Nothing', [])).rejects.toThrow('nothing to commit');
  await expect(own.commit('  ', [])).rejects.toThrow('message is empty');
});

test('a workspace in a folder of a repository sees its own part', async () => {
  repository();
  write('outside.txt', 'x');
  write('work/inside.txt', 'y');
  const own = new Repository(join(folder, 'work'));
  expect((await own.status()).files.map(({ path }) => path)).toEqual(['inside.txt']);
  await own.commit('Inside', []);
  expect(git('ls-files')).toBe('work/inside.txt');
  await expect(own.diff('../outside.txt')).rejects.toThrow('outside of the workspace');
  await expect(own.commit('x', ['/etc/passwd'])).rejects.toThrow('outside of the workspace');
});

test.each<[string, () => void, string]>([
  ['no repository', () => undefined, 'is not in a Git repository'],
  ['a bare one', () => git('init', '-q', '--bare'), 'bare'],
  ['no folder', () => rmSync(folder, { recursive: true }), 'does not exist yet'],
])('%s is a sentence', async (_, prepare, message) => {
  prepare();
  await expect(new Repository(folder).status()).rejects.toThrow(message);
});

test('a detached head, and a path that looks like an option', async () => {
  const own = repository();
  write('--all', 'x');
  await own.commit('Options', ['--all']);
  git('checkout', '-q', '--detach');
  expect(await own.status()).toMatchObject({ branch: null, files: [] });
});

describe('a hostile repository starts nothing', () => {
  let traces: string;
  let program: string;

  beforeEach(() => {
    traces = join(root, 'traces');
    mkdirSync(traces);
    program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch "${traces}/$$"\ncat\nexit 0\n`);
    chmodSync(program, 0o755);
  });

  test.each(
    sampled<[string, () => void]>(
      [
        [
          'hooks',
          () => {
            for (const hook of [
              'pre-commit',
              'commit-msg',
              'post-commit',
              'post-index-change',
              'reference-transaction',
            ])
              writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\ntouch "${traces}/${hook}"\n`, {
                mode: 0o755,
              });
            git('config', 'core.hooksPath', '.git/hooks');
          },
        ],
        ['a monitor', () => void git('config', 'core.fsmonitor', program)],
        ['an editor', () => void git('config', 'core.editor', program)],
        ['a pager', () => void git('config', 'core.pager', program)],
        [
          'signing',
          () => {
            git('config', 'commit.gpgSign', 'true');
            git('config', 'gpg.program', program);
            git('config', 'log.showSignature', 'true');
          },
        ],
        [
          'an external diff',
          () => {
            git('config', 'diff.external', program);
            git('config', 'diff.mine.command', program);
            git('config', 'diff.mine.textconv', program);
            write('.gitattributes', '* diff=mine\n');
          },
        ],
        [
          'filters',
          () => {
            git('config', 'filter.mine.clean', program);
            git('config', 'filter.mine.process', program);
            write('.gitattributes', '* filter=mine\n');
          },
        ],
        [
          'an include with filters',
          () => {
            writeFileSync(join(folder, '.git/more'), `[filter "mine"]\n\tclean = ${program}\n`);
            git('config', 'include.path', 'more');
            write('.gitattributes', '* filter=mine\n');
          },
        ],
        [
          'transports',
          () => {
            git('remote', 'add', 'origin', `ext::${program}`);
            git('config', 'core.sshCommand', program);
            git('config', 'core.gitProxy', program);
            git('config', 'remote.origin.promisor', 'true');
            git('config', 'extensions.partialClone', 'origin');
          },
        ],
        ['an alias', () => void git('config', 'alias.status', `!${program}`)],
      ],
      4,
    ),
  )('%s', async (_, prepare) => {
    const own = repository();
    write('a.yaml', 'one\n');
    git('add', '.');
    git('commit', '-q', '-m', 'First');
    prepare();
    write('a.yaml', 'two\n');
    write('b.yaml', 'new\n');
    const calls = [own.status(), own.diff(undefined), own.log(5)];
    await Promise.all(calls);
    await own.commit('Second', []).catch((error: unknown) => {
      expect(String(error)).toMatch(/filter program/);
    });
    await own.status();
    expect(readdirSync(traces)).toEqual([]);
  });

  test('files of another folder are not taken for those of the workspace', async () => {
    const own = repository();
    git('config', 'core.worktree', '/');
    await expect(own.status()).rejects.toThrow('core.worktree');
    expect(existsSync(join(folder, '.git'))).toBe(true);
  });
});
