// Compares the list with an array over random additions and removals.
import { expect, it } from 'vitest';
import { BodyList, type ListedBody } from './body-list.ts';

class Body implements ListedBody<Body> {
  older: Body | null = null;
  newer: Body | null = null;
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

it('has bodies in the order in which they were added', () => {
  const list = new BodyList<Body>();
  const expected: Body[] = [];
  const any = (): true => true;
  let state = 7;
  for (let id = 0; id < 5000; id += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    if (expected.length === 0 || state % 7 < 4) {
      const body = new Body(id);
      list.add(body);
      expected.push(body);
    } else {
      const [removed] = expected.splice(state % expected.length, 1);
      if (removed === undefined) throw new Error('an empty list was not excluded');
      list.remove(removed);
      // What is gone keeps nothing alive.
      expect([removed.older, removed.newer]).toEqual([null, null]);
      if (state % 3 === 0) {
        list.add(removed);
        expected.push(removed);
      }
    }
    expect(list.oldest(any)).toBe(expected[0] ?? null);
    expect(list.oldest((body) => body.id % 5 === 0)).toBe(expected.find((body) => body.id % 5 === 0) ?? null);
  }
  while (expected.length > 0) {
    const oldest = list.oldest(any);
    expect(oldest).toBe(expected.shift());
    if (oldest !== null) list.remove(oldest);
  }
  expect(list.oldest(any)).toBeNull();
});
