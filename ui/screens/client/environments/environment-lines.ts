// The lines of the grid of variables.
import type { VariableRow } from './variable-rows.ts';

/** A line of the grid: a variable, the heading of secrets, or the one that adds. */
export type GridLine = VariableRow | 'secrets' | 'add';

/** Returns the lines in their order. */
export function linesOf(rows: readonly VariableRow[]): readonly GridLine[] {
  const first = rows.findIndex(({ isSecret }) => isSecret);
  return first < 0 ? [...rows, 'add'] : [...rows.slice(0, first), 'add', 'secrets', ...rows.slice(first)];
}
