import { describe, expect, test } from 'vitest';
import { HOSTILE, TEST, received, requestRun, runTotals, START } from '../../../../test/helpers/runs.ts';
import type { RunStart } from '../../runner/events.ts';
import type { ReporterSettings } from '../contract.ts';
import { cli } from './index.ts';

interface Printed {
  readonly start?: Partial<RunStart>;
  readonly colors?: boolean;
  readonly isTerminal?: boolean;
  readonly settings?: ReporterSettings;
}

async function printed(
  runs: readonly ReturnType<typeof requestRun>[],
  { start = {}, colors = false, isTerminal = false, settings = {} }: Printed = {},
  totals = runTotals(),
): Promise<string> {
  let text = '';
  const print = (more: string): void => void (text += more);
  const reporter = await cli.create({ path: '', colors, isTerminal, settings, print });
  await reporter.start?.({ ...START, collection: { id: 'c', name: 'Shop' }, ...start });
  for (const run of runs) await reporter.request?.(run);
  await reporter.end?.(totals);
  await reporter.close?.();
  return text;
}

test('a run reads like this', async () => {
  const run = requestRun({
    tests: [
      { ...TEST, name: 'is 200', passed: true, skipped: false, error: null },
      {
        ...TEST,
        name: 'has an id',
        passed: false,
        skipped: false,
        error: { name: 'AssertionError', message: 'a\nb', line: 4, expected: '1', actual: '"1"' },
      },
      { ...TEST, name: 'later', passed: true, skipped: true, error: null },
    ],
    console: [{ level: 'warn', text: 'careful\nnow' }],
    scriptErrors: [{ where: 'folder Users', event: 'prerequest', line: 2, name: 'TypeError', message: 'no' }],
    unresolved: ['v', 'w'],
  });
  const failed = requestRun({ folders: [], method: 'POST', response: null, error: 'connection refused' });
  const skipped = requestRun({ folders: [], response: null, skipped: true });
  expect(
    await printed([run, failed, skipped], { start: { iterations: 1 } }, runTotals({ iterations: 1 })),
  ).toBe(
    `Shop (Test)

Users / Admin / Get user
  GET http://127.0.0.1/users/1 200 OK 8B 12ms
  ✓ is 200
  ✗ has an id
      AssertionError: a
      b
  - later (skipped)
    warn: careful
    now
    script error (pre-request script of folder Users, line 2): TypeError: no
  without a value: v, w

Get user
  POST http://127.0.0.1/users/1
    connection refused

Get user
  GET http://127.0.0.1/users/1 skipped by its script

Failures

1. Users / Admin / Get user
    ✗ has an id (test script of the request, line 4)
      AssertionError: a
      b
      expected 1
      got      "1"
    TypeError in the pre-request script of folder Users, line 2
      no

2. Get user
    POST http://127.0.0.1/users/1: connection refused

responses: min 1ms, median 10ms, p90 15ms, p95 18ms, p99 20ms, max 1.50s; 62B received
2 requests (1 failed), 2 tests (1 failed), 1 script error, average response 12ms, total 1.23s
`,
  );
});

test('gRPC has a sentence beside its status', async () => {
  const trailers = [{ name: 'grpc-message', value: 'no such order' }];
  const response = received({ status: 5, reason: 'NOT_FOUND', httpVersion: 'gRPC', trailers });
  expect(await printed([requestRun({ response })])).toContain('5 NOT_FOUND 8B 12ms\n    no such order\n');
});

test('iterations have a heading where there are several', async () => {
  const runs = [0, 0, 1, 0].map((iteration) => requestRun({ iteration }));
  const text = await printed(runs);
  expect(text.match(/^Iteration .*$/gm)).toEqual([
    'Iteration 1 of 2',
    'Iteration 2 of 2',
    'Iteration 1 of 2',
  ]);
  expect(text).toContain('2 iterations, 2 requests');
});

test('untrusted text cannot control the terminal', async () => {
  const text = await printed([HOSTILE]);
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
});

test('colours only where they are wished for', async () => {
  const run = requestRun({ response: received({ status: 500, reason: 'Oh' }) });
  expect(await printed([run], { colors: true })).toContain('\x1b[31m500 Oh\x1b[39m');
  expect(await printed([run])).not.toContain('\x1b');
});

test('on a terminal a status line shows the progress, and disappears at the end', async () => {
  const text = await printed([requestRun(), requestRun({ error: 'no', iteration: 1 })], { isTerminal: true });
  expect(text).toContain('███░░░░░░░░░░░░░░░░░ 1 of 6, iteration 1 of 2\r\x1b[K');
  expect(text).toContain('██████░░░░░░░░░░░░░░ 2 of 6, 1 failed, iteration 2 of 2\r\x1b[K');
  expect(text.endsWith('total 1.23s\n\r\x1b[K')).toBe(true);
});

test('the reason for an early end is printed', async () => {
  const totals = runTotals({ stopped: 'it was interrupted' });
  expect(await printed([], {}, totals)).toContain('The run ended early: it was interrupted\n');
});

describe('options of Newman', () => {
  const run = requestRun({
    tests: [
      { ...TEST, name: 'good', passed: true, skipped: false, error: null },
      { ...TEST, name: 'bad', passed: false, skipped: false, error: { name: 'E', message: 'm', line: 1 } },
    ],
    console: [{ level: 'log', text: 'said' }],
  });

  test.each<[ReporterSettings, readonly string[], readonly string[]]>([
    [{ silent: true }, [], ['Shop', 'Get user', 'requests']],
    [{ 'no-summary': true }, ['Failures'], ['average response', 'median']],
    [{ 'no-failures': true }, ['✗ bad', 'average response'], ['Failures']],
    [{ 'no-assertions': true, 'no-failures': true }, ['Get user'], ['good', 'bad']],
    [{ 'no-success-assertions': true }, ['✗ bad'], ['good']],
    [{ 'no-console': true }, ['✓ good'], ['said']],
    [{ 'no-banner': true }, ['✓ good'], ['Shop']],
    [{ 'disable-unicode': true }, ['+ good', 'x bad'], ['✓', '✗']],
    [{ 'show-timestamps': true }, [new Date(START.startedAt).toLocaleTimeString()], []],
    [
      { verbose: true },
      [
        '    > GET /users/1\n',
        '    > Host: 127.0.0.1',
        '    < HTTP/1.1 200 OK\n',
        '    < X-A: b',
        '    <   "id": 1',
      ],
      [],
    ],
  ])('%j', async (settings, there, notThere) => {
    const text = await printed([run], { settings });
    for (const part of there) expect(text).toContain(part);
    for (const part of notThere) expect(text).not.toContain(part);
  });
});

test('of many failures, the first are repeated and the others counted', async () => {
  const text = await printed(Array.from({ length: 130 }, () => requestRun({ error: 'no' })));
  expect(text.match(/^\d+\. /gm)).toHaveLength(100);
  expect(text).toContain('and 30 more requests that failed');
});
