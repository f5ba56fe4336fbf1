// Tells reporters of the steps of requests.
import type { Reporter } from './events.ts';
import type { RunContext } from './run-context.ts';

/** Returns null when no reporter wants to know of each step, so that a run need not tell. */
export function observerOf(reporters: readonly Reporter[]): RunContext['observe'] {
  const observers = reporters.filter((reporter) => 'step' in reporter);
  if (observers.length === 0) return null;
  return (at, event) => {
    for (const reporter of observers) reporter.step?.(at, event);
  };
}
