import { describe, expect, test } from 'vitest';
import { tallyLine } from './tally-reporter.ts';

describe('the closing line', () => {
  test.each([
    [[{ passed: 3, failed: 0, skipped: 0 }], 0, '3 passed, 0 failed'],
    [
      [
        { passed: 3, failed: 1, skipped: 0 },
        { passed: 2, failed: 1, skipped: 4 },
      ],
      0,
      '5 passed, 2 failed, 4 skipped',
    ],
    [[{ passed: 3, failed: 0, skipped: 0 }], 2, '3 passed, 2 failed'],
    [[], 0, '0 passed, 1 failed'],
  ])('%o and %i stray errors: %s', (tallies, strayErrors, line) => {
    expect(tallyLine(tallies, strayErrors)).toBe(line);
  });
});
