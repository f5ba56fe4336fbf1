// Each row of the table of options in docs/api-client/newman.md has a test, which runs Newman itself beside ours; and
// each option of Newman has a row.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { Beside, rowsOfPage } from '../helpers/newman-beside.ts';
import { filesRows } from './newman-rows/files.ts';
import { outputRows } from './newman-rows/output.ts';
import { runningRows } from './newman-rows/running.ts';
import { tlsRows } from './newman-rows/tls.ts';

const PAGE = rowsOfPage('Options');

test('each row has a test, and each test a row', async () => {
  await using both = await Beside.start();
  const rows = [runningRows, filesRows, tlsRows, outputRows].flatMap((rowsOf) => Object.keys(rowsOf(both)));
  expect(rows.sort()).toEqual([...PAGE].sort());
});

test('each option of Newman has a row', () => {
  const newman = createRequire(import.meta.url).resolve('newman/bin/newman.js');
  const help = execFileSync(process.execPath, [newman, 'run', '--help'], { encoding: 'utf8' });
  const options = [...help.matchAll(/^ {2}(?:(-\w) ?, )?(--[\w-]+)/gm)];
  expect(options.length).toBeGreaterThan(30);
  const named = new Set(PAGE.flatMap((row) => row.split(/[ ,]+/)));
  const missing = options.filter(([, short = '', long = '']) => !named.has(short) && !named.has(long));
  expect(missing.map(([line]) => line)).toEqual([]);
});
