// Events for reporters, with everything that a report has to handle.
import { collectionFields } from '../../src/collections/model/collection.ts';
import type { ReceivedResponse } from '../../src/requests/response.ts';
import type { RequestRun, RunStart, RunTotals } from '../../src/runs/runner/events.ts';

export const START: RunStart = {
  subject: {
    collection: { ...collectionFields.parse({ id: 'c1', name: 'Shop' }), items: [] },
    environment: null,
    globals: [],
  },
  collection: { id: 'c1', name: 'Shop </script> & "co"' },
  environment: 'Test',
  iterations: 2,
  requests: 3,
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
};

export function received(more: Partial<ReceivedResponse> = {}): ReceivedResponse {
  const body = Buffer.from('{"id":1}');
  return {
    status: 200,
    reason: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'X-A', value: 'b' }],
    body,
    size: body.length,
    timeMs: 12.3456,
    trailers: [],
    messages: [],
    ...more,
  };
}

export function requestRun(more: Partial<RequestRun> = {}): RequestRun {
  return {
    iteration: 0,
    id: 'r1',
    name: 'Get user',
    folders: ['Users', 'Admin'],
    method: 'GET',
    url: 'http://127.0.0.1/users/1',
    error: null,
    tests: [],
    console: [],
    scriptErrors: [],
    unresolved: [],
    skipped: false,
    startedAt: START.startedAt,
    durationMs: 34.5,
    sent: { headers: [{ name: 'Host', value: '127.0.0.1' }], body: Buffer.alloc(0) },
    response: received(),
    ...more,
  };
}

/** The place of a test. */
export const TEST = { where: 'request', event: 'test' } as const;

/** A request that failed in every way at once, with hostile texts. */
export const HOSTILE: RequestRun = requestRun({
  iteration: 1,
  name: 'Get\x1b[2J </script><img src=x onerror=alert(1)>',
  url: 'http://127.0.0.1/?q=]]>&\u202e',
  error: 'it failed: \x00\x08<b>\ud800',
  tests: [
    { ...TEST, name: 'is "200" & <ok>', passed: true, skipped: false, error: null },
    {
      ...TEST,
      name: 'body\x07',
      passed: false,
      skipped: false,
      error: { name: 'AssertionError', message: 'expected \x1b[31m1\nto equal ]]> 2', line: 7 },
    },
    { ...TEST, name: 'later', passed: true, skipped: true, error: null },
  ],
  console: [{ level: 'log', text: '</script>\nline two\x1b]0;title\x07' }],
  scriptErrors: [
    {
      where: 'folder <Users>',
      event: 'test',
      line: 3,
      name: 'TypeError',
      message: '\uffff not a function',
    },
  ],
  unresolved: ['a\x9bb', '<c>'],
  response: received({
    headers: [{ name: 'X-Evil', value: '</script><script>alert(1)</script>' }],
    body: Buffer.from('<!--<script></script><img src="http://evil.example/x">'),
  }),
});

export function runTotals(more: Partial<RunTotals> = {}): RunTotals {
  return {
    iterations: 2,
    requests: 2,
    failedRequests: 1,
    tests: 2,
    failedTests: 1,
    scriptErrors: 1,
    averageMs: 12.3456,
    responseMs: { min: 1.25, median: 10, p90: 15, p95: 18, p99: 20, max: 1500 },
    receivedBytes: 62,
    durationMs: 1234.5,
    stopped: null,
    endedEarly: null,
    ...more,
  };
}
