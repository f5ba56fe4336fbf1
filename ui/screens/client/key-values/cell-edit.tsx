// The cell in edit: a line editor, which is loaded before it is needed.
import { lazy, Suspense, useState } from 'react';
import type { VariableSource } from '../../../editor/variable-source.ts';
import css from './key-values.module.css';
import type { Edit } from './table-actions.ts';

const loadLineEdit = () => import('../../../editor/line-edit.tsx');
const LaterLineEdit = lazy(loadLineEdit);
/** The editor once it is loaded: a lazy one shows its fallback first even then. */
let LoadedLineEdit: Awaited<ReturnType<typeof loadLineEdit>>['default'] | null = null;

/** Loads the editor, so that the first cell in edit has it at once. */
export function preloadEditor(): void {
  void loadLineEdit().then((loaded) => {
    LoadedLineEdit = loaded.default;
  });
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
  const [LineEdit] = useState(() => LoadedLineEdit ?? LaterLineEdit);
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
function PlainEdit({ label, value, onChange, onCommit, onEscape, onPaste }: Omit<CellEditProps, 'edit'>) {
  return (
    <input
      className={css['plain']}
      aria-label={label}
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={(event) => {
        if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onCommit();
        else if (key === 'Escape') onEscape();
      }}
    />
  );
}
