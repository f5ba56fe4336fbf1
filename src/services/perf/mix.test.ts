import { expect, test } from 'vitest';
import type { Step } from '../../runs/runner/steps.ts';
import { mixOf, turnAt, type Mix } from './mix.ts';

/** Steps named by paths such as `Orders/List`, whose ids are their paths in lower case. */
function steps(...paths: readonly string[]): readonly Step[] {
  return paths.map((path) => {
    const names = path.split('/');
    const ids = names.map((_, at) =>
      names
        .slice(0, at + 1)
        .join('/')
        .toLowerCase(),
    );
    const request = { id: ids.at(-1), name: names.at(-1) };
    return { request, folders: names.slice(0, -1), folderIds: ids.slice(0, -1) } as unknown as Step;
  });
}

const first = (mix: Mix, count: number) => Array.from({ length: count }, (_, number) => turnAt(mix, number));

test('without weights each iteration sends all, with the next row', () => {
  const mix = mixOf(steps('A', 'B'), {});
  expect(first(mix, 2)).toEqual([
    { steps: [0, 1], row: 0 },
    { steps: [0, 1], row: 1 },
  ]);
});

test('parts have turns by weight, spread evenly, and each takes all rows', () => {
  // A folder is one part, what is not named has 1, and 0 leaves out.
  const mix = mixOf(steps('Orders/List', 'Orders/Show', 'Read', 'Off'), { Orders: 2, off: 0, read: 4 });
  const turns = first(mix, 6);
  expect(turns.map(({ steps: own }) => own.join())).toEqual(['2', '0,1', '2', '2', '0,1', '2']);
  expect(turns.map(({ row }) => row)).toEqual([0, 0, 1, 2, 1, 3]);
});

test('the innermost name decides', () => {
  const mix = mixOf(steps('Orders/List', 'Orders/Show'), { Orders: 1, 'orders/show': 3 });
  expect(mix.counts).toEqual([1, 3]);
});

test.each([
  [{ Raed: 1 }, 'the weight of "Raed" is for no folder or request that is sent; did you mean "Read"?'],
  [{ Read: 0, Write: 0 }, 'all weights are 0: give one of them more'],
])('%j is refused', (weights, message) => {
  expect(() => mixOf(steps('Read', 'Write'), weights as unknown as Record<string, number>)).toThrow(message);
});
