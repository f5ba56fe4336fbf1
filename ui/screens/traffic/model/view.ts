// The visible part of the traffic list: source, filter, chips and order. Only the order and saved filters outlast the
// page.
import { parseFilter, typeOf, type Filter } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { createPreference } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';
import { columnOf, type Column } from './columns.ts';
import { arranged, sessionOf, type Arrangement } from './sessions.ts';
import { needsContent, savedFilters, type SavedFilter } from '../../../state/saved-filters.ts';
import { sourceTest, type Source } from './sources.ts';

export interface View {
  readonly source: Source;
  /** The filter as typed. */
  readonly text: string;
  /** The last valid filter that was typed, as text and compiled. */
  readonly validText: string;
  readonly filter: Extract<Filter, { readonly type: 'filter' }>;
  readonly chips: readonly Chip[];
}

/** A filter that is switched on with one click. */
export interface Chip {
  readonly group: 'status' | 'type' | 'method';
  readonly value: string;
}

export interface Order {
  /** The id of a column; one that is no longer there counts as `id`. */
  readonly column: string;
  readonly descending: boolean;
}

const NO_FILTER = parseFilter('') as View['filter'];

export const view = createStore<View>({
  source: { type: 'all' },
  text: '',
  validText: '',
  filter: NO_FILTER,
  chips: [],
});

export const order = createPreference<Order>('traffic.order', { column: 'id', descending: false }, isOrder);

/** Sets the filter as typed. Text that is not a valid filter keeps the last valid one in force. */
export function setFilter(text: string): void {
  const parsed = parseFilter(text);
  view.update((current) => ({
    ...current,
    text,
    ...(parsed.type === 'filter' && { validText: text, filter: parsed }),
  }));
}

export function setSource(source: Source): void {
  const saved = source.type === 'saved' ? savedTextOf(source.name) : null;
  // A saved filter that looks into the content is searched like one that is typed.
  if (saved !== null && needsContent(saved)) {
    view.update((current) => ({ ...current, source: { type: 'all' } }));
    setFilter(saved);
    return;
  }
  view.update((current) => ({ ...current, source }));
}

function savedTextOf(name: string): string | null {
  return savedFilters.get()[name] ?? null;
}

export function toggleChip(chip: Chip): void {
  view.update((current) => {
    const chips = current.chips.filter((each) => !isSameChip(each, chip));
    return { ...current, chips: chips.length < current.chips.length ? chips : [...chips, chip] };
  });
}

export function isSameChip(a: Chip, b: Chip): boolean {
  return a.group === b.group && a.value === b.value;
}

/** Removes filter and chips, and keeps the source. */
export function clearFilter(): void {
  view.update((current) => ({ ...current, text: '', validText: '', filter: NO_FILTER, chips: [] }));
}

/** The sessions of the list: those that are left out, and how the others are arranged. */
export interface SessionView {
  readonly hidden: ReadonlySet<string>;
  readonly arrangement: Arrangement;
}

/** Returns the flows of the view, in its order. `hits`: those whose content the filter has found. */
export function visibleFlows(
  flows: readonly FlowSummary[],
  { source, filter, chips }: View,
  { column, descending }: Order,
  held: ReadonlySet<number>,
  saved: readonly SavedFilter[],
  hits: ReadonlyMap<number, unknown>,
  { hidden, arrangement: how }: SessionView,
): readonly FlowSummary[] {
  const isInSource = sourceTest(source, held, saved);
  const hasChips = chipTest(chips);
  const isAll = hidden.size === 0 && source.type === 'all' && filter.terms.length === 0 && chips.length === 0;
  const found = isAll
    ? flows
    : flows.filter(
        (flow) =>
          !hidden.has(sessionOf(flow)) &&
          isInSource(flow) &&
          hasChips(flow) &&
          (filter.matches(flow) ?? hits.has(flow.id)),
      );
  const by = columnOf(column);
  const isByNumber = by === null || column === 'id';
  return arranged(sortedBy(isByNumber ? null : by, found, descending), how, isByNumber, descending);
}

/** Sorts by a column; null for the order in which requests came. */
function sortedBy(
  column: Column | null,
  flows: readonly FlowSummary[],
  isDescending: boolean,
): readonly FlowSummary[] {
  if (column === null) return isDescending ? flows.toReversed() : flows;
  const sign = isDescending ? -1 : 1;
  return flows.toSorted((a, b) => sign * column.compare(a, b) || a.id - b.id);
}

/** Returns the test of the chips. Chips of one group are alternatives; every group must match. */
function chipTest(chips: readonly Chip[]): (flow: FlowSummary) => boolean {
  if (chips.length === 0) return () => true;
  const groups = Object.values(Object.groupBy(chips, ({ group }) => group));
  const tests = groups.map((group) => new Set(group.map((chip) => chip.value)));
  const readers = groups.map((group) => READERS[group[0]!.group]);
  return (flow) => tests.every((values, at) => readers[at]!(flow).some((value) => values.has(value)));
}

const READERS: Readonly<Record<Chip['group'], (flow: FlowSummary) => readonly string[]>> = {
  status: ({ status, state }) => [
    ...(status === undefined ? [] : [`${Math.floor(status / 100)}xx`]),
    ...(state === 'failed' ? ['Failed'] : []),
  ],
  type: (flow) => [typeOf(flow) ?? '', ...(flow.status === 101 ? ['websocket'] : [])],
  method: ({ method }) => [method],
};

function isOrder(value: unknown): value is Order {
  return (
    typeof value === 'object' &&
    value !== null &&
    'column' in value &&
    'descending' in value &&
    typeof value.descending === 'boolean' &&
    typeof value.column === 'string'
  );
}
