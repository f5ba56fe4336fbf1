// The values of columns that need the content of requests. The app reads them for the rows on the screen, and for all rows
// when one of these columns sorts them; they are known until the request changes.
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { onFlowsChanged } from '../../../state/flows.ts';
import { createStore } from '../../../state/store.ts';

export type ColumnValue = ResultOf<'ui.column_values'>[number]['values'][number];
/** Values by the id of their column. */
export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** Ids in one call. */
const MAX_IDS = 200;
/** Columns in one call. */
const MAX_COLUMNS = 20;

const NONE: ColumnValues = {};
const known = new Map<number, ColumnValues>();
onFlowsChanged((ids) => {
  if (ids === null) known.clear();
  else if (known.size > 0) for (const id of ids) known.delete(id);
});

/** The column of hits of the filter that is searched for; its values are those of that filter. */
let hits = 'hits:';

/** Has the column of hits count those of this filter. */
export function countHitsOf(filter: string): void {
  hits = `hits:${filter}`;
}

/** Returns how often the text of the filter occurs; undefined before that is known. */
export function hitCount(values: ColumnValues): number | undefined {
  const count = values[hits];
  return typeof count === 'number' ? count : undefined;
}

/** Returns the id by which the app knows the values of a column; null for one that summaries fill. */
export function valueId({ id, content }: { readonly id: string; readonly content: unknown }): string | null {
  return id === 'hits' ? hits : content === null ? null : id;
}

/** Counts the arrivals of values. */
export const arrivals = createStore(0);

/** Returns the values that are known; the same object until others arrive. */
export function valuesOf(id: number): ColumnValues {
  return known.get(id) ?? NONE;
}

interface Need {
  readonly rows: ArrayLike<number>;
  readonly columns: readonly string[];
  /** All rows before this index have their values. */
  at: number;
}

/** The rows that lack values: those on the screen come before those that only have to be sorted. */
const needs: Record<'shown' | 'sorted', Need> = {
  shown: { rows: [], columns: [], at: 0 },
  sorted: { rows: [], columns: [], at: 0 },
};
let isReading = false;

/** Asks for the values of these requests, in place of those that were asked for before. */
export function needValues(
  use: 'shown' | 'sorted',
  rows: ArrayLike<number>,
  columns: readonly string[],
): void {
  needs[use] = { rows, columns, at: 0 };
  if (isReading) return;
  isReading = true;
  void readAll().finally(() => (isReading = false));
}

async function readAll(): Promise<void> {
  for (;;) {
    const ids = missingIn(needs.shown);
    const need = ids.length > 0 ? needs.shown : needs.sorted;
    const wanted = ids.length > 0 ? ids : missingIn(need);
    if (wanted.length === 0 || !(await read(wanted, need.columns.slice(0, MAX_COLUMNS)))) return;
  }
}

/** Returns the first requests that still lack values. */
function missingIn(need: Need): readonly number[] {
  const missing: number[] = [];
  for (let { at } = need; at < need.rows.length && missing.length < MAX_IDS; at += 1) {
    const id = need.rows[at]!;
    if (isMissing(id, need.columns)) missing.push(id);
    else if (missing.length === 0) need.at = at + 1;
  }
  return missing;
}

function isMissing(id: number, columns: readonly string[]): boolean {
  const values = valuesOf(id);
  return columns.some((column, index) => index < MAX_COLUMNS && !Object.hasOwn(values, column));
}

/** Resolves with false when nothing has arrived: it is tried again with the next rows. */
async function read(ids: readonly number[], columns: readonly string[]): Promise<boolean> {
  const results = await rpc('ui.column_values', { ids: [...ids], columns: [...columns] }).catch(() => []);
  for (const { id, values } of results) {
    const arrived = Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null]));
    known.set(id, { ...valuesOf(id), ...arrived });
  }
  arrivals.update((count) => count + 1);
  return results.length > 0;
}
