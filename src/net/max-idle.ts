// The limit on how long a connection may have been idle when it gets a request.
import { isIdempotent } from '../codec/http1/methods.ts';

const MAX_IDLE_MS = 1000;

/**
 * Returns the limit in ms for a request. One that must not be sent twice avoids connections that have been idle longer:
 * the server may be closing them.
 */
export function maxIdleMs(method: string): number {
  return isIdempotent(method) ? Infinity : MAX_IDLE_MS;
}
