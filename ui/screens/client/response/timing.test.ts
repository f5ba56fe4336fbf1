import { expect, test } from 'vitest';
import { begunSend, endedWithout, type Ended } from '../sends/state.ts';
import { failureOf } from './failure.ts';
import { stepsOf } from './timing.ts';

/** A send through the proxy, which has got all of the request and no connection to the server. */
function refused(): Ended {
  const reason = 'The server could not be reached: a.test:80: connection refused (ECONNREFUSED)';
  const ended = endedWithout(begunSend('c', 0, null), { outcome: 'failed', reason });
  const phases = (['connect', 'sent', 'body', 'tests'] as const).map((phase, at) => ({
    phase,
    target: '',
    ms: at,
  }));
  const exchange = { sentMs: 2, connection: {} } as unknown as Ended['exchanges'][number];
  return { ...ended, phases, exchanges: [exchange], end: { ...ended.end, phase: 'connect', ms: 9 } };
}

test('what comes after the step that failed was not reached, whatever the proxy has got', () => {
  const steps = stepsOf(refused(), 'ECONNREFUSED').map(({ id, state, ms }) => [id, state, ms]);
  expect(steps).toEqual([
    ['connect', 'failed', 1],
    ['sent', 'not reached', null],
    ['body', 'not reached', null],
    ['tests', 'done', 6],
  ]);
  expect(failureOf(refused()).text).toBe('The connection was refused. Nothing of the request was sent.');
});
