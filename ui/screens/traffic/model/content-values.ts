// The values of columns that need the content of requests. The app reads them for the rows on the screen, and for all rows
// when one of these columns sorts them; they are known as long as the summary that they belong to.
import type { FlowSummary, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { createStore } from '../../../state/store.ts';

export type ColumnValue = ResultOf<'ui.column_values'>[number]['values'][number];
/** Values by the id of their column. */
export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** Ids in one call. */
const MAX_IDS = 200;
/** Columns in one call. */
const MAX_COLUMNS = 20;

const NONE: ColumnValues = {};
const known = new WeakMap<FlowSummary, ColumnValues>();

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
export function valuesOf(flow: FlowSummary): ColumnValues {
  return known.get(flow) ?? NONE;
}

interface Need {
  readonly rows: readonly FlowSummary[];
  readonly columns: readonly string[];
}

/** The rows that lack values: those on the screen come before those that only have to be sorted. */
const needs: Record<'shown' | 'sorted', Need> = {
  shown: { rows: [], columns: [] },
  sorted: { rows: [], columns: [] },
};
let isReading = false;

/** Asks for the values of these rows, in place of those that were asked for before. */
export function needValues(
  use: 'shown' | 'sorted',
  rows: readonly FlowSummary[],
  columns: readonly string[],
): void {
  needs[use] = { rows: rows.filter((flow) => isMissing(flow, columns)), columns };
  if (isReading) return;
  isReading = true;
  void readAll().finally(() => (isReading = false));
}

async function readAll(): Promise<void> {
  for (;;) {
    const need = next(needs.shown) ?? next(needs.sorted);
    if (need === null || !(await read(need))) return;
  }
}

/** Returns the first rows that still lack values; null when none does. */
function next({ rows, columns }: Need): Need | null {
  const missing: FlowSummary[] = [];
  for (const flow of rows) {
    if (isMissing(flow, columns)) missing.push(flow);
    if (missing.length === MAX_IDS) break;
  }
  return missing.length === 0 ? null : { rows: missing, columns: columns.slice(0, MAX_COLUMNS) };
}

function isMissing(flow: FlowSummary, columns: readonly string[]): boolean {
  const values = valuesOf(flow);
  return columns.some((id, index) => index < MAX_COLUMNS && !Object.hasOwn(values, id));
}

/** Resolves with false when nothing has arrived: it is tried again with the next rows. */
async function read({ rows, columns }: Need): Promise<boolean> {
  const byId = new Map(rows.map((flow) => [flow.id, flow]));
  const results = await rpc('ui.column_values', { ids: [...byId.keys()], columns: [...columns] }).catch(
    () => [],
  );
  for (const { id, values } of results) {
    const flow = byId.get(id)!;
    const arrived = Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null]));
    known.set(flow, { ...valuesOf(flow), ...arrived });
  }
  arrivals.update((count) => count + 1);
  return results.length > 0;
}
