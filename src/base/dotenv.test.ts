import { expect, test } from 'vitest';
import { parseDotenv } from './dotenv.ts';

test('reads names and values as dotenv does', () => {
  const text = [
    '# a comment',
    'PLAIN=value',
    'export EXPORTED = spaced  # a remark',
    'URL=https://a.test/?x=1&y=2',
    "SINGLE='a # b\\n'",
    'DOUBLE="two\\nlines and \\"quotes\\""',
    'LONG="first',
    'second"',
    'EMPTY=',
    'not a variable',
    'PLAIN=later',
  ].join('\r\n');
  expect(Object.fromEntries(parseDotenv(text))).toEqual({
    PLAIN: 'later',
    EXPORTED: 'spaced',
    URL: 'https://a.test/?x=1&y=2',
    SINGLE: 'a # b\\n',
    DOUBLE: 'two\nlines and "quotes"',
    LONG: 'first\nsecond',
    EMPTY: '',
  });
});
