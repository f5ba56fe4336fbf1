// The rows as text that can be edited.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { VariableSource } from '../editor/variable-source.ts';
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
  const known = useRef({ rows, isTyped: false });
  useEffect(() => {
    const { rows: before, isTyped } = known.current;
    known.current = { rows, isTyped: false };
    // What was typed stays as it is, also where the rows are written in another way.
    if (!isTyped && textOfRows(before) !== textOfRows(rows)) setText(textOfRows(rows));
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
            known.current = { rows, isTyped: true };
            onChange(rowsOfText(next, rows));
          }}
        />
      </Suspense>
    </div>
  );
}
