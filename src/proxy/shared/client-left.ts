// The outcome of an exchange whose client disconnects: satisfied, after its own deadline, or early.
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
 * Returns true when a client that disconnects has everything: a reader of an event stream may stop at any time, and a
 * client that has its whole response may leave while the server still reads the request.
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
