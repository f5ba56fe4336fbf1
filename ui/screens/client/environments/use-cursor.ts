// The cursor of the variables.
import { useState } from 'react';
import { linesOf } from './environment-lines.ts';
import type { GridCursor } from './grid/grid-model.ts';
import type { VariableRow } from './variable-rows.ts';

/** Returns the cursor, which follows its variable, and goes to a name once that is there. */
export function useCursor(rows: readonly VariableRow[], focus: string | undefined) {
  const [cursor, setCursor] = useState<GridCursor & { readonly name?: string | undefined }>({
    row: 0,
    column: focus === undefined ? 0 : 1,
    name: focus,
  });
  const lines = linesOf(rows);
  const nameAt = (row: number): string | undefined => {
    const line = lines[row];
    return typeof line === 'object' ? line.name : undefined;
  };
  const followed = cursor.name === undefined ? -1 : lines.findIndex((_, row) => nameAt(row) === cursor.name);
  const first = cursor.name ?? nameAt(cursor.row);
  if (first !== cursor.name) setCursor({ ...cursor, name: first });
  const row = followed < 0 ? Math.max(0, Math.min(cursor.row, lines.length - 1)) : followed;
  return {
    cursor: { row: lines[row] === 'secrets' ? row + 1 : row, column: cursor.column },
    setCursor: (next: GridCursor) => setCursor({ ...next, name: nameAt(next.row) }),
    wantName: (name: string) => setCursor({ row, column: 1, name }),
  };
}
