// The script of a Scripting rule.
import { lazy, Suspense } from 'react';
import { FormRow } from '../../../parts/index.ts';
import type { Rule } from '../model/drafts.ts';
import { useFieldError, type FieldProps } from './context.ts';
import { textOf } from './schema.ts';
import css from './fields.module.css';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

interface ScriptFieldProps extends FieldProps {
  readonly rule: Rule;
  /** Ids of the captured requests that the rule matches. */
  readonly matched: readonly number[];
}

export function ScriptField({ path, value, onChange }: ScriptFieldProps) {
  const error = useFieldError(path, true);
  return (
    <FormRow label="Script" error={error}>
      <div className={css['editor']}>
        <Suspense fallback={null}>
          <CodeEdit label="Script" language="javascript" value={textOf(value)} onChange={onChange} />
        </Suspense>
      </div>
    </FormRow>
  );
}
