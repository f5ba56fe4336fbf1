// The rows as text that can be edited.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { VariableSource } from '../../../editor/variable-source.ts';
import type { KeyValue } from './key-value.ts';
import css from './key-values.module.css';
import { rowsOfText, textOfRows } from './text-form.ts';

const TextEditor = lazy(() => import('./text-editor.tsx'));

interface TextFormProps {
  readonly label: string;
  readonly rows: readonly KeyValue[];
  readonly variables: VariableSource;
  readonly onChange: (rows: readonly KeyValue[]) => void;
}

export function TextForm({ label, rows, variables, onChange }: TextFormProps) {
  const [text, setText] = useState(() => textOfRows(rows));
  // What was typed has the same rows; others were changed elsewhere.
  const typed = useRef(rows);
  useEffect(() => {
    if (textOfRows(typed.current) !== textOfRows(rows)) setText(textOfRows(rows));
    typed.current = rows;
  }, [rows]);
  return (
    <div className={css['textForm']}>
      <Suspense>
        <TextEditor
          label={`${label} as text`}
          value={text}
          variables={variables}
          onChange={(next) => {
            setText(next);
            typed.current = rowsOfText(next, rows);
            onChange(typed.current);
          }}
        />
      </Suspense>
    </div>
  );
}
