import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTILE, requestRun, runTotals, START, TEST } from '../../../test/helpers/runs.ts';
import type { RequestRun, RunStart, RunTotals } from '../runner/events.ts';
import { junit } from './junit.ts';

async function written(
  runs: readonly RequestRun[],
  start: Partial<RunStart> = {},
  totals: Partial<RunTotals> = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-junit-'));
  const path = join(folder, 'x.xml');
  try {
    const reporter = await junit.create({
      path,
      colors: false,
      isTerminal: false,
      settings: {},
      print: () => undefined,
    });
    await reporter.start?.({ ...START, collection: { id: 'c', name: 'Shop' }, ...start });
    for (const run of runs) await reporter.request?.(run);
    await reporter.end?.(runTotals(totals));
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a suite for each request of each iteration', async () => {
  const tests = [
    { ...TEST, name: 'is 200', passed: true, skipped: false, error: null },
    {
      ...TEST,
      name: 'id',
      passed: false,
      skipped: false,
      error: { name: 'AssertionError', message: 'no\nid', line: 1 },
    },
  ];
  const text = await written([requestRun({ tests }), requestRun({ iteration: 1 })]);
  expect(text.replaceAll(/ +>/g, '>')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Shop" tests="3" failures="1" errors="0" time="1.234">
<testsuite name="Iteration 1: Users / Admin / Get user" tests="2" failures="1" errors="0" skipped="0" time="0.035" timestamp="2026-01-02T03:04:05" hostname="localhost" id="0" package="Shop">
<properties><property name="iteration" value="1"/><property name="method" value="GET"/><property name="url" value="http://127.0.0.1/users/1"/><property name="status" value="200"/></properties>
<testcase name="is 200" classname="Shop.Users.Admin.Get user" time="0.017"/>
<testcase name="id" classname="Shop.Users.Admin.Get user" time="0.017"><failure type="AssertionError" message="no&#10;id">AssertionError: no
id</failure></testcase>
</testsuite>
<testsuite name="Iteration 2: Users / Admin / Get user" tests="1" failures="0" errors="0" skipped="0" time="0.035" timestamp="2026-01-02T03:04:05" hostname="localhost" id="1" package="Shop">
<properties><property name="iteration" value="2"/><property name="method" value="GET"/><property name="url" value="http://127.0.0.1/users/1"/><property name="status" value="200"/></properties>
<testcase name="GET request: 200" classname="Shop.Users.Admin.Get user" time="0.035"/>
</testsuite>
</testsuites>
`);
});

test('a run that ended early fails, though all its requests passed', async () => {
  const text = await written([requestRun()], {}, { stopped: 'step 4: $.refund is not in the response' });
  expect(text).toMatch(/^.*\n<testsuites name="Shop" tests="2" failures="0" errors="1"/);
  expect(text).toContain('<error type="RunError" message="step 4: $.refund is not in the response">');
});

test('characters that XML cannot contain are replaced', async () => {
  const text = await written([HOSTILE]);
  expect(text).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  expect(text).toContain('it failed: \ufffd\ufffd&lt;b&gt;\ufffd');
  expect(text).toContain('<system-out>log: &lt;/script&gt;\nline two');
  expect(text).toContain('errors="2"');
});

test('a long name leaves room for all numbers', async () => {
  const text = await written([requestRun()], { collection: { id: 'c', name: 'ü€"<'.repeat(200) } });
  expect(text.match(/^<testsuites .*>$/gm)).toHaveLength(1);
  expect(text).toContain(' tests="1" failures="0" errors="0" time="1.234"');
});
