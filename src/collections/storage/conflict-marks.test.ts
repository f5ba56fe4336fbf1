import { expect, test } from 'vitest';
import { conflictLine, countConflicts, withSide } from './conflict-marks.ts';

const TEXT = `id: a
<<<<<<< HEAD
url: http://ours
=======
url: http://theirs
>>>>>>> other
name: A
<<<<<<< HEAD
method: PUT
||||||| base
method: GET
=======
method: POST
>>>>>>> other
`;

test('each side of a text with marks', () => {
  expect([conflictLine(TEXT), countConflicts(TEXT)]).toEqual([2, 2]);
  expect(withSide(TEXT, 'ours')).toBe('id: a\nurl: http://ours\nname: A\nmethod: PUT\n');
  expect(withSide(TEXT, 'theirs')).toBe('id: a\nurl: http://theirs\nname: A\nmethod: POST\n');
});

test('lines that only look like marks are no conflict', () => {
  for (const text of [
    'a: b\n',
    '<<<<<<< one\n',
    'x: "<<<<<<< HEAD"\n=======\n>>>>>>> o\n',
    '=======\n>>>>>>> a\n',
  ])
    expect(conflictLine(text)).toBe(0);
});
