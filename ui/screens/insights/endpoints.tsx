// The table of endpoints, with calls, errors and times. It can be sorted by column and searched.
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { EndpointFigures } from '../../../src/session/methods/ui-types.ts';
import { countText, durationText, sizeText } from '../../format/measures.ts';
import { locationFragment } from '../../state/location.ts';
import { classes, MethodText, MiddleText, SectionHead, TextField } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { Sparkline, TimeRange } from './endpoint-charts.tsx';
import css from './endpoints.module.css';
import shared from './insights.module.css';

type Key = 'path' | 'calls' | 'errors' | 'rate' | 'p50' | 'p95' | 'bytes';

interface Sort {
  readonly key: Key;
  readonly isDown: boolean;
}

type ColumnTitle = readonly [key: Key, title: string, isNumeric: boolean];

const FIRST: readonly ColumnTitle[] = [
  ['path', 'Endpoint', false],
  ['calls', 'Calls', true],
];
const FIGURES: readonly ColumnTitle[] = [
  ['errors', 'Errors', true],
  ['rate', 'Rate', true],
  ['p50', 'p50', true],
  ['p95', 'p95', true],
];

interface EndpointTableProps {
  readonly endpoints: readonly EndpointFigures[];
  /** The number of all endpoints, for a table with a search field; null for a table that is part of another page. */
  readonly total: number | null;
}

export function EndpointTable({ endpoints, total }: EndpointTableProps) {
  const [sort, setSort] = useState<Sort>({ key: 'calls', isDown: true });
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = endpoints.filter((each) =>
    `${each.method} ${each.host}${each.path}`.toLowerCase().includes(wanted),
  );
  const rows = found.toSorted((a, b) => compare(a, b, sort));
  const order = (key: Key): void =>
    setSort({ key, isDown: sort.key === key ? !sort.isDown : key !== 'path' });
  const head = ([key, title, isNumeric]: ColumnTitle): ReactNode => (
    <span
      key={key}
      role="columnheader"
      className={isNumeric ? table['numeric'] : undefined}
      aria-sort={sort.key !== key ? 'none' : sort.isDown ? 'descending' : 'ascending'}
    >
      <button type="button" onClick={() => order(key)}>
        {title}
        {sort.key === key && (sort.isDown ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />)}
      </button>
    </span>
  );
  return (
    <>
      {total !== null && (
        <SectionHead title="Endpoints" note={`${countText(rows.length)} of ${countText(total)}`}>
          <span className={css['find']}>
            <Search aria-hidden />
            <TextField
              aria-label="Find endpoint"
              placeholder="Find endpoint"
              value={text}
              onChange={setText}
            />
          </span>
        </SectionHead>
      )}
      <div className={css['endpoints']} role="table" aria-label="Endpoints">
        <div className={table['head']} role="row">
          <span role="columnheader">Method</span>
          {FIRST.map(head)}
          <span role="columnheader" className={css['overTime']}>
            Over time
          </span>
          {FIGURES.map(head)}
          <span role="columnheader" className={css['rangeHead']}>
            p50 to p95, log
          </span>
          {head(['bytes', 'Received', true])}
        </div>
        {rows.map((endpoint) => (
          <Row key={`${endpoint.method} ${endpoint.host}${endpoint.path}`} endpoint={endpoint} />
        ))}
      </div>
      {rows.length === 0 && <p className={shared['none']}>No endpoint contains “{text}”.</p>}
    </>
  );
}

/** From here on a time counts as slow, and a share of errors as high. */
const SLOW_MS = 1000;
const HIGH_RATE = 0.2;

function Row({ endpoint }: { readonly endpoint: EndpointFigures }) {
  const { method, host, path, calls, errors, p50, p95, bytes, lastId, overTime = [] } = endpoint;
  const rate = errors / calls;
  const tone = errors === 0 ? undefined : rate >= HIGH_RATE ? 'danger' : 'warn';
  return (
    <div className={table['row']} role="row">
      <span role="cell">
        <MethodText flow={{ method }} />
      </span>
      <span role="cell">
        <a
          className={shared['link']}
          href={locationFragment('traffic', { id: String(lastId) })}
          title={`${host}${path}`}
        >
          <MiddleText head={<span className={table['quiet']}>{host}</span>} end={path} />
        </a>
      </span>
      <span role="cell" className={table['numeric']}>
        {countText(calls)}
      </span>
      <span role="cell" className={css['overTime']}>
        <Sparkline counts={overTime} />
      </span>
      <span role="cell" className={classes(table['numeric'], shared['toned'])} data-tone={tone}>
        {errors === 0 ? '—' : countText(errors)}
      </span>
      <span role="cell" className={classes(table['numeric'], shared['toned'])} data-tone={tone}>
        {errors > 0 && `${Math.round(100 * rate)} %`}
      </span>
      <span role="cell" className={table['numeric']}>
        {p50 === null ? '—' : durationText(p50)}
      </span>
      <span role="cell" className={table['numeric']} data-strong={p95 !== null && p95 >= SLOW_MS}>
        {p95 === null ? '—' : durationText(p95)}
      </span>
      <span role="cell" className={css['range']}>
        <TimeRange p50={p50} p95={p95} />
      </span>
      <span role="cell" className={classes(table['numeric'], css['received'])}>
        {sizeText(bytes)}
      </span>
    </div>
  );
}

function compare(a: EndpointFigures, b: EndpointFigures, { key, isDown }: Sort): number {
  const sign = isDown ? -1 : 1;
  if (key === 'path') return sign * `${a.host}${a.path}`.localeCompare(`${b.host}${b.path}`);
  const value = (each: EndpointFigures): number =>
    key === 'rate' ? each.errors / each.calls : (each[key] ?? -1);
  return sign * (value(a) - value(b));
}
