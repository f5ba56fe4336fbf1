// A line of the list of endpoints, and the heads of its columns.
import { clockText } from '../../../../format/measures.ts';
import { count } from '../../../../state/actions.ts';
import { RequestLabel } from '../../parts/request-label.tsx';
import css from './contract.module.css';
import { partsOf, type EndpointLine } from './endpoint-lines.ts';

export function Columns() {
  return (
    <div className={css['columns']} aria-hidden>
      <span>Method</span>
      <span>Path</span>
      <span>Calls</span>
      <span>Wrong</span>
      <span>Most frequent</span>
      <span>Last</span>
    </div>
  );
}

export function Line({ line }: { readonly line: EndpointLine }) {
  if (line.type === 'heading')
    return (
      <span className={css['heading']}>
        <strong>{line.title}</strong> {line.number}
      </span>
    );
  const { endpoint, calls, wrong, kinds, isDescribed, lastAt } = line.endpoint;
  const [method, path] = partsOf(endpoint);
  return (
    <span
      className={css['row']}
      data-tone={wrong === 0 ? 'plain' : isDescribed ? 'danger' : 'warn'}
      aria-label={`${endpoint}, ${count(calls, 'call')}, ${wrong} wrong`}
    >
      <span>
        <RequestLabel type="http" method={method} />
      </span>
      <span className={css['path']} title={path}>
        {path}
      </span>
      <span className={css['number']}>{calls === 0 ? '' : calls.toLocaleString('en')}</span>
      <span className={css['wrong']}>
        {calls === 0 ? '' : wrong === 0 ? '—' : wrong.toLocaleString('en')}
      </span>
      <span className={css['kind']} title={kinds[0]?.what}>
        {kinds[0]?.what ?? (calls === 0 ? '' : 'holds')}
      </span>
      <span className={css['number']}>{lastAt === 0 ? '' : clockText(new Date(lastAt).toISOString())}</span>
    </span>
  );
}
