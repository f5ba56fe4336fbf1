import { expect, test } from 'vitest';
import type { RunEvent, RunRow } from './run-events.ts';
import { RunModel, type RunLine } from './run-model.ts';

const row = (index: number, iteration: number, name: string, more: Partial<RunRow> = {}): RunRow => ({
  index,
  iteration,
  request: name,
  name,
  folders: [],
  method: 'GET',
  url: `http://a.test/${name}`,
  status: 200,
  timeMs: index + 1,
  size: 10,
  hasFailed: false,
  skipped: false,
  error: null,
  tests: [{ name: 'is fine', passed: more.hasFailed !== true, error: null }],
  scriptErrors: [],
  before: null,
  ...more,
});
const about = { channel: 'c', number: 1, time: 5 } as const;
const started = (more: object = {}): RunEvent =>
  ({
    ...about,
    type: 'start',
    iterations: 2,
    requests: 2,
    total: 4,
    steps: ['a', 'b'].map((name) => ({ request: name, name, type: 'http', method: 'GET' })),
    labels: ['ann', 'ben'],
    parallel: 1,
    before: null,
    ...more,
  }) as unknown as RunEvent;
const requests = (...rows: readonly RunRow[]): readonly RunEvent[] =>
  rows.map((each) => ({ ...about, type: 'request', row: each }));
const shown = (lines: readonly RunLine[]): readonly string[] =>
  lines.map((line) =>
    line.type === 'iteration'
      ? `${line.iteration} (${line.done})`
      : line.type === 'row'
        ? line.row.name
        : `${line.step.name}${line.isSending ? '…' : ''}`,
  );

test('rows stand under their iteration, and below them what is still to come', () => {
  const run = new RunModel('c', 0);
  run.take([started()]);
  expect(shown(run.lines('all'))).toEqual(['0 (0)', 'a…', 'b']);
  run.take(requests(row(0, 0, 'a')));
  expect(shown(run.lines('all'))).toEqual(['0 (1)', 'a', 'b…']);
  run.take(requests(row(1, 0, 'b')));
  expect(shown(run.lines('all'))).toEqual(['0 (2)', 'a', 'b', '1 (0)', 'a…', 'b']);
  run.take([{ ...about, type: 'paused' }]);
  expect(shown(run.lines('all')).at(-2)).toBe('a');
});

test('in parallel, rows come under their iteration as they end', () => {
  const run = new RunModel('c', 0);
  run.take([started({ parallel: 2 }), ...requests(row(0, 1, 'a'), row(1, 0, 'a'), row(2, 1, 'b'))]);
  expect(shown(run.lines('all'))).toEqual(['0 (1)', 'a', '1 (2)', 'a', 'b']);
});

test('filters leave what failed, and what failed newly', () => {
  const run = new RunModel('c', 0);
  const failed = { hasFailed: true } as const;
  run.take([
    started({ iterations: 1 }),
    ...requests(
      row(0, 0, 'a', { ...failed, before: { timeMs: 1, hasFailed: false } }),
      row(1, 0, 'b', { ...failed, before: { timeMs: 1, hasFailed: true }, error: 'refused' }),
      row(2, 0, 'c'),
    ),
  ]);
  expect(shown(run.lines('failed'))).toEqual(['a', 'b']);
  expect(shown(run.lines('new'))).toEqual(['a']);
  expect(run.counts).toEqual({
    passedTests: 1,
    failedTests: 2,
    errors: 1,
    failed: 2,
    newlyFailed: 1,
    receivedBytes: 30,
  });
});

test('response times of a long run', () => {
  const run = new RunModel('c', 0);
  expect(run.percentiles([0.5])).toEqual([]);
  run.take(requests(...Array.from({ length: 1000 }, (_, index) => row(index, 0, 'a'))));
  expect(run.percentiles([0.5, 0.95])).toEqual([500, 950]);
});
