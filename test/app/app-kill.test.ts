// An app that is killed in the middle of saves: settings and tools always load, and hold what was saved last.
// `npm run kill` does the same a thousand times.
import { expect, test } from 'vitest';
import { killDuringSaves } from '../helpers/kills.ts';

test('30 times', { timeout: 170_000 }, async () => {
  const { saves, errors } = await killDuringSaves(30);
  expect(errors).toEqual([]);
  expect(saves).toBeGreaterThan(30);
});
