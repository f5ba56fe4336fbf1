// Each row of the table of options in docs/api-client/newman.md, with Newman itself beside ours. A row without a test
// fails, and so does an option of Newman without a row.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Beside, rowsOfPage } from '../helpers/newman-beside.ts';
import { filesRows } from './newman-rows/files.ts';
import type { Rows } from './newman-rows/items.ts';
import { outputRows } from './newman-rows/output.ts';
import { runningRows } from './newman-rows/running.ts';
import { tlsRows } from './newman-rows/tls.ts';

const PAGE = rowsOfPage('Options');
let both: Beside;
let rows: Rows;
beforeAll(async () => {
  both = await Beside.start();
  rows = { ...runningRows(both), ...filesRows(both), ...tlsRows(both), ...outputRows(both) };
});
afterAll(() => both[Symbol.asyncDispose]());

describe('options', { timeout: 120_000 }, () => {
  test.each(PAGE)('%s', async (row) => {
    expect(Object.keys(rows)).toContain(row);
    await rows[row]?.();
  });
});

test('each test has a row, and each option of Newman too', () => {
  expect(Object.keys(rows).sort()).toEqual([...PAGE].sort());
  const newman = createRequire(import.meta.url).resolve('newman/bin/newman.js');
  const help = execFileSync(process.execPath, [newman, 'run', '--help'], { encoding: 'utf8' });
  const options = [...help.matchAll(/^ {2}(?:(-\w) ?, )?(--[\w-]+)/gm)];
  expect(options.length).toBeGreaterThan(30);
  const named = new Set(PAGE.flatMap((row) => row.split(/[ ,]+/)));
  const missing = options.filter(([, short = '', long = '']) => !named.has(short) && !named.has(long));
  expect(missing.map(([line]) => line)).toEqual([]);
});
