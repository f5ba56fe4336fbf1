import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { gitBranch } from './git-branch.ts';

const folder = mkdtempSync(join(tmpdir(), 'branch-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('names the branch of the repository around a folder, without running Git', () => {
  const inner = join(folder, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  expect(gitBranch(inner)).toBeNull();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature/x\n');
  expect(gitBranch(inner)).toBe('feature/x');
  writeFileSync(join(folder, '.git', 'HEAD'), `${'ab'.repeat(20)}\n`);
  expect(gitBranch(inner)).toBe('abababa');
  writeFileSync(join(inner, '.git'), 'gitdir: ../elsewhere\n');
  mkdirSync(join(folder, 'a', 'elsewhere'));
  writeFileSync(join(folder, 'a', 'elsewhere', 'HEAD'), 'ref: refs/heads/other\n');
  expect(gitBranch(inner)).toBe('other');
});
