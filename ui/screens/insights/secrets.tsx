// Lists possible secrets in the traffic, masked.
import type { TrafficSecrets } from '../../../src/session/methods/ui-types.ts';
import { countText } from '../../format/measures.ts';
import { locationFragment } from '../../state/location.ts';
import { Badge } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import css from './insights.module.css';

const SEVERITIES = {
  high: ['High', 'danger'],
  medium: ['Medium', 'warn'],
  low: ['Low', 'plain'],
} as const;

export function SecretTable({ secrets: { findings } }: { readonly secrets: TrafficSecrets }) {
  if (findings.length === 0) return <p className={css['none']}>No secrets were found.</p>;
  return (
    <ul className={css['secrets']}>
      {findings.map(({ kind, label, severity, where, masked, endpoint, side, id, count }) => {
        const [title, tone] = SEVERITIES[severity];
        return (
          <li key={`${kind} ${where} ${masked} ${side} ${endpoint}`} className={table['row']}>
            <span>
              <Badge tone={tone}>{title}</Badge>
            </span>
            <span className={table['strong']} title={label}>
              {label}
            </span>
            <span title={`${side}, ${where}, ${endpoint}`}>
              <a className={css['link']} href={locationFragment('traffic', { id: String(id) })}>
                {side} {where}, {endpoint}
              </a>
            </span>
            <span className="mono" title={masked}>
              {masked}
            </span>
            <span className={table['numeric']}>{countText(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
