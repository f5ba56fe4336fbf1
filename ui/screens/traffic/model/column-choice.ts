// The columns as the user has chosen them: which are shown, in which order and how wide. The app keeps the choice.
import {
  createPreference,
  isBoolean,
  isNumber,
  isRecordOf,
  isStringList,
  withoutKey,
} from '../../../state/preferences.ts';
import { say } from '../../../state/toasts.ts';
import { columnOf, columns, isDeclared, type Column } from './columns.ts';

/** The widths that the user chose, by column. */
export const columnWidths = createPreference('traffic.widths', {}, isRecordOf(isNumber));

/**
 * The columns that the user has shown or hidden; the others are as they were. A column of the user's own, such as
 * `request-header:accept`, is there as long as it stands here.
 */
export const columnsShown = createPreference(
  'traffic.columns',
  {},
  isRecordOf(isBoolean),
  // A browser kept a list of those that were not as they were.
  (old) =>
    Array.isArray(old)
      ? Object.fromEntries(old.map((id) => [id, columnOf(String(id))?.isExtra ?? false]))
      : old,
);

/** Ids of columns in their order; empty until the user moves one. */
export const columnOrder = createPreference<readonly string[]>('traffic.columnOrder', [], isStringList);

/** The minimum width of a column in pixels. */
export const MIN_COLUMN = 36;

/** Pixels that others give up for what has been found. */
const MATCH_WIDTH = 300;

/** The minimum widths, in pixels, of the columns that take the remaining width. */
const MIN_PATH = 80;
const MIN_MATCH = 150;

/** Columns that are left out, the first of them first, where those that are shown do not fit. */
const YIELDING = ['foundIn', 'hits', 'host', 'duration', 'method', 'session'];

export function isShown({ id, isExtra }: Column, shown: Readonly<Record<string, boolean>>): boolean {
  return shown[id] ?? !isExtra;
}

export function setShown({ id }: Column, isOn: boolean): void {
  columnsShown.update((shown) => ({ ...shown, [id]: isOn }));
}

/** Returns all columns in the order of the user. One without a place follows its neighbour in the registry. */
export function orderedColumns(
  order: readonly string[],
  shown: Readonly<Record<string, boolean>>,
): readonly Column[] {
  const own = ownColumns(shown);
  const path = columns.findIndex(({ id }) => id === 'path') + 1;
  // Those of the user begin after the path, where there is room.
  const registry = columns.toSpliced(path, 0, ...own);
  const placed = order
    .map(columnOf)
    .filter((column) => column !== null && registry.includes(column)) as Column[];
  return registry.reduce<readonly Column[]>((all, column, index) => {
    if (all.includes(column)) return all;
    const at = index === 0 ? 0 : all.indexOf(registry[index - 1]!) + 1;
    return all.toSpliced(at, 0, column);
  }, placed);
}

/** Returns the columns that the user has added. */
export function ownColumns(shown: Readonly<Record<string, boolean>>): readonly Column[] {
  return Object.keys(shown).flatMap((id) => (isDeclared(id) ? [] : (columnOf(id) ?? [])));
}

/** Adds a column, or shows it again. */
export function addColumn(id: string): void {
  columnsShown.update((shown) => ({ ...shown, [id]: true }));
}

export function removeColumn(id: string): void {
  columnsShown.update((shown) => withoutKey(shown, id));
}

/** Facts about the list that some columns depend on: a search in the content, several sessions. */
export type Shows = Readonly<Record<'search' | 'sessions', boolean>>;

/** Returns the columns that fit into a list of this width, as wide as they are declared. */
export function fittingColumns(
  ordered: readonly Column[],
  shown: Readonly<Record<string, boolean>>,
  width: number,
  shows: Shows,
): readonly Column[] {
  const rest = shows.search ? width - MATCH_WIDTH : width;
  const wanted = ordered.filter(
    (column) => isShown(column, shown) && rest >= column.from && (column.only === null || shows[column.only]),
  );
  return YIELDING.reduce(
    (fitting, id) =>
      widthOf(fitting) <= width
        ? fitting
        : fitting.filter((column) => column.id !== id || shown[id] === true),
    wanted,
  );
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? minRest(column)), 0);
}

function minRest({ id }: Column): number {
  return id === 'match' ? MIN_MATCH : MIN_PATH;
}

/** Moves a column to the place of another one. */
export function moveColumn(id: string, to: string): void {
  columnOrder.update((order) => {
    const ids = orderedColumns(order, columnsShown.get()).map((column) => column.id);
    const at = ids.indexOf(to);
    return ids.filter((each) => each !== id).toSpliced(at, 0, id);
  });
}

/** Takes back every choice, also the added columns, and offers to undo it. */
export function resetColumns(): void {
  const [shown, widths, order] = [columnsShown.get(), columnWidths.get(), columnOrder.get()];
  columnsShown.set({});
  columnWidths.set({});
  columnOrder.set([]);
  say('Columns are as they were', () => {
    columnsShown.set(shown);
    columnWidths.set(widths);
    columnOrder.set(order);
  });
}

/** Returns the value of grid-template-columns. */
export function columnTemplate(shown: readonly Column[], widths: Readonly<Record<string, number>>): string {
  return shown
    .map((column) => {
      const chosen = widths[column.id] ?? column.width;
      if (chosen !== null) return `${chosen}px`;
      return `minmax(${minRest(column)}px, ${column.id === 'match' ? 2 : 1}fr)`;
    })
    .join(' ');
}
