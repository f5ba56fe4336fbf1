import { expect, test } from 'vitest';
import { releasedVersion } from './version.ts';

const released = ['0.1.0', '0.9.9', '1.2.3'];

test('a step raises one number and resets those behind it', () => {
  const state = { current: '1.2.3', released };
  expect(['patch', 'minor', 'major', '1.10.0'].map((wanted) => releasedVersion(wanted, state))).toEqual([
    '1.2.4',
    '1.3.0',
    '2.0.0',
    '1.10.0',
  ]);
});

test('the first release has the version of the package', () => {
  const state = { current: '0.1.0', released: [] };
  expect(releasedVersion(undefined, state)).toBe('0.1.0');
  expect(releasedVersion('0.1.0', state)).toBe('0.1.0');
});

test.each([
  [undefined, '1.2.3 is released already: give a version'],
  ['1.2.3', '1.2.3 is released already: its tag exists'],
  ['1.2.2', '1.2.2 is older than 1.2.3'],
  ['v2', '"v2" is not a version: give patch, minor, major'],
  ['1.2', '"1.2" is not a version'],
])('%s is refused', (wanted, message) => {
  expect(() => releasedVersion(wanted, { current: '1.2.3', released })).toThrow(message);
});
