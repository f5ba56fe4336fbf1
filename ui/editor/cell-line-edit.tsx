// A line editor for cells, which get one when they are edited. It is loaded before, so that no key is lost.
import { lazy, Suspense, useState } from 'react';
import type { LineEditProps } from './line-edit.tsx';
import css from './line-edit.module.css';

const loadLineEdit = () => import('./line-edit.tsx');
const LaterLineEdit = lazy(loadLineEdit);
/** The editor once it is loaded: a lazy one shows its fallback first even then. */
let LoadedLineEdit: Awaited<ReturnType<typeof loadLineEdit>>['default'] | null = null;

/** Loads the editor, so that the first cell in edit has it at once. */
export function preloadLineEdit(): void {
  void loadLineEdit().then((loaded) => {
    LoadedLineEdit = loaded.default;
  });
}

export function CellLineEdit(props: LineEditProps) {
  const [LineEdit] = useState(() => LoadedLineEdit ?? LaterLineEdit);
  return (
    <Suspense fallback={<PlainLine {...props} />}>
      <LineEdit {...props} autoFocus />
    </Suspense>
  );
}

/** Takes what is typed until the editor is there. */
function PlainLine({ label, value, onChange, onCommit, onEscape, onPaste }: LineEditProps) {
  return (
    <input
      className={css['plain']}
      aria-label={label}
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={(event) => {
        if (onPaste?.(event.clipboardData.getData('text/plain')) === true) event.preventDefault();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onCommit?.();
        else if (key === 'Escape') onEscape?.();
      }}
    />
  );
}
