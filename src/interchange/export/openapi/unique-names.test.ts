import { expect, test } from 'vitest';
import { UniqueNames } from './unique-names.ts';

test('the first name is unchanged, others get the first free number', () => {
  const names = new UniqueNames('_');
  expect(['a', 'a_2', 'a', 'a', 'b'].map((name) => names.take(name))).toEqual([
    'a',
    'a_2',
    'a_3',
    'a_4',
    'b',
  ]);
  expect(names.all).toEqual(['a', 'a_2', 'a_3', 'a_4', 'b']);
});

test('a hundred thousand of one name', () => {
  const names = new UniqueNames('');
  const given = Array.from({ length: 100_000 }, () => names.take('id'));
  expect(given.at(-1)).toBe('id100000');
});
