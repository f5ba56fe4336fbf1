import { expect, test } from 'vitest';
import { ProxyError } from '../base/errors.ts';
import { mayRepeat } from './may-repeat.ts';

const CLOSED = new ProxyError('UPSTREAM_CLOSED', 'it closed the connection');

test.each([
  ['GET', true, CLOSED, true],
  ['PUT', true, CLOSED, true],
  ['POST', true, CLOSED, false],
  ['GET', false, CLOSED, false],
  ['GET', true, new ProxyError('BAD_RESPONSE', 'it is not HTTP'), false],
])('%s on a connection that has been idle (%s), which fails with %s: %s', (method, used, error, repeats) => {
  expect(mayRepeat(error, { used }, method)).toBe(repeats);
});
