import { describe, expect, test } from 'vitest';
import { differences } from './differences.ts';
import { joinValues, type ChooseSide } from './join-values.ts';

const pair = (name: string, value: string): object => ({ name, value });
const join = (base: unknown, mine: unknown, theirs: unknown, choose?: ChooseSide): unknown => {
  const { value, conflicts } = joinValues({ base, mine, theirs }, '', choose);
  return conflicts.length === 0 ? value : conflicts.map(({ field }) => field);
};

describe('joined', () => {
  test('fields that one side changed, added or removed', () => {
    const base = { url: 'a', docs: '', auth: { type: 'bearer', token: 't' } };
    const mine = { ...base, url: 'b', auth: { type: 'bearer', token: 'u' } };
    const theirs = { url: 'a', auth: { type: 'bearer', token: 't', more: 1 } };
    expect(join(base, mine, theirs)).toEqual({ url: 'b', auth: { type: 'bearer', token: 'u', more: 1 } });
  });

  test('entries of lists by name or id, also those with one name', () => {
    const base = [pair('A', '1'), pair('B', '1'), pair('B', '2')];
    const mine = [pair('A', '1'), pair('New', 'x'), pair('B', '1'), pair('B', '3')];
    const theirs = [pair('A', '9'), pair('B', '1'), pair('B', '2'), pair('Other', 'y')];
    expect(join(base, mine, theirs)).toEqual([
      pair('A', '9'),
      pair('New', 'x'),
      pair('B', '1'),
      pair('B', '3'),
      pair('Other', 'y'),
    ]);
    expect(join([], [pair('A', '1')], [pair('B', '2')])).toEqual([pair('A', '1'), pair('B', '2')]);
  });

  test('an order that I changed, with entries that they added and removed', () => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => pair(name, '1'));
    expect(join([a, b, c], [c, a, b], [a, d, c])).toEqual([c, a, d]);
  });
});

describe('conflicts', () => {
  test('name the field that both changed, and no other', () => {
    const base = { url: 'a', headers: [pair('A', '1'), pair('B', '1')] };
    const mine = { url: 'b', headers: [pair('A', '2'), pair('B', '1')] };
    const theirs = { url: 'c', headers: [pair('A', '3'), pair('B', '2')] };
    expect(join(base, mine, theirs)).toEqual(['url', 'headers[A].value']);
    const choose: ChooseSide = (field) => (field === 'url' ? 'theirs' : 'mine');
    expect(join(base, mine, theirs, choose)).toEqual({
      url: 'c',
      headers: [pair('A', '2'), pair('B', '2')],
    });
  });

  test('an entry that one removed and the other changed', () => {
    expect(join([pair('A', '1')], [], [pair('A', '2')])).toEqual(['[A]']);
  });

  test('another type is another value', () => {
    const [none, raw, file] = [{ type: 'none' }, { type: 'raw', text: 'a' }, { type: 'file', path: 'b' }];
    expect(join({ body: none }, { body: raw }, { body: file })).toEqual(['body']);
    expect(join({ body: none }, { body: raw }, { body: { ...raw, text: 'c' } })).toEqual(['body.text']);
  });

  test('lists without names are whole values', () => {
    expect(join([1], [1, 2], [1, 3])).toEqual(['']);
  });
});

test('differences are told by field', () => {
  const before = { url: 'a', body: { type: 'none' }, headers: [pair('A', '1'), pair('B', '1')] };
  const after = { url: 'a', body: { type: 'raw' }, headers: [pair('B', '2'), pair('A', '1'), pair('C', '')] };
  expect(differences(before, after).map(({ field, change }) => `${field} ${change}`)).toEqual([
    'body changed',
    'headers[B].value changed',
    'headers[C] added',
    'headers moved',
  ]);
});
