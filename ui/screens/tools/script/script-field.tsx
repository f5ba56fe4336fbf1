// The field for the script of a Scripting rule, with its test run and console.
import { lazy, Suspense, useState } from 'react';
import { useFieldError, type FieldProps } from '../fields/context.ts';
import { textOf } from '../model/schema.ts';
import type { Rule } from '../model/drafts.ts';
import css from './script.module.css';
import { TestRun, type Thrown } from './test-run.tsx';

const ScriptEditor = lazy(() => import('./script-editor.tsx'));

interface ScriptFieldProps extends FieldProps {
  readonly rule: Rule;
  /** The ids of the captured requests that the rule matches. */
  readonly matched: readonly number[];
}

export function ScriptField({ path, value, onChange, rule, matched }: ScriptFieldProps) {
  const error = useFieldError(path, true);
  const code = textOf(value);
  const [thrown, setThrown] = useState<Thrown | null>(null);
  // An error of a test run holds for the code that was run.
  const problem = error ?? (thrown?.code === code ? thrown.text : null);
  return (
    <div className={css['field']} role="group" aria-label="Script">
      <div className={css['editor']}>
        <Suspense fallback={null}>
          <ScriptEditor value={code} problem={problem} onChange={onChange} />
        </Suspense>
      </div>
      {error !== null && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      <TestRun
        code={code}
        ruleName={textOf(rule['name'])}
        timeoutMs={rule['timeoutMs']}
        matched={matched}
        onThrown={setThrown}
      />
    </div>
  );
}
