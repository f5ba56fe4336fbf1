// Sending again where the network has failed: only when that is asked for, since a server may have acted.
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, ProxyError, systemCode } from '../../base/errors.ts';

const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
const PROXY_CODES: ReadonlySet<string> = new Set([
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'DNS_FAILED',
  'EXTERNAL_PROXY_FAILED',
  'UPSTREAM_CLOSED',
]);

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;

interface Retries {
  /** The number of times that it is sent again. */
  readonly count: number;
  readonly signal: AbortSignal;
  /** Receives a sentence about each fault after which it is sent again. */
  readonly note: (text: string) => void;
}

/** Sends, and sends again after a fault of the network, with growing pauses. Rejects with the last fault. */
export async function withRetries<T>(send: () => Promise<T>, { count, signal, note }: Retries): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await send();
    } catch (error) {
      if (tries > count || signal.aborted || !isNetworkError(error)) throw error;
      note(`try ${tries} has failed, and it is sent again: ${messageOf(error)}`);
      await delay(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)), null, { signal });
    }
}

/** Returns true for an error after which another try may succeed; a certificate that is not trusted is none. */
function isNetworkError(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (SYSTEM_CODES.has(systemCode(cause)) || (cause instanceof ProxyError && PROXY_CODES.has(cause.code)))
      return true;
  return false;
}
