import { expect, test } from 'vitest';
import { isSuccess, Totals } from './totals.ts';

test('an iteration that a script ended is told, and fails a run only where that is asked for', () => {
  const totals = new Totals();
  expect(totals.result(1, null).endedEarly).toBeNull();
  totals.endedEarly(0, { after: 'Login', next: null, missed: 2 });
  totals.endedEarly(1, { after: 'Login', next: 'gone', missed: 2 });
  const ended = totals.result(2, null);
  expect(ended.endedEarly).toEqual({
    iterations: 2,
    reason: 'iteration 1: a script of "Login" chose no next request, with 2 more in order',
  });
  expect(isSuccess(ended)).toBe(true);
  const failed = totals.result(2, null, { failsOnEarlyEnd: true });
  expect(isSuccess(failed)).toBe(false);
  expect(failed.stopped).toBe(ended.endedEarly!.reason);
});
