// Entries of the history, and responses, for tests.
import type { HistoryEntry } from '../../src/session/history/entries.ts';
import type { ResponseRecord } from '../../src/session/history/response-files.ts';

export function sentEntry(given: Partial<HistoryEntry> & Pick<HistoryEntry, 'id'>): HistoryEntry {
  return {
    kind: 'send',
    time: Date.now(),
    name: 'List',
    request: 'list',
    environment: null,
    method: 'GET',
    url: 'http://a.test/',
    status: 200,
    size: 1,
    ms: 1,
    outcome: 'received',
    reason: null,
    tests: { passed: 0, failed: 0 },
    requests: { total: 1, failed: 0 },
    ...given,
  };
}

export function sentResponse(entry: HistoryEntry, body: Buffer): ResponseRecord {
  const about = { bodySize: body.length, fullBodySize: body.length, isText: true, isPartial: false };
  return { summary: { ...entry, ...about }, end: {}, events: [], omittedEvents: 0, body };
}
