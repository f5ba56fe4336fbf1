// The next request head in what a client has sent: complete, incomplete, or not valid HTTP.
import { ProxyError, type ErrorCode } from '../../base/errors.ts';
import type { Violation } from '../../codec/http1/fields.ts';
import { headEnd, MAX_HEAD_BYTES, partialHeadViolation } from '../../codec/http1/head-end.ts';
import { isRepeated } from '../../codec/http1/repeated-head.ts';
import { readRequestHead, type RequestHead } from '../../codec/http1/request-head.ts';

const MAX_EMPTY_LINES = 8;

export type NextHead =
  /** `rest`: the bytes behind the head; null for none. */
  | { readonly type: 'head'; readonly head: RequestHead; readonly rest: Buffer | null }
  /** `begun`: false when nothing but empty lines has arrived. */
  | { readonly type: 'incomplete'; readonly begun: boolean }
  | { readonly type: 'error'; readonly error: ProxyError };

/**
 * Reads the head at the beginning of `input`. `ended`: true when the client sends no more; `before`: its previous head.
 */
export function nextHead(input: Buffer, ended: boolean, before: RequestHead | null = null): NextHead {
  if (before !== null && isRepeated(before, input, 0)) return found(before, input, before.raw.length);
  const start = emptyLinesEnd(input);
  const end = headEnd(input, start);
  if (end < 0) return partialHead(input, start, ended);
  if (end - start > MAX_HEAD_BYTES)
    return failed(new ProxyError('HEAD_TOO_LARGE', `it is longer than ${MAX_HEAD_BYTES} bytes`));
  const head = readRequestHead(input.toString('latin1', start, end), before);
  if (head.type === 'violation') return failed(violationError(head));
  return found(head, input, end);
}

function found(head: RequestHead, input: Buffer, end: number): NextHead {
  return { type: 'head', head, rest: end === input.length ? null : input.subarray(end) };
}

/** The error with which a request is refused that violates the syntax of HTTP. */
export function violationError({ status, reason }: Violation): ProxyError {
  return new ProxyError(CODES[status], reason);
}

const CODES: Readonly<Record<Violation['status'], ErrorCode>> = {
  400: 'BAD_REQUEST',
  417: 'EXPECTATION',
  431: 'HEAD_TOO_LARGE',
  501: 'NOT_IMPLEMENTED',
  505: 'VERSION',
};

function partialHead(input: Buffer, start: number, ended: boolean): NextHead {
  if (start === input.length) return { type: 'incomplete', begun: false };
  const violation = partialHeadViolation(start === 0 ? input : input.subarray(start));
  if (violation !== null) return failed(violationError(violation));
  if (ended) return failed(new ProxyError('BAD_REQUEST', 'the connection ended in the middle of a head'));
  return { type: 'incomplete', begun: true };
}

function failed(error: ProxyError): NextHead {
  return { type: 'error', error };
}

/** RFC 9112 section 2.2: an empty line or so before a request is skipped. */
function emptyLinesEnd(input: Buffer): number {
  let at = 0;
  while (at < MAX_EMPTY_LINES * 2 && input[at] === 13 && input[at + 1] === 10) at += 2;
  return at;
}
