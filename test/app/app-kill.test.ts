// An app that is killed in the middle of saves: settings and tools always load, and hold what was saved last.
// `npm run kill` does the same a thousand times.
import { expect, test } from 'vitest';
import { killDuringSaves } from '../helpers/kills.ts';
import { scaled } from '../helpers/scale.ts';

const TIMES = scaled({ quick: 2, full: 30 });

test(`${TIMES} times`, { timeout: 170_000 }, async () => {
  const { saves, errors } = await killDuringSaves(TIMES);
  expect(errors).toEqual([]);
  expect(saves).toBeGreaterThan(TIMES);
});
