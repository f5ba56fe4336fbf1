// Reports the progress of a run.
import type { Reporter } from './events.ts';

/** The progress of a run. `total` is null when it is unknown. */
export type Progress = (done: number, total: number | null, message: string) => void;

export function progressReporter(notify: Progress): Reporter {
  let [done, total] = [0, 0];
  return {
    start({ iterations, requests }) {
      total = iterations * requests;
    },
    request() {
      done += 1;
      // Scripts may send requests repeatedly. Names are omitted, because a stranger may have chosen them.
      notify(done, Math.max(total, done), `${done} of ${Math.max(total, done)} requests`);
    },
  };
}
