import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { patientTimeout } from './patient-timeout.ts';

/** Keeps the event loop busy: its turns run, but it never waits. */
async function overload(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const part = performance.now() + 5;
    while (performance.now() < part);
    await turn();
  }
}

test('calls when the time is over', async () => {
  await new Promise<void>((late) => void patientTimeout(late, 5));
});

test('waits while the event loop is overloaded', async () => {
  const late = vi.fn();
  patientTimeout(late, 300);
  await overload(500);
  expect(late).not.toHaveBeenCalled();
  await vi.waitUntil(() => late.mock.calls.length === 1, { timeout: 60_000 });
});

test('but not for ever', async () => {
  const late = vi.fn();
  patientTimeout(late, 5);
  while (late.mock.calls.length === 0) await overload(5);
});

test('calls nobody when it is cancelled', async () => {
  const late = vi.fn();
  patientTimeout(late, 5)();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(late).not.toHaveBeenCalled();
});
