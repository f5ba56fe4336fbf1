// The columns of the traffic list: widths, order, and from which width of the list on they are shown.
import { pathOf, sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { createPreference, isNumberRecord, isStringList } from '../../../state/preferences.ts';

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** In pixels; null for the column that takes the rest. */
  readonly width: number | null;
  readonly isNumeric: boolean;
  /** Hidden where the list is narrower, in pixels. */
  readonly from: number;
  /** True when it is hidden until the user wants it. */
  readonly isExtra: boolean;
  readonly compare: (a: FlowSummary, b: FlowSummary) => number;
}

export const COLUMN_IDS = [
  'id',
  'method',
  'status',
  'host',
  'path',
  'operation',
  'app',
  'start',
  'duration',
  'requestSize',
  'size',
  'type',
  'protocol',
  'tls',
  'tools',
  'comment',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

type Read = (flow: FlowSummary) => string | number | null | undefined;

/** Numbers by value, texts by letters; flows without a value come last. */
function by(read: Read): Column['compare'] {
  return (a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === right) return 0;
    if (left === null || left === undefined || left === '') return 1;
    if (right === null || right === undefined || right === '') return -1;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  };
}

interface Options {
  readonly numeric?: boolean;
  readonly from?: number;
  readonly extra?: boolean;
}

function column(
  id: ColumnId,
  title: string,
  width: number | null,
  read: Read,
  options: Options = {},
): Column {
  const { numeric = false, from = 0, extra = false } = options;
  return { id, title, width, isNumeric: numeric, from, isExtra: extra, compare: by(read) };
}

export const columns: readonly Column[] = [
  column('id', '#', 54, ({ id }) => id, { numeric: true }),
  column('method', 'Method', 72, ({ method }) => method),
  column('status', 'Status', 60, ({ status, state }) => (state === 'failed' ? 1000 : status)),
  column('host', 'Host', 152, ({ host }) => host),
  column('path', 'Path', null, pathOf),
  column('operation', 'Operation', 150, ({ operation }) => operation?.name, { extra: true }),
  column('app', 'App', 132, ({ app }) => app, { from: 860 }),
  column('start', 'Start', 98, ({ startedAt }) => startedAt, { from: 1100 }),
  column('duration', 'Time', 72, ({ durationMs }) => durationMs, { numeric: true }),
  column('requestSize', 'Sent', 68, ({ requestSize, sentBytes }) => requestSize ?? sentBytes, {
    numeric: true,
    extra: true,
  }),
  column('size', 'Size', 68, sizeOf, { numeric: true, from: 780 }),
  column('type', 'Type', 66, ({ contentType }) => contentType, { from: 990 }),
  column('protocol', 'Protocol', 68, ({ httpVersion }) => httpVersion, { from: 1100 }),
  column('tls', 'TLS', 40, ({ decrypted }) => (decrypted ? 0 : 1), { from: 990 }),
  column('tools', 'Tools', 58, ({ tags }) => tags.join(), { from: 600 }),
  column('comment', 'Comment', 140, ({ comment }) => comment, { extra: true }),
];

export function columnOf(id: ColumnId): Column;
export function columnOf(id: ColumnId, fallback: null): Column | null;
export function columnOf(id: ColumnId, fallback = null): Column | null {
  return columns.find((each) => each.id === id) ?? fallback;
}

/** Widths that the user has chosen, by column. */
export const columnWidths = createPreference<Readonly<Record<string, number>>>(
  'traffic.widths',
  {},
  isNumberRecord,
);
/** Columns whose visibility differs from the usual one. */
export const toggledColumns = createPreference<readonly string[]>('traffic.columns', [], isStringList);

export const MIN_COLUMN = 36;

/** Returns the columns that fit into a list of this width. */
export function shownColumns(toggled: readonly string[], width: number): readonly Column[] {
  return columns.filter(({ id, isExtra, from }) => toggled.includes(id) === isExtra && width >= from);
}

/** Returns the value of grid-template-columns. */
export function columnTemplate(shown: readonly Column[], widths: Readonly<Record<string, number>>): string {
  return shown
    .map(({ id, width }) => {
      const chosen = widths[id];
      if (chosen !== undefined) return `${chosen}px`;
      return width === null ? 'minmax(100px, 1fr)' : `${width}px`;
    })
    .join(' ');
}
