import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendSummary, errorAnnotation, fitting, isGitHub, withoutCommands } from './github.ts';

test('only GitHub itself is GitHub', () => {
  expect(isGitHub({ GITHUB_ACTIONS: 'true', CI: 'true' })).toBe(true);
  expect(isGitHub({ CI: 'true' })).toBe(false);
  expect(isGitHub({ GITHUB_ACTIONS: 'false' })).toBe(false);
});

test('an annotation is one line, whatever is in it', () => {
  expect(errorAnnotation('a: b, c%', 'x%0A::error::y\r\n::warning::z')).toBe(
    '::error title=a%3A b%2C c%25::x%250A::error::y%0D%0A::warning::z',
  );
});

test('commands of the older form are none any more', () => {
  expect(withoutCommands('/a?##[add-mask]x')).toBe('/a?##\\x5badd-mask]x');
});

test('a text is cut at a line', () => {
  expect(fitting('a\nb\n', 100)).toBe('a\nb\n');
  const lines = 'line é\n'.repeat(100);
  const cut = fitting(lines, 200);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200);
  expect(cut).toMatch(/^(?:line é\n)+line é\n\nThe report goes on/);
  expect(fitting(lines, 10)).toBe('');
  expect(fitting(lines, -5)).toBe('');
});

test('what is in the summary already counts, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-summary-'));
  try {
    const path = join(folder, 'summary.md');
    const before = `${'x'.repeat(1023)}\n`.repeat(1000);
    writeFileSync(path, before);
    await appendSummary(path, 'row of a table\n'.repeat(10_000));
    const after = readFileSync(path, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after).toMatch(/\nrow of a table\n\nThe report goes on beyond what fits here\.\n$/);
    expect(after.length).toBeLessThanOrEqual(1024 * 1024);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
