// Ids for objects of formats without ids. The same file always gets the same id, so that an import can be repeated.
import { createHash } from 'node:crypto';

export function stableId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
