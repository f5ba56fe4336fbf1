// Measures whether the event loop keeps turning during some work.
import { setImmediate as turn } from 'node:timers/promises';

/** Resolves with the number of turns of the event loop until `work` is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const progress = { turns: 0, isOver: false };
  const others = (async (): Promise<void> => {
    while (!progress.isOver) {
      await turn();
      progress.turns += 1;
    }
  })();
  try {
    await work();
  } finally {
    progress.isOver = true;
    await others;
  }
  return progress.turns;
}
