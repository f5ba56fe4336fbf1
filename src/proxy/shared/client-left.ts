// The end of an exchange whose client leaves: with all it wanted, when the deadline that it had set is over, or early.
import { ProxyError } from '../../base/errors.ts';
import { connectTimeoutMs, grpcTimeoutMs } from '../../codec/grpc/timeout.ts';
import type { Flow } from '../../flow/flow.ts';

const DEADLINES = [
  ['grpc-timeout', grpcTimeoutMs],
  ['connect-timeout-ms', connectTimeoutMs],
] as const;

/** The request took some of the time until we saw it, so that a client ends a little before the deadline that we count. */
const EARLY_MS = 50;

/**
 * Returns true when a client that leaves lacks nothing: the reader of an event stream, when it has read enough; a client
 * that has its response, though the server still reads the request.
 */
export function hasEnough({ serverSentEvents }: Flow, isAnswered: boolean): boolean {
  return serverSentEvents !== null || isAnswered;
}

/** Returns the error of an exchange whose client left. `when` completes a sentence: `before the end of the response`. */
export function clientLeft({ request, timestamps }: Flow, when: string): ProxyError {
  const waitedMs = performance.now() - timestamps.start;
  for (const [name, read] of DEADLINES) {
    const value = request?.header(name);
    const deadlineMs = value === undefined ? null : read(value);
    if (deadlineMs !== null && waitedMs > deadlineMs - EARLY_MS)
      return new ProxyError('DEADLINE_PASSED', `${name}: ${value ?? ''} was over ${when}`);
  }
  return new ProxyError('CLIENT_LEFT', when);
}
