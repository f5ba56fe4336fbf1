import { expect, test } from 'vitest';
import { isLocalhostName } from './localhost.ts';

test.each(['localhost', 'localhost.', 'a.localhost', 'a.b.LocalHost', 'a.localhost.'])('%s', (host) =>
  expect(isLocalhostName(host)).toBe(true),
);

test.each(['', '.', 'localhost.test', 'mylocalhost', 'localhostx', '127.0.0.1', '::1', 'localhost..'])(
  'not %j',
  (host) => expect(isLocalhostName(host)).toBe(false),
);
