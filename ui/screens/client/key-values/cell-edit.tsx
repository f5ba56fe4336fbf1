// The cell in edit: a line editor, which is loaded before it is needed.
import { lazy, Suspense } from 'react';
import type { VariableSource } from '../../../editor/variable-source.ts';
import css from './key-values.module.css';
import type { Edit } from './table-actions.ts';

const loadLineEdit = () => import('../../../editor/line-edit.tsx');
const LineEdit = lazy(loadLineEdit);

/** Loads the editor, so that the first cell in edit has it at once. */
export function preloadEditor(): void {
  void loadLineEdit();
}

interface CellEditProps {
  readonly edit: Edit;
  readonly label: string;
  readonly value: string;
  readonly variables: VariableSource;
  readonly words: readonly string[];
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
  readonly onCommit: () => void;
  readonly onEscape: () => void;
  readonly onPaste: (text: string) => boolean;
}

export function CellEdit({ edit, ...props }: CellEditProps) {
  return (
    <Suspense fallback={<PlainEdit {...props} />}>
      <LineEdit
        {...props}
        mono={edit.column !== 'docs'}
        autoFocus
        selectsAll={edit.selectsAll}
        caretAt={edit.at}
      />
    </Suspense>
  );
}

/** Takes what is typed until the editor is there. */
function PlainEdit({ label, value, onChange, onCommit, onEscape }: Omit<CellEditProps, 'edit'>) {
  return (
    <input
      className={css['plain']}
      aria-label={label}
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onCommit();
        else if (key === 'Escape') onEscape();
      }}
    />
  );
}
