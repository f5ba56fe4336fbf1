// The endpoints: calls, errors and times, in the order of a column, and found by a text.
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useState } from 'react';
import type { EndpointFigures } from '../../../src/app/methods/ui-types.ts';
import { countText, durationText, sizeText } from '../../format/measures.ts';
import { placeFragment } from '../../frame/location.ts';
import { classes, MethodText, MiddleText, SectionHead, TextField } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import css from './insights.module.css';

type Key = 'path' | 'calls' | 'errors' | 'rate' | 'p50' | 'p95' | 'bytes';

interface Sort {
  readonly key: Key;
  readonly isDown: boolean;
}

const COLUMNS: readonly (readonly [key: Key, title: string, isNumeric: boolean])[] = [
  ['path', 'Endpoint', false],
  ['calls', 'Calls', true],
  ['errors', 'Errors', true],
  ['rate', 'Rate', true],
  ['p50', 'p50', true],
  ['p95', 'p95', true],
];

interface EndpointTableProps {
  readonly endpoints: readonly EndpointFigures[];
  /** The number of all, for a table with a field to find some; null for a part of another page. */
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
          {COLUMNS.map(([key, title, isNumeric]) => (
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
          ))}
          <span role="columnheader" className={css['rangeHead']}>
            p50 to p95, log
          </span>
          <span role="columnheader" className={table['numeric']}>
            <button type="button" onClick={() => order('bytes')}>
              Received
            </button>
          </span>
        </div>
        {rows.map((endpoint) => (
          <Row key={`${endpoint.method} ${endpoint.host}${endpoint.path}`} endpoint={endpoint} />
        ))}
      </div>
      {rows.length === 0 && <p className={css['none']}>No endpoint contains “{text}”.</p>}
    </>
  );
}

/** From here on a time is slow, and a share of errors is high. */
const SLOW_MS = 1000;
const HIGH_RATE = 0.2;

function Row({ endpoint }: { readonly endpoint: EndpointFigures }) {
  const { method, host, path, calls, errors, p50, p95, bytes, lastId } = endpoint;
  const rate = errors / calls;
  const tone = errors === 0 ? undefined : rate >= HIGH_RATE ? 'danger' : 'warn';
  return (
    <div className={table['row']} role="row">
      <span role="cell">
        <MethodText flow={{ method }} />
      </span>
      <span role="cell">
        <a
          className={css['link']}
          href={placeFragment('traffic', { id: String(lastId) })}
          title={`${host}${path}`}
        >
          <MiddleText head={<span className={table['quiet']}>{host}</span>} end={path} />
        </a>
      </span>
      <span role="cell" className={table['numeric']}>
        {countText(calls)}
      </span>
      <span role="cell" className={classes(table['numeric'], css['toned'])} data-tone={tone}>
        {errors === 0 ? '—' : countText(errors)}
      </span>
      <span role="cell" className={classes(table['numeric'], css['toned'])} data-tone={tone}>
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

const LOG_FROM = 0;
const LOG_TO = 4.3;

/** The time from the median to the 95th percentile, on a logarithmic line from 1 ms to 20 s. */
function TimeRange({ p50, p95 }: Pick<EndpointFigures, 'p50' | 'p95'>) {
  if (p50 === null || p95 === null) return null;
  const at = (ms: number): number =>
    Math.min(100, Math.max(0, (100 * (Math.log10(Math.max(1, ms)) - LOG_FROM)) / (LOG_TO - LOG_FROM)));
  const [from, to] = [at(p50), at(p95)];
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <line x1="0" x2="100" y1="6" y2="6" className={css['axis']} />
      <line x1={from} x2={Math.max(from + 1, to)} y1="6" y2="6" className={css['span']} />
      <line x1={from} x2={from} y1="2" y2="10" className={css['tick']} />
      <line x1={Math.max(from + 1, to)} x2={Math.max(from + 1, to)} y1="2" y2="10" className={css['tick']} />
    </svg>
  );
}

function compare(a: EndpointFigures, b: EndpointFigures, { key, isDown }: Sort): number {
  const sign = isDown ? -1 : 1;
  if (key === 'path') return sign * `${a.host}${a.path}`.localeCompare(`${b.host}${b.path}`);
  const value = (each: EndpointFigures): number =>
    key === 'rate' ? each.errors / each.calls : (each[key] ?? -1);
  return sign * (value(a) - value(b));
}
