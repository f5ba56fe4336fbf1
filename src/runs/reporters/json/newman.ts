// A JSON report in Newman's shape: the summary that Newman passes to its callback.
import type { Reporter } from '../../runner/events.ts';
import { fileReporter } from '../shared/report-file.ts';
import { NewmanEmitter, NewmanEvents } from '../../newman-events/events.ts';

/**
 * Creates the reporter. It keeps the whole run in memory, as Newman does. It rejects with an Error that names an
 * unwritable file.
 */
export async function newmanJson(path: string): Promise<Reporter> {
  const emitter = new NewmanEmitter();
  const events = new NewmanEvents(emitter);
  const file = await fileReporter(path, {
    start: () => '',
    request: () => '',
    end: () => `${JSON.stringify(emitter.summary, null, 2)}\n`,
  });
  return {
    start: async (run) => {
      await file.start?.(run);
      await events.start(run);
    },
    iteration: (index) => events.iteration(index),
    iterationEnd: (index) => events.iterationEnd(index),
    step: (at, event) => events.step(at, event),
    state: (state) => events.state(state),
    end: async (totals) => {
      await events.end(totals);
      await file.end?.(totals);
    },
    close: () => file.close?.(),
  };
}
