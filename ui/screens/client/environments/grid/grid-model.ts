// A grid of values: its columns, and its rows, which are asked for when they come into sight.
import type { ReactNode } from 'react';

export interface GridColumn {
  readonly key: string;
  readonly title: string;
  /** Drawn in place of the title. */
  readonly head?: ReactNode;
  /** The width in pixels, and the share of the room that is left. */
  readonly min: number;
  readonly grow: number;
  readonly isNumeric?: boolean;
}

/** The looks of a cell beside the plain one. */
export type CellLook = 'unset' | 'empty' | 'secret' | 'wrong' | 'off' | 'name' | 'warn';

export interface GridCell {
  /** The text that is shown; an editor begins with `edited`, or with this one. */
  readonly text: string;
  readonly edited?: string;
  readonly look?: CellLook;
  readonly isReadOnly?: boolean;
  /** True for a field that shows dots for what is typed. */
  readonly isSecret?: boolean;
}

export interface GridCursor {
  readonly row: number;
  readonly column: number;
}

/** A row that is a heading, or one of cells. */
export type GridRow =
  | { readonly type: 'heading'; readonly title: string }
  | {
      readonly type: 'cells';
      /** Shown in the first column, which the keys leave out. */
      readonly head: ReactNode;
      readonly cells: readonly GridCell[];
    };

/** Returns the position after a step, without headings; the same one where there is none. */
export function stepped(
  { row, column }: GridCursor,
  [down, right]: readonly [rows: number, columns: number],
  { count, columns, isHeading }: GridSize,
): GridCursor {
  const to = Math.max(0, Math.min(columns - 1, column + right));
  let next = Math.max(0, Math.min(count - 1, row + down));
  const direction = down < 0 ? -1 : 1;
  while (next >= 0 && next < count && isHeading(next)) next += direction;
  return { row: next < 0 || next >= count ? row : next, column: to };
}

export interface GridSize {
  readonly count: number;
  readonly columns: number;
  readonly isHeading: (row: number) => boolean;
}

/** Returns the next cell in reading order; null behind the last one. */
export function following(cursor: GridCursor, step: 1 | -1, size: GridSize): GridCursor | null {
  const { row, column } = cursor;
  if (column + step >= 0 && column + step < size.columns) return { row, column: column + step };
  const next = stepped({ row, column: step === 1 ? 0 : size.columns - 1 }, [step, 0], size);
  return next.row === row ? null : next;
}

export interface GridEdit {
  readonly cursor: GridCursor;
  /** The text that was typed to begin; null for the text of the cell. */
  readonly text: string | null;
  readonly selectsAll: boolean;
}

/** Returns the text with which the editor of a cell begins. */
export function textAt(row: GridRow, column: number): string {
  const cell = row.type === 'cells' ? row.cells[column] : undefined;
  return cell?.edited ?? cell?.text ?? '';
}
