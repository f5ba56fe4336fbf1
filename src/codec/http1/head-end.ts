// Where a head ends, and whether what has arrived of one can still become a head.
import { violation, type Violation } from './fields.ts';

/** Most bytes of a start line and its fields. */
export const MAX_HEAD_BYTES = 64 * 1024;

const EMPTY_LINE = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;
/** Up to here a loop finds it sooner than a call into native code. */
const NEAR_BYTES = 1024;

/** Offset behind the empty line that ends the head which starts at `at`, or -1. */
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

/**
 * What is wrong with the beginning of a head that has not ended yet: a line end that is not CRLF would
 * otherwise be waited on for ever.
 */
export function partialHeadViolation(bytes: Buffer): Violation | null {
  if (bytes.length > MAX_HEAD_BYTES) return violation(431, `the head is longer than ${MAX_HEAD_BYTES} bytes`);
  const text = bytes.toString('latin1');
  if (text.includes('\0')) return violation(400, 'the head holds a NUL byte');
  if (/(?:^|[^\r])\n/.test(text)) return violation(400, 'the head holds a bare LF');
  if (/\r(?=[^\n])/.test(text)) return violation(400, 'the head holds a bare CR');
  return null;
}
