// A process that is killed while it writes: its file is whole. `npm run kill -- --traffic` does the same a thousand times,
// and measures how old the exchanges are that are lost.
import { expect, test } from 'vitest';
import { killDuringTraffic } from '../../../test/helpers/session-kills.ts';
import { scaled } from '../../../test/helpers/scale.ts';

const TIMES = scaled({ quick: 3, full: 40 });

test(`${TIMES} times`, { timeout: 170_000 }, async () => {
  const { exchanges, errors } = await killDuringTraffic(TIMES, { parallel: 2 });
  expect(errors).toEqual([]);
  expect(exchanges).toBeGreaterThan(0);
});
