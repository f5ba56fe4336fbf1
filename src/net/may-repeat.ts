// Decides whether a request is retried. The server may close an idle connection just as it is used (RFC 9112 section
// 9.3.1); an idempotent request does no harm if the server has received it after all.
import type { ProxyError } from '../base/errors.ts';
import { isIdempotent } from '../codec/http1/methods.ts';

/** Returns true when a request may be sent again on another connection; it failed before the first byte of a response. */
export function mayRepeat(error: ProxyError, { used }: { readonly used: boolean }, method: string): boolean {
  return used && error.code === 'UPSTREAM_CLOSED' && isIdempotent(method);
}
