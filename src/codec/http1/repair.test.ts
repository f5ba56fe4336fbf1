import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPAIR_RULES, RepairLog } from './repair.ts';

const page = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8');

test.each(Object.entries(REPAIR_RULES))('the documentation has %s with its source', (rule, reference) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${rule}\``));
  expect(row).toContain(`| ${reference.replace(' section', '')} `);
});

test('repairs are listed in the order in which they were met', () => {
  const log = new RepairLog();
  log.add('chunk-size');
  log.add('folded-line', 'X-A');
  log.add('chunk-size');
  log.add('folded-line', 'X-B');
  expect(log.list()).toEqual([
    { rule: 'chunk-size', text: 'White space behind chunk sizes, or zeros before them, was left out.' },
    { rule: 'folded-line', text: 'The folded lines of X-A, X-B were joined with a space.' },
  ]);
});
