// A load test as results show it.
import { z } from 'zod';
import type { LoadTestState } from '../../../../services/jobs/load-tests.ts';

export const loadTest = z.strictObject({
  id: z.string(),
  collection: z.string(),
  state: z.enum(['running', 'ended', 'failed']),
  startedAt: z.string(),
  latest: z.looseObject({}).nullable(),
  result: z.looseObject({}).nullable(),
  conditions: z.array(z.strictObject({ text: z.string(), passed: z.boolean(), value: z.number() })),
  error: z.string().nullable(),
});

/** Returns a load test without the per-second figures. While the test runs, `latest` has the newest ones. */
export function shownLoadTest({
  startedAt,
  latest,
  result,
  totals: _totals,
  thresholds,
  ...test
}: LoadTestState): z.input<typeof loadTest> {
  return {
    ...test,
    startedAt: new Date(startedAt).toISOString(),
    latest: latest === null ? null : { ...latest },
    conditions: thresholds.map((each) => ({ ...each })),
    result: result === null ? null : { ...result, seconds: undefined },
  };
}
