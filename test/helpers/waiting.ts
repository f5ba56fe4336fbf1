// Bounded waiting: a test that waits in vain fails with the name of what did not happen.
import { setTimeout as delay } from 'node:timers/promises';

/** The longest wait in milliseconds: less than the time-out of the suites. */
export const MAX_WAIT_MS = 45_000;

/** Resolves with the result of `work`; rejects with `what` was expected when it takes longer than 45 seconds. */
export async function within<T>(what: string | (() => string), work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`));
    }, MAX_WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Polls until `holds` returns true; rejects with `what` was expected when it does not within 45 seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await delay(5);
  }
}

/**
 * Resolves with the value of `measure` when it has not changed in `checks` checks, 20 ms apart, during which `started`
 * returns true.
 */
export async function steady(
  measure: () => number,
  checks = 5,
  started: () => boolean = () => true,
): Promise<number> {
  let last = -1;
  let unchanged = 0;
  await until('a figure that no longer changes', async () => {
    await delay(20);
    const value = measure();
    unchanged = value === last && started() ? unchanged + 1 : 0;
    last = value;
    return unchanged >= checks;
  });
  return last;
}
