import { expect, test } from 'vitest';
import { slowestLines } from './slowest-reporter.ts';

test('the slowest ten, in order', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.test.ts`, ms: at * 1000 }));
  const lines = slowestLines(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   11.0 s  11.test.ts');
  expect(lines.at(-1)).toBe('    2.0 s  2.test.ts');
});
