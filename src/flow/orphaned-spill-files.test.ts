import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOrphanedSpillFiles, spillFilePath } from './orphaned-spill-files.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spills-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('spill files', () => {
  test('of an ended process are removed, and nothing else', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const keptPaths = [
      spillFilePath(folder, 'a'),
      join(folder, 'spill-notes.txt'),
      join(folder, 'api-token'),
    ];
    for (const path of [...keptPaths, join(folder, `spill-${pid}-b`)]) writeFileSync(path, '');
    removeOrphanedSpillFiles(folder);
    expect(readdirSync(folder).sort()).toEqual(['api-token', `spill-${process.pid}-a`, 'spill-notes.txt']);
  });

  test('do not exist without a folder', () => {
    expect(() => removeOrphanedSpillFiles(join(folder, 'missing'))).not.toThrow();
  });
});
