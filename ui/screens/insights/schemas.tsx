// Lists the shapes of JSON responses by endpoint, and how they changed.
import type { TrafficSchemas } from '../../../src/session/methods/ui-types.ts';
import { locationFragment } from '../../state/location.ts';
import { Badge } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import css from './insights.module.css';

interface SchemaListProps {
  readonly schema: TrafficSchemas;
  /** True to include the unchanged endpoints and the schemas themselves. */
  readonly isWhole?: boolean;
}

export function SchemaList({ schema: { endpoints }, isWhole = false }: SchemaListProps) {
  const changes = endpoints.flatMap((endpoint) =>
    endpoint.changes.map((change) => ({ ...change, endpoint: endpoint.endpoint, status: endpoint.status })),
  );
  return (
    <>
      {changes.length === 0 && <p className={css['none']}>No response has another shape than the first.</p>}
      <ul className={css['changes']}>
        {changes.map(({ endpoint, status, path, before, after, id }) => (
          <li key={`${endpoint} ${status} ${path} ${after ?? ''}`} className={table['row']}>
            <span title={endpoint}>
              <a className={css['link']} href={locationFragment('traffic', { id: String(id) })}>
                {endpoint}
              </a>
            </span>
            <span className="mono" title={path}>
              {path}
              {before !== null && after !== null && `: ${after}, was ${before}`}
            </span>
            <span>{changeBadge(before, after)}</span>
          </li>
        ))}
      </ul>
      {isWhole &&
        endpoints.map(({ endpoint, status, samples, schema }) => (
          <details key={`${endpoint} ${status}`} className={css['schema']}>
            <summary>
              {endpoint}{' '}
              <span className={table['quiet']}>
                {status}, {samples} responses
              </span>
            </summary>
            <pre className="mono">{JSON.stringify(schema, null, 2)}</pre>
          </details>
        ))}
    </>
  );
}

function changeBadge(before: string | null, after: string | null) {
  if (before === null) return <Badge tone="info">added</Badge>;
  return after === null ? <Badge tone="danger">removed</Badge> : <Badge tone="warn">type changed</Badge>;
}
