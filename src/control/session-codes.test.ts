import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SessionCodes } from './session-codes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a code is good once', () => {
  const codes = new SessionCodes();
  const code = codes.issue();
  expect(code).toMatch(/^[\w-]{32}$/);
  expect(codes.redeem(code)).toBe(true);
  expect(codes.redeem(code)).toBe(false);
  expect(codes.redeem('')).toBe(false);
});

test('for 60 s', () => {
  const codes = new SessionCodes();
  const [early, late] = [codes.issue(), codes.issue()];
  vi.advanceTimersByTime(59_999);
  expect(codes.redeem(early)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(codes.redeem(late)).toBe(false);
});

test('the oldest give way to newer ones', () => {
  const codes = new SessionCodes();
  const issued = Array.from({ length: 101 }, () => codes.issue());
  expect(codes.redeem(issued[0]!)).toBe(false);
  expect(codes.redeem(issued[1]!)).toBe(true);
});
