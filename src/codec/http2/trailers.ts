// The rules for trailers (RFC 9113 section 8.1).
import type { FlatFields } from '../flat-fields.ts';
import { isConnectionSpecific } from './fields.ts';

/**
 * Returns the reason why fields cannot be the trailers of a message; null when they can. With `ended`, they end the
 * stream.
 */
export function trailersViolation(fields: FlatFields, ended: boolean): string | null {
  if (!ended) return 'it sent trailers that do not end its message';
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    if (name.startsWith(':')) return `its trailers contain ${name}`;
    if (isConnectionSpecific(name)) return `its trailers contain ${name}, which HTTP/2 forbids`;
  }
  return null;
}
