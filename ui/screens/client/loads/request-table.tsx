// The figures of each request of a load test, beside those of an earlier one where there is one.
import { useMemo, useState } from 'react';
import { countText, durationText } from '../../../format/measures.ts';
import { MethodText } from '../../../parts/index.ts';
import { RowList, type RowColumn, type RowSort } from '../jobs/row-list.tsx';
import css from './loads.module.css';
import type { RequestTotals, Totals } from './model.ts';
import type { Comparison } from './use-compared.ts';

interface Row extends RequestTotals {
  readonly key: string;
  readonly compared: Comparison['perRequest'][number] | null;
}

interface RequestTableProps {
  readonly totals: Totals;
  readonly comparison: Comparison | null;
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
}

export function keyOf({ method, folders, name }: Pick<RequestTotals, 'method' | 'folders' | 'name'>): string {
  return JSON.stringify([method, folders, name]);
}

const VALUES: Readonly<Record<string, (row: Row) => number | string>> = {
  name: ({ name }) => name,
  count: ({ requests }) => requests,
  errors: ({ errors }) => errors,
  p50: ({ latency }) => latency.p50,
  p95: ({ latency }) => latency.p95,
  p99: ({ latency }) => latency.p99,
};

export function RequestTable({ totals, comparison, selected, onSelect }: RequestTableProps) {
  const [sort, setSort] = useState<RowSort>({ id: 'p95', isDown: true });
  const rows = useMemo(() => {
    const compared = new Map(comparison?.perRequest.map((each) => [keyOf(each), each]));
    const all = totals.perRequest.map((each): Row => {
      const key = keyOf(each);
      return { ...each, key, compared: compared.get(key) ?? null };
    });
    const value = VALUES[sort.id]!;
    return all.toSorted((a, b) => (sort.isDown ? -1 : 1) * order(value(a), value(b)));
  }, [totals, comparison, sort]);
  const seconds = totals.durationMs / 1000;
  return (
    <RowList
      label="Requests"
      columns={comparison === null ? columnsOf(seconds) : COMPARED}
      count={rows.length}
      rowAt={(index) => rows[index]!}
      keyOf={({ key }) => key}
      selected={selected}
      onSelect={({ key }) => onSelect(key)}
      sort={sort}
      onSort={(id) => setSort({ id, isDown: sort.id === id ? !sort.isDown : id !== 'name' })}
    />
  );
}

function order(a: number | string, b: number | string): number {
  return typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
}

const FIRST: readonly RowColumn<Row>[] = [
  { id: 'method', title: 'Method', width: '72px', cell: ({ method }) => <MethodText flow={{ method }} /> },
  {
    id: 'name',
    title: 'Request',
    width: 'minmax(120px, 1fr)',
    sorts: true,
    cell: ({ folders, name }) => (
      <>
        <span className={css['quiet']}>{folders.map((folder) => `${folder} / `)}</span>
        {name}
      </>
    ),
  },
  {
    id: 'count',
    title: 'Count',
    width: '84px',
    isNumeric: true,
    sorts: true,
    cell: ({ requests }) => countText(requests),
  },
];

const ERRORS: RowColumn<Row> = {
  id: 'errors',
  title: 'Errors',
  width: '74px',
  isNumeric: true,
  sorts: true,
  cell: ({ errors }) => (
    <span className={css['toned']} data-tone={errors > 0 ? 'danger' : undefined}>
      {errors === 0 ? '—' : countText(errors)}
    </span>
  ),
};

function latency(id: 'p50' | 'p95' | 'p99', from = 0): RowColumn<Row> {
  return {
    id,
    title: id,
    width: '78px',
    isNumeric: true,
    sorts: true,
    from,
    cell: (row) => durationText(row.latency[id]),
  };
}

function columnsOf(seconds: number): readonly RowColumn<Row>[] {
  return [
    ...FIRST,
    {
      id: 'rate',
      title: 'Per s',
      width: '70px',
      isNumeric: true,
      from: 620,
      cell: ({ requests }) => countText(Math.round(requests / Math.max(1, seconds))),
    },
    ERRORS,
    latency('p50', 480),
    latency('p95'),
    latency('p99', 560),
    {
      id: 'range',
      title: 'p50 to p95, log',
      width: '180px',
      from: 860,
      cell: ({ latency: { p50, p95 } }) => <Range from={p50} to={p95} />,
    },
  ];
}

const COMPARED: readonly RowColumn<Row>[] = [
  ...FIRST,
  { ...ERRORS, from: 420 },
  latency('p50', 700),
  latency('p95'),
  {
    id: 'p95before',
    title: 'before',
    width: '78px',
    isNumeric: true,
    cell: ({ compared }) => beforeText(compared?.p95),
  },
  {
    id: 'p95change',
    title: 'change',
    width: '78px',
    isNumeric: true,
    cell: ({ compared }) => <Change of={compared?.p95} />,
  },
  latency('p99', 760),
  {
    id: 'p99before',
    title: 'before',
    width: '78px',
    isNumeric: true,
    from: 760,
    cell: ({ compared }) => beforeText(compared?.p99),
  },
];

type Figure = Comparison['figures'][number] | null | undefined;

function beforeText(figure: Figure): string {
  return figure ? durationText(figure.before) : '—';
}

/** The change in per cent; coloured where it says something. */
export function Change({ of: figure }: { readonly of: Figure }) {
  if (!figure || figure.change === null) return '—';
  const percent = Math.round(figure.change * 100);
  return (
    <span
      className={css['toned']}
      data-tone={figure.mark === 'better' ? 'ok' : figure.mark === 'worse' ? 'danger' : undefined}
    >
      {percent > 0 ? '+' : percent < 0 ? '−' : ''}
      {Math.abs(percent)} %
    </span>
  );
}

const LOG_TO = 4.3;

/** Draws a range of times on a logarithmic scale from 1 ms to 20 s. */
function Range({ from, to }: { readonly from: number; readonly to: number }) {
  const at = (ms: number): number => Math.min(100, (100 * Math.log10(Math.max(1, ms))) / LOG_TO);
  const [start, end] = [at(from), Math.max(at(from) + 1, at(to))];
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden className={css['range']}>
      <line x1="0" x2="100" y1="6" y2="6" className={css['base']} />
      <line x1={start} x2={end} y1="6" y2="6" className={css['line']} />
      <line x1={start} x2={start} y1="2" y2="10" className={css['line']} />
      <line x1={end} x2={end} y1="2" y2="10" className={css['line']} />
    </svg>
  );
}
