// The field of a cell in edit. What was typed is taken when the cell is left; Escape gives it up.
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { VariableSource } from '../../../../editor/variable-source.ts';
import css from './grid.module.css';

const LineEdit = lazy(() => import('../../../../editor/line-edit.tsx'));

/** The cell to which the end of an edit leads: the same one, the one below, the next or the previous one. */
export type EditEnd = 'stay' | 'down' | 'next' | 'previous' | 'left';

interface CellEditorProps {
  readonly label: string;
  readonly initial: string;
  readonly selectsAll: boolean;
  readonly isSecret: boolean;
  /** Present where the value may hold variables. */
  readonly variables?: VariableSource | undefined;
  /** Gets the text; null for an edit that was given up. */
  readonly onEnd: (text: string | null, end: EditEnd) => void;
  /** Returns true when it has taken a pasted text. */
  readonly onPaste: (text: string) => boolean;
}

export function CellEditor(props: CellEditorProps) {
  const { label, initial, selectsAll, isSecret, variables, onPaste } = props;
  const [text, setText] = useState(initial);
  const { end, onKeyDown } = useEnd(text, props.onEnd);
  return (
    <div
      className={css['editor']}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isStill =
          !document.hasFocus() ||
          (relatedTarget instanceof Element &&
            (currentTarget.contains(relatedTarget) ||
              relatedTarget.closest('[data-variable-card]') !== null));
        if (!isStill) end(text, 'left');
      }}
    >
      {variables === undefined || isSecret ? (
        <PlainField {...{ label, text, selectsAll, isSecret, onPaste }} onChange={setText} />
      ) : (
        <Suspense
          fallback={<PlainField {...{ label, text, selectsAll, isSecret, onPaste }} onChange={setText} />}
        >
          <LineEdit
            {...{ label, variables, selectsAll, onPaste }}
            value={text}
            autoFocus
            onChange={setText}
            onCommit={() => end(text, 'down')}
            onEscape={() => end(null, 'stay')}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns the end of an edit, which happens once, and the keys that lead to it. */
function useEnd(text: string, onEnd: CellEditorProps['onEnd']) {
  const isEnded = useRef(false);
  const end = (value: string | null, where: EditEnd): void => {
    if (isEnded.current) return;
    isEnded.current = true;
    onEnd(value, where);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Tab') end(text, event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) end(text, 'down');
    else if (event.key === 'Escape') end(null, 'stay');
    else return;
    event.preventDefault();
  };
  return { end, onKeyDown };
}

interface PlainFieldProps extends Pick<CellEditorProps, 'label' | 'selectsAll' | 'isSecret' | 'onPaste'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function PlainField({ label, text, selectsAll, isSecret, onPaste, onChange }: PlainFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current!.focus();
    if (selectsAll) field.current!.select();
  }, [selectsAll]);
  return (
    <input
      ref={field}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      value={text}
      onPaste={(event) => {
        if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
