import { expect, test } from 'vitest';
import { withoutUserInfo } from './without-user.ts';

test.each([
  ['http://a.test/x', 'http://a.test/x'],
  ['http://user:word@a.test/x', 'http://•••@a.test/x'],
  ['user:word@a.test', '•••@a.test'],
  ['http://user:w@r//d@a.test', 'http://•••@a.test'],
  ['//@', '//•••@'],
])('%s', (text, shown) => {
  expect(withoutUserInfo(text)).toBe(shown);
});
