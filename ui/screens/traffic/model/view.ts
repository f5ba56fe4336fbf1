// The visible part of the traffic list: source, filter, chips and order. Only the order and saved filters outlast the
// page.
import { parseFilter, typeOf, type Filter } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { createPreference } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';
import { columnOf } from './columns.ts';
import { sessionOf, type Arrangement } from './sessions.ts';
import type { RowQuery } from './shown-rows.ts';
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

export function setChips(chips: readonly Chip[]): void {
  view.update((current) => ({ ...current, chips }));
}

export function isSameChip(a: Chip, b: Chip): boolean {
  return a.group === b.group && a.value === b.value;
}

/** Removes filter and chips, and keeps the source. */
export function clearFilter(): void {
  view.update((current) => ({ ...current, text: '', validText: '', filter: NO_FILTER, chips: [] }));
}

/** The facts, besides view and order, that decide which rows are shown. */
export interface Circumstances {
  /** The ids of the requests that breakpoints hold. */
  readonly held: ReadonlySet<number>;
  readonly saved: readonly SavedFilter[];
  /** True for a request in whose content the filter has found something. */
  readonly isHit: (id: number) => boolean;
  readonly hidden: ReadonlySet<string>;
  readonly arrangement: Arrangement;
  /** The sessions in the order in which they began. */
  readonly sessions: readonly string[];
}

/** Returns what is asked of the rows. */
export function rowQuery(
  { source, filter, chips }: View,
  { column, descending }: Order,
  { held, saved, isHit, hidden, arrangement, sessions }: Circumstances,
): RowQuery {
  const tests = [
    ...(hidden.size > 0 ? [(flow: FlowSummary) => !hidden.has(sessionOf(flow))] : []),
    ...(source.type === 'all' ? [] : [sourceTest(source, held, saved)]),
    ...(chips.length === 0 ? [] : [chipTest(chips)]),
    ...(filter.terms.length === 0 ? [] : [(flow: FlowSummary) => filter.matches(flow) ?? isHit(flow.id)]),
  ];
  const by = columnOf(column);
  const isByNumber = by === null || column === 'id';
  const hasSeveral = sessions.length > 1;
  const isByTime = isByNumber && hasSeveral && arrangement === 'time';
  const ranks = new Map(sessions.map((session, index) => [session, index]));
  return {
    test: tests.length === 0 ? null : (row) => tests.every((test) => test(row)),
    group: hasSeveral && arrangement === 'sessions' ? (row) => ranks.get(sessionOf(row)) ?? 0 : null,
    read: isByTime ? ({ startMs }) => startMs : isByNumber ? null : by.read,
    isDescending: descending,
    areIdsDescending: isByNumber && descending,
  };
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
