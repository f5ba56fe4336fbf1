import { expect, test } from 'vitest';
import { connectTimeoutMs, grpcTimeoutMs } from './timeout.ts';

test.each([
  ['1H', 3_600_000],
  ['2M', 120_000],
  ['3S', 3000],
  ['500m', 500],
  ['99999999u', 99_999.999],
  ['5000000n', 5],
  [' 1S ', 1000],
  ['123456789m', null],
  ['1s', null],
  ['m', null],
  ['-1S', null],
  ['', null],
])('grpc-timeout %j', (value, ms) => {
  if (ms === null) expect(grpcTimeoutMs(value)).toBeNull();
  else expect(grpcTimeoutMs(value)).toBeCloseTo(ms);
});

test.each([
  ['500', 500],
  ['12345678901', null],
  ['5S', null],
])('connect-timeout-ms %j', (value, ms) => expect(connectTimeoutMs(value)).toBe(ms));
