// The name of what is stored of a send.
import type { HistoryEntry } from './entries.ts';
import type { ResponseKey } from './response-files.ts';

/** Returns the name of the response of a send; null for others. */
export function responseKey({ request, time, id, kind }: HistoryEntry): ResponseKey | null {
  return kind === 'send' && request !== null ? { request, time, id } : null;
}
