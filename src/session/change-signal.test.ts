import { expect, test } from 'vitest';
import { ChangeSignal } from './change-signal.ts';

test('counts changes and calls each listener until it unsubscribes', () => {
  const signal = new ChangeSignal();
  const calls: string[] = [];
  const unsubscribe = signal.subscribe(() => calls.push(`first ${signal.revision}`));
  signal.subscribe(() => calls.push(`second ${signal.revision}`));
  signal.notify();
  unsubscribe();
  signal.notify();
  expect(calls).toEqual(['first 1', 'second 1', 'second 2']);
});
