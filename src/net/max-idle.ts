// The limit on how long a connection may have been idle when it gets a request.
import { isIdempotent } from '../codec/http1/methods.ts';

const MAX_IDLE_MS = 1000;

/**
 * Returns the limit in ms for a request. A request that must not be sent twice gets a shorter limit, since the server
 * may be about to close a connection that has been idle for long.
 */
export function maxIdleMs(method: string): number {
  return isIdempotent(method) ? Infinity : MAX_IDLE_MS;
}
