// Removes entries of the history, with the responses of sends.
import type { HistoryEntry } from './entries.ts';
import type { ClientHistory } from './index.ts';
import { responseKey } from './response-key.ts';

/** Resolves with the number of entries that were removed. */
export function removeEntries(
  history: ClientHistory,
  isRemoved: (entry: Pick<HistoryEntry, 'id' | 'kind'>) => boolean,
): Promise<number> {
  return history.exclusively(async () => {
    const { log, responses, runs, loadTests } = history;
    const removed = await log.remove(isRemoved);
    for (const key of removed.map(responseKey))
      if (key !== null) await responses.remove(key.request, [key.id]);
    const others =
      (await runs.remove(({ id }) => isRemoved({ id, kind: 'run' }))) + (await loadTests.remove(isRemoved));
    history.removed();
    return removed.length + others;
  });
}
