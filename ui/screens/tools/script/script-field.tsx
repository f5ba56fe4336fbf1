// The field for the script of a Scripting rule, with its test run and console.
import { lazy, Suspense, useState } from 'react';
import { useFieldError, type FieldProps } from '../fields/context.ts';
import { textOf } from '../model/schema.ts';
import { currentTool, type Rule } from '../model/drafts.ts';
import { useLiveError } from './live-error.ts';
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
  const id = textOf(rule['id']);
  const live = useLiveError(isSaved(id, code) ? id : null);
  // An error of a test run holds for the code that was run.
  const problem = error ?? (thrown?.code === code ? thrown.text : live);
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
      {live !== null && (
        <p className={css['error']} role="status">
          While traffic passed: {live}
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

/** Returns true when the rule has this code, so that traffic runs it. */
function isSaved(id: string, code: string): boolean {
  return currentTool('scripting')?.rules.some((rule) => rule['id'] === id && rule['code'] === code) === true;
}
