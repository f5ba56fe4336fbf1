import { expect, test } from 'vitest';
import { joinFields } from './join-fields.ts';

const base = { name: 'a', hosts: ['x'], off: null, comment: 'c' };

test.each([
  ['nobody changed anything', {}, {}, base, []],
  ['each changed another field', { name: 'b' }, { hosts: ['y'] }, { ...base, name: 'b', hosts: ['y'] }, []],
  ['both changed a field to the same', { hosts: ['y'] }, { hosts: ['y'] }, { ...base, hosts: ['y'] }, []],
  ['both changed a field', { name: 'b' }, { name: 'd', off: 1 }, { ...base, name: 'b', off: 1 }, ['name']],
  ['both added a field', { new: 1 }, { new: 2 }, { ...base, new: 1 }, ['new']],
])('%s', (_, mine, theirs, joined, conflicts) => {
  expect(joinFields(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({ joined, conflicts });
});

test('a removed field stays removed, and conflicts with a change of it', () => {
  const without = Object.fromEntries(Object.entries(base).filter(([name]) => name !== 'comment'));
  expect(joinFields(base, without, { ...base, name: 'b' })).toEqual({
    joined: { ...without, name: 'b' },
    conflicts: [],
  });
  expect(joinFields(base, without, { ...base, comment: 'd' }).conflicts).toEqual(['comment']);
  expect(joinFields(base, { ...base, comment: 'd' }, without)).toEqual({
    joined: { ...base, comment: 'd' },
    conflicts: ['comment'],
  });
});
