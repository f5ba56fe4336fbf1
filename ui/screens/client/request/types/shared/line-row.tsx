// A row of a form with a text of one line, in which variables may stand.
import { lazy, Suspense } from 'react';
import type { VariableSource } from '../../../../../editor/variable-source.ts';
import { FormRow } from '../../../../../parts/index.ts';
import css from '../../request.module.css';

const LineEdit = lazy(() => import('../../../../../editor/line-edit.tsx'));

interface LineRowProps {
  readonly label: string;
  readonly value: string;
  readonly variables: VariableSource;
  readonly isSecret?: boolean;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

export function LineRow({ label, hint, ...field }: LineRowProps) {
  return (
    <FormRow label={label} {...(hint !== undefined && { hint })}>
      <div className={css['lineField']}>
        <Suspense fallback={null}>
          <LineEdit label={label} {...field} />
        </Suspense>
      </div>
    </FormRow>
  );
}
