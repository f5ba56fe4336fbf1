import * as http from 'node:http';
import { expect, test } from 'vitest';
import { STATUS_CODES } from './status-codes.ts';

test('in the words of Node.js', () => {
  expect(STATUS_CODES).toEqual(http.STATUS_CODES);
});
