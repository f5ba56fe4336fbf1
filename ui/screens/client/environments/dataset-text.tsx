// A dataset as text.
import { lazy, Suspense } from 'react';
import { count } from '../../../state/actions.ts';
import css from './environments.module.css';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

/** A longer text would keep the editor busy, in characters. */
const MAX_TEXT = 2_000_000;

interface DatasetTextProps {
  readonly name: string;
  readonly format: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function DatasetText({ name, format, text, onChange }: DatasetTextProps) {
  if (text.length > MAX_TEXT)
    return (
      <p className={css['tooLong']}>
        {count(text.length, 'character')}: the text is too long to be edited here. The table has all of it.
      </p>
    );
  return (
    <Suspense>
      <CodeEdit label={`Text of ${name}`} language={format} value={text} fills onChange={onChange} />
    </Suspense>
  );
}
