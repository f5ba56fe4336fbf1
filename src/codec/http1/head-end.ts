// Finds the end of a head, and detects early that a partial head cannot become valid.
import { violation, type Violation } from './fields.ts';

/** Maximum size of the start line of a request with its fields, in bytes. */
export const MAX_HEAD_BYTES = 64 * 1024;
/** The same maximum for a response, which is larger because some servers send many or long cookies. */
export const MAX_RESPONSE_HEAD_BYTES = 256 * 1024;

const EMPTY_LINE = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;
/** Up to this distance a loop is faster than a native search. */
const NEAR_BYTES = 1024;

/** Returns the offset after the empty line that ends the head at `at`; -1 when it has not arrived. */
export function headEnd(bytes: Buffer, at: number): number {
  const near = Math.min(bytes.length, at + NEAR_BYTES) - 3;
  for (; at < near; at += 1) {
    if (bytes[at] === CR && bytes[at + 2] === CR && bytes[at + 1] === LF && bytes[at + 3] === LF)
      return at + 4;
  }
  if (at + 3 >= bytes.length) return -1;
  const found = bytes.indexOf(EMPTY_LINE, at);
  return found < 0 ? -1 : found + 4;
}

/** Checks an incomplete head. Without this check, the reader would wait for ever when line ends are not CRLF. */
export function partialHeadViolation(bytes: Buffer): Violation | null {
  if (bytes.length > MAX_HEAD_BYTES) return violation(431, `the head is longer than ${MAX_HEAD_BYTES} bytes`);
  const text = bytes.toString('latin1');
  if (/(?:^|[^\r])\n/.test(text)) return violation(400, 'the head holds a bare LF');
  return oddByteViolation(text);
}

/** Finds bytes that are forbidden anywhere in a head. */
export function oddByteViolation(text: string): Violation | null {
  if (text.includes('\0')) return violation(400, 'the head holds a NUL byte');
  if (/\r(?=[^\n])/.test(text)) return violation(400, 'the head holds a bare CR');
  return null;
}
