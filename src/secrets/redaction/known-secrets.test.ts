import { expect, test } from 'vitest';
import { KnownSecrets } from './known-secrets.ts';

test.each([5, 6, 7, 8, 15, 16, 40])('a value of %i characters is found wherever it stands', (length) => {
  const known = new KnownSecrets();
  const value = 'q7Zx9'.repeat(8).slice(0, length);
  known.add(value);
  for (let before = 0; before < 7; before += 1)
    for (let behind = 0; behind < 4; behind += 1) {
      const text = `${' '.repeat(before)}${value}${' '.repeat(behind)}`;
      expect(known.spans(text)).toMatchObject([{ start: before, end: before + length }]);
    }
  const twice = `${value} ${value}`;
  expect(known.spans(twice)).toMatchObject([{ start: 0 }, { start: length + 1 }]);
});

test('the longest of values that begin alike is found', () => {
  const known = new KnownSecrets();
  for (const value of ['q7Zx9-a', 'q7Zx9-a-longer-one']) known.add(value);
  expect(known.spans('(q7Zx9-a-longer-one) (q7Zx9-a)')).toMatchObject([
    { start: 1, end: 19 },
    { start: 22, end: 29 },
  ]);
});
