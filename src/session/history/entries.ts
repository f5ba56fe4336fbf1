// Entries of the history: a line each, whatever they are about.
import { z } from 'zod';

export const HISTORY_KINDS = ['send', 'run', 'loadTest', 'mock'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(HISTORY_KINDS),
  /** Epoch milliseconds of the beginning. */
  time: z.number(),
  /** The name of the request, or of the collection. */
  name: z.string(),
  /** The id of the request of a send. */
  request: z.string().nullable(),
  /** Its name; null without one. */
  environment: z.string().nullable(),
  /** Empty for what is more than one request. */
  method: z.string(),
  /** With secrets masked. */
  url: z.string(),
  /** 0 without a response. */
  status: z.number(),
  /** Bytes of the response. */
  size: z.number(),
  ms: z.number(),
  outcome: z.enum(['received', 'failed', 'stopped', 'skipped', 'ended']),
  /** The reason of a failure; null without one. */
  reason: z.string().nullable(),
  tests: z.object({ passed: z.number(), failed: z.number() }),
  requests: z.object({ total: z.number(), failed: z.number() }),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** Compares entries, the latest first. */
export function latestFirst(one: EntryPosition, other: EntryPosition): number {
  return other.time - one.time || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

export type EntryPosition = Pick<HistoryEntry, 'time' | 'id'>;

/** True when each word of `text` is in the entry. */
export function hasWords(entry: HistoryEntry, text: string): boolean {
  const { name, url, method, status, kind, environment, outcome, reason } = entry;
  const all = [name, url, method, String(status), kind, environment, outcome, reason]
    .join('\n')
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
