// The field of a cell in edit. What was typed is taken when the cell is left; Escape gives it up.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { keyName } from '../../../../commands/keyboard.ts';
import { CellLineEdit } from '../../../../editor/cell-line-edit.tsx';
import type { VariableSource } from '../../../../editor/variable-source.ts';
import css from './grid.module.css';

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
        <CellLineEdit
          {...{ label, variables, selectsAll, onPaste }}
          value={text}
          onChange={setText}
          onCommit={() => end(text, 'down')}
          onEscape={() => end(null, 'stay')}
        />
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
  // A tab that is closed by keys, or a row that is scrolled away, leaves its cell without a blur.
  const latest = useRef({ text, onEnd });
  useEffect(() => {
    latest.current = { text, onEnd };
  });
  useEffect(
    () => () => {
      if (!isEnded.current) latest.current.onEnd(latest.current.text, 'left');
    },
    [],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (keyName(event.nativeEvent) === 'mod+s') {
      // What is saved has what was typed.
      end(text, 'stay');
      return;
    }
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
