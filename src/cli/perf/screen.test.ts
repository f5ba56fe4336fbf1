import { describe, expect, test } from 'vitest';
import type { Second } from '../../services/perf/options.ts';
import { panelLines } from './screen.ts';

const second = (at: number, more: Partial<Second> = {}): Second => ({
  at,
  users: 5,
  requests: 100,
  requestsPerSecond: 100,
  errors: 0,
  averageMs: 2,
  p50Ms: 1,
  p95Ms: 4,
  p99Ms: 4,
  errorKinds: { status: 0, test: 0, none: 0 },
  receivedBytes: 0,
  seconds: 1,
  hosts: {},
  ...more,
});
const TITLE = { collection: 'Shop', durationMs: 10_000 };

test('the latest figures, their course, and totals of all seconds', () => {
  const seconds = [second(1, { requestsPerSecond: 50 }), second(5, { errors: 3, requests: 50 })];
  expect(panelLines(TITLE, seconds, 60)).toEqual([
    'Shop',
    `${'━'.repeat(25)}${'─'.repeat(25)} 5s of 10s`,
    'users                    5  ██',
    'requests/s             100  ▅█',
    'average             2.00ms  ██',
    'p95                 4.00ms  ██',
    'errors                   3  ▁█',
    'total       150 requests, 3 errors (2.00%)',
  ]);
});

describe('no line is longer than the terminal', () => {
  test.each([40, 57, 100])('%d columns', (columns) => {
    const many = Array.from({ length: 300 }, (_, index) => second(index, { p95Ms: index % 7 }));
    const title = { collection: `\u001b[31m${'x'.repeat(200)}`, durationMs: 300_000 };
    for (const seconds of [[], many])
      for (const line of panelLines(title, seconds, columns)) {
        expect(line.length).toBeLessThanOrEqual(columns);
        expect(line).not.toContain('\u001b');
      }
  });
});
