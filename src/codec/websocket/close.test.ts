import { describe, expect, test } from 'vitest';
import { closeViolation, closePayload, closeText } from './close.ts';

/** RFC 6455 7.4.1 and 7.4.2, and the IANA registry for 1012 to 1014. */
const SENDABLE = new Set([
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
]);
const CODES = [
  0, 1, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015,
  1016, 1100, 1999, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 32768, 65535,
];

function withCode(code: number, reason = ''): Buffer {
  return Buffer.from([code >> 8, code & 255, ...Buffer.from(reason)]);
}

describe('a close', () => {
  test.each(CODES)('with code %i', (code) => {
    expect(closeViolation(withCode(code, 'bye'))?.rule ?? null).toBe(SENDABLE.has(code) ? null : 'close');
  });

  test('without a code is right, with half of one it is not', () => {
    expect(closeViolation(Buffer.alloc(0))).toBeNull();
    expect(closeViolation(Buffer.alloc(1))?.rule).toBe('close');
  });

  test('has a reason in UTF-8', () => {
    expect(closeViolation(withCode(1000, 'tschüß'))).toBeNull();
    expect(closeViolation(Buffer.concat([withCode(1000), Buffer.from([0xff])]))?.rule).toBe('close');
  });

  test('is shown as code and reason', () => {
    expect(closeText(withCode(1000, 'bye'))).toBe('1000 bye');
    expect(closeText(withCode(1001))).toBe('1001');
    expect(closeText(Buffer.alloc(0))).toBe('');
  });

  test('is made with a reason that fits into a control frame, cut between characters', () => {
    expect(closePayload(1000, 'bye')).toEqual(withCode(1000, 'bye'));
    const long = closePayload(1000, 'ü'.repeat(100));
    expect(long.length).toBe(2 + 122);
    expect(closeViolation(long)).toBeNull();
  });
});
