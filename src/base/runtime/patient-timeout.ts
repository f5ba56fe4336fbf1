// A time limit for a peer. It does not expire while this process is overloaded, because the peer's response may
// already have arrived and be waiting for our event loop.
import { performance } from 'node:perf_hooks';

/** From this share of busy time on, the event loop counts as overloaded. */
const OVERLOADED = 0.95;
/** The number of times that a limit may begin again. */
const MAX_EXTENSIONS = 3;

/**
 * Calls `late` after `ms` milliseconds in which the event loop was not overloaded, and at the latest after four times
 * `ms`. Returns a function that cancels the time limit.
 */
export function patientTimeout(late: () => void, ms: number): () => void {
  let begun = performance.eventLoopUtilization();
  let extensions = 0;
  const check = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, begun);
    if (utilization < OVERLOADED || extensions === MAX_EXTENSIONS) {
      late();
      return;
    }
    begun = now;
    extensions += 1;
    timer = setTimeout(check, ms);
  };
  let timer = setTimeout(check, ms);
  return () => clearTimeout(timer);
}
