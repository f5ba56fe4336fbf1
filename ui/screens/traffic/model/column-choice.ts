// The columns as the user has chosen them: which are shown, in which order and how wide. The app keeps the choice.
import {
  createPreference,
  isBoolean,
  isNumber,
  isRecordOf,
  isStringList,
} from '../../../state/preferences.ts';
import { columnOf, columns, type Column, type ColumnId } from './columns.ts';

/** The widths that the user chose, by column. */
export const columnWidths = createPreference('traffic.widths', {}, isRecordOf(isNumber));

/** The columns that the user has shown or hidden; the others are as they were. */
export const columnsShown = createPreference(
  'traffic.columns',
  {},
  isRecordOf(isBoolean),
  // A browser kept a list of those that were not as they were.
  (old) =>
    Array.isArray(old)
      ? Object.fromEntries(old.map((id) => [id, columnOf(id as ColumnId, null)?.isExtra ?? false]))
      : old,
);

/** Ids of columns in their order; empty until the user moves one. */
export const columnOrder = createPreference<readonly string[]>('traffic.columnOrder', [], isStringList);

/** The minimum width of a column in pixels. */
export const MIN_COLUMN = 36;

/** Pixels that others give up for what has been found. */
const MATCH_WIDTH = 300;

export function isShown({ id, isExtra }: Column, shown: Readonly<Record<string, boolean>>): boolean {
  return shown[id] ?? !isExtra;
}

/** Returns all columns in the order of the user. One without a place follows the column before it in the registry. */
export function orderedColumns(order: readonly string[]): readonly Column[] {
  const placed = order.map((id) => columnOf(id as ColumnId, null)).filter((column) => column !== null);
  return columns.reduce<readonly Column[]>((all, column, index) => {
    if (all.includes(column)) return all;
    const at = index === 0 ? 0 : all.indexOf(columns[index - 1]!) + 1;
    return all.toSpliced(at, 0, column);
  }, placed);
}

/** Returns the columns that fit into a list of this width. `isSearching`: a filter looks into the content. */
export function fittingColumns(
  ordered: readonly Column[],
  shown: Readonly<Record<string, boolean>>,
  width: number,
  isSearching: boolean,
): readonly Column[] {
  const rest = isSearching ? width - MATCH_WIDTH : width;
  return ordered.filter(
    (column) => isShown(column, shown) && rest >= column.from && (isSearching || !column.isOfSearch),
  );
}

/** Moves a column to the place of another one. */
export function moveColumn(id: string, to: string): void {
  columnOrder.update((order) => {
    const ids = orderedColumns(order).map((column): string => column.id);
    const at = ids.indexOf(to);
    return ids.filter((each) => each !== id).toSpliced(at, 0, id);
  });
}

export function resetColumns(): void {
  columnsShown.set({});
  columnWidths.set({});
  columnOrder.set([]);
}

/** Returns the value of grid-template-columns. */
export function columnTemplate(shown: readonly Column[], widths: Readonly<Record<string, number>>): string {
  return shown
    .map(({ id, width, isOfSearch }) => {
      const chosen = widths[id];
      if (chosen !== undefined) return `${chosen}px`;
      if (width !== null) return `${width}px`;
      return isOfSearch ? 'minmax(220px, 2fr)' : 'minmax(100px, 1fr)';
    })
    .join(' ');
}
