// The server of all requests: the part of their URLs before the path.
import { lazy, Suspense } from 'react';
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import type { VariableSource } from '../../../editor/variable-source.ts';
import { Button, FormRow } from '../../../parts/index.ts';
import type { RequestView } from '../request/fields.ts';
import { bases } from './common.ts';
import css from './together.module.css';
import { setPart } from './together-state.ts';

const LineEdit = lazy(() => import('../../../editor/line-edit.tsx'));

interface CommonUrlProps {
  readonly views: readonly RequestView[];
  readonly change: SharedChange;
  readonly variables: VariableSource;
}

export function CommonUrl({ views, change: { baseUrl }, variables }: CommonUrlProps) {
  return (
    <div className={css['form']}>
      <FormRow label="Now">
        <ul className={css['bases']}>
          {bases(views).map(([base, count]) => (
            <li key={base}>
              <span>{count} ×</span>
              {base === '' ? 'no server before the path' : <code>{base}</code>}
            </li>
          ))}
        </ul>
      </FormRow>
      <FormRow
        label="Make it"
        hint="Takes the place of scheme and host, or of the variable for them. Paths stay; URLs without a server stay, too."
      >
        <span className={css['field']}>
          <Suspense fallback={null}>
            <LineEdit
              label="Server of all"
              placeholder="https://api.example.com or {{baseUrl}}"
              value={baseUrl ?? ''}
              variables={variables}
              onChange={(text) => setPart('baseUrl', text === '' ? undefined : text)}
            />
          </Suspense>
        </span>
        {baseUrl !== undefined && (
          <Button size="small" onClick={() => setPart('baseUrl', undefined)}>
            Leave it
          </Button>
        )}
      </FormRow>
    </div>
  );
}
