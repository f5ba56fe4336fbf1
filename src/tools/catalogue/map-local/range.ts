// The one range of bytes that a request asks for (RFC 9110 section 14).

/** Both ends are part of it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Null: everything is to be sent, as for several ranges at once and for other units; `unsatisfiable`: nothing of a body
 * of this size lies in the range.
 */
export function parseRange(field: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(field ?? '');
  if (found === null) return null;
  const [, first = '', last = ''] = found;
  if (first === '') return last === '' ? null : suffixRange(Number(last), size);
  const start = Number(first);
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return null;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
}

function suffixRange(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
}
