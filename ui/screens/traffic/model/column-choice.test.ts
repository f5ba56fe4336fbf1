import { expect, test } from 'vitest';
import { columnTemplate, fittingColumns, orderedColumns } from './column-choice.ts';

/** Returns the pixels that a list with these columns needs. */
function needed(width: number, shows: { readonly search: boolean; readonly sessions: boolean }): number {
  const template = columnTemplate(fittingColumns(orderedColumns([], {}), {}, width, shows), {});
  return [...template.matchAll(/(\d+)px/g)].reduce((sum, [, pixels]) => sum + Number(pixels), 0);
}

test.each([
  { search: false, sessions: false },
  { search: false, sessions: true },
  { search: true, sessions: false },
  { search: true, sessions: true },
])('the columns fit into every list from that of a phone: %o', (shows) => {
  for (let width = 346; width <= 1920; width++)
    expect(needed(width, shows), `${width}`).toBeLessThanOrEqual(width);
});

test('a search in the content shows what it has found in the narrowest list', () => {
  const columns = fittingColumns(orderedColumns([], {}), {}, 346, { search: true, sessions: false });
  expect(columns.map(({ id }) => id)).toEqual(['id', 'status', 'path', 'match']);
});

test('a column that the user shows stays where it does not fit', () => {
  const shown = { host: true };
  const columns = fittingColumns(orderedColumns([], shown), shown, 490, { search: false, sessions: true });
  expect(columns.map(({ id }) => id)).toContain('host');
});
