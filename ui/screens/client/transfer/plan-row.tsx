// A source of an import: what it would become, or why it cannot be imported.
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { Badge } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import css from './transfer.module.css';

export type Plan = ResultOf<'client.plan_import'>['plans'][number];

export function PlanRow({ plan, children }: { readonly plan: Plan; readonly children: ReactNode }) {
  const { name, format, error, changes, warnings } = plan;
  const Icon = error === null ? CircleCheck : CircleX;
  return (
    <li className={css['plan']} data-failed={error !== null}>
      <Icon aria-hidden />
      <div>
        <strong title={name}>{name.split(/[\\/]/).findLast((part) => part !== '') ?? name}</strong>
        <p>{error === null ? format : 'cannot be imported'}</p>
      </div>
      <p className={css['becomes']}>{error ?? becomes(plan)}</p>
      <div className={css['choice']}>
        {error === null && (
          <Badge tone={plan.exists.length > 0 ? 'info' : 'ok'}>
            {plan.exists.length > 0 ? 'exists' : 'new'}
          </Badge>
        )}
        {children}
      </div>
      {(changes !== null || warnings.length > 0) && (
        <div className={css['notes']}>
          {changes !== null && (
            <p>
              {`+ ${count(changes.added.length, 'request')}  ~ ${changes.updated.length} changed  − ${changes.missing.length} not in the file stay`}
            </p>
          )}
          {warnings.slice(0, MAX_WARNINGS).map((warning) => (
            <p key={warning} className={css['warning']}>
              <TriangleAlert aria-hidden />
              {warning}
            </p>
          ))}
          {warnings.length > MAX_WARNINGS && <p>{`${warnings.length - MAX_WARNINGS} more`}</p>}
        </div>
      )}
    </li>
  );
}

const MAX_WARNINGS = 5;

function becomes({ collections, environments, specs, counts }: Plan): string {
  const parts = [
    ...specs.map((name) => `spec ${name}`),
    ...collections.map((name) => `collection ${name}`),
    ...environments.map((name) => `environment ${name}`),
    ...(counts.requests > 0 ? [count(counts.requests, 'request')] : []),
    ...(counts.folders > 0 ? [count(counts.folders, 'folder')] : []),
    ...(counts.examples > 0 ? [count(counts.examples, 'example')] : []),
    ...(counts.variables > 0 ? [count(counts.variables, 'variable')] : []),
    ...(counts.secrets > 0 ? [`${counts.secrets} of them secret: kept out of files`] : []),
  ];
  return parts.join(', ');
}
