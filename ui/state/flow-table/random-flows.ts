// Requests at random, the same in each run, for tests that compare with something simple.
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';

/** Returns a function that returns whole numbers from 0 to below `limit`. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

export function randomFlow(random: (limit: number) => number, id: number): FlowSummary {
  const host = ['a.test', 'b.test', 'c.test'][random(3)]!;
  const path = ['/a', '/a/1', '/a?x=1', '/b/c/d/e', '/', '/é', ''][random(7)]!;
  const isOpen = random(5) === 0;
  return {
    id,
    method: ['GET', 'POST'][random(2)]!,
    url: `http://${host}${path}`,
    host,
    startedAt: new Date(1_795_000_000_000 + random(100_000)).toISOString(),
    state: isOpen ? 'pending' : 'completed',
    decrypted: false,
    app: [null, 'curl', 'node'][random(3)]!,
    tags: [],
    requestSize: random(10),
    ...(!isOpen && {
      status: [200, 404, 500][random(3)]!,
      durationMs: random(1000),
      responseSize: random(50),
    }),
    ...(random(3) === 0 && { openedFrom: ['one.har', 'two.har'][random(2)]! }),
  };
}
