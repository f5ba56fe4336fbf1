// Records of a run and its requests for reports: plain values with fixed keys, and bodies of limited size.
import { toBase64, decodeUtf8 } from '../../../base/bytes.ts';
import type { HeaderField } from '../../../requests/auth/contract.ts';
import type { Message, ReceivedResponse } from '../../../requests/response.ts';
import type { RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { hasFailed } from '../../runner/totals.ts';

/** A body as `text` when it is UTF-8, otherwise as `base64`. */
export interface BodyRecord {
  /** The size of the whole body in bytes. */
  readonly size: number;
  /** The number of bytes that are omitted. */
  readonly leftOut: number;
  readonly text?: string;
  readonly base64?: string;
}

/** A request of a run, with times in ISO 8601 and durations in milliseconds. */
export type RequestRecord = ReturnType<typeof requestRecord>;

/** Creates a record with at most `maxBodyBytes` of each body. */
export function requestRecord(run: RequestRun, maxBodyBytes: number) {
  return {
    iteration: run.iteration,
    id: run.id,
    name: run.name,
    folders: run.folders,
    method: run.method,
    url: run.url,
    failed: hasFailed(run),
    skipped: run.skipped,
    error: run.error,
    startedAt: new Date(run.startedAt).toISOString(),
    durationMs: roundToMicroseconds(run.durationMs),
    request:
      run.sent === null
        ? null
        : { headers: run.sent.headers.map(headerRecord), body: bodyRecord(run.sent.body, maxBodyBytes) },
    response: run.response === null ? null : responseRecord(run.response, maxBodyBytes),
    tests: run.tests.map(({ where, event, name, passed, skipped, error }) => ({
      name,
      passed,
      skipped,
      error,
      where,
      event,
    })),
    console: run.console.map(({ level, text }) => ({ level, text })),
    scriptErrors: run.scriptErrors.map(({ where, event, line, name, message }) => ({
      where,
      message: `${name}: ${message}`,
      event,
      line,
    })),
    unresolved: run.unresolved,
  };
}

function responseRecord(response: ReceivedResponse, maxBodyBytes: number) {
  return {
    status: response.status,
    reason: response.reason,
    httpVersion: response.httpVersion,
    timeMs: roundToMicroseconds(response.timeMs),
    size: response.size,
    headers: response.headers.map(headerRecord),
    body: bodyRecord(response.body, maxBodyBytes),
    trailers: response.trailers.map(headerRecord),
    messages: response.messages
      .slice(0, MAX_MESSAGES)
      .map((message) => messageRecord(message, Math.min(maxBodyBytes, MAX_MESSAGE_BYTES))),
    messagesLeftOut: Math.max(0, response.messages.length - MAX_MESSAGES),
  };
}

const MAX_MESSAGES = 200;
const MAX_MESSAGE_BYTES = 4096;

function messageRecord({ direction, name, data, time }: Message, maxBytes: number) {
  return { direction, name, time: new Date(time).toISOString(), ...bodyRecord(data, maxBytes) };
}

/** Decodes the value, which holds one char per byte and is nearly always UTF-8. */
function headerRecord({ name, value }: HeaderField): HeaderField {
  return { name, value: decodeUtf8(Buffer.from(value, 'latin1')) ?? value };
}

function bodyRecord(body: Buffer, max: number): BodyRecord {
  const part = body.length <= max ? body : body.subarray(0, characterStart(body, max));
  const text = decodeUtf8(part);
  const sizes = { size: body.length, leftOut: body.length - part.length };
  return text === null || text.includes('\0') ? { ...sizes, base64: toBase64(part) } : { ...sizes, text };
}

/** Returns the start of the UTF-8 character at the offset, at most three bytes before. */
function characterStart(body: Buffer, at: number): number {
  for (let start = at; start > Math.max(0, at - 4); start -= 1)
    if (((body[start] ?? 0) & 0xc0) !== 0x80) return start;
  return at;
}

/** Rounds to microseconds. */
function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Records the facts known at the start of a run. */
export function startRecord({ collection, environment, iterations, startedAt }: RunStart) {
  const { id, name } = collection;
  return {
    collection: { id, name },
    environment,
    iterations,
    startedAt: new Date(startedAt).toISOString(),
  };
}

/** Records the totals of a run. */
export function totalsRecord(totals: RunTotals) {
  return {
    iterations: totals.iterations,
    requests: totals.requests,
    failedRequests: totals.failedRequests,
    tests: totals.tests,
    failedTests: totals.failedTests,
    scriptErrors: totals.scriptErrors,
    averageMs: roundToMicroseconds(totals.averageMs),
    responseMs: Object.fromEntries(
      Object.entries(totals.responseMs).map(([name, ms]) => [name, roundToMicroseconds(ms)]),
    ),
    receivedBytes: totals.receivedBytes,
    durationMs: roundToMicroseconds(totals.durationMs),
    stopped: totals.stopped,
    endedEarly: totals.endedEarly,
  };
}
