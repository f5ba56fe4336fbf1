// A field of one line with variables, loaded when it is first needed. Line breaks that a value has stay, as symbols.
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState, Transaction, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { classes } from '../parts/classes.ts';
import css from './line-edit.module.css';
import { styleNonce } from '../styles/nonce.ts';
import { variableExtensions } from './variable-extensions.ts';
import { variablesChanged } from './variable-marks.ts';
import type { VariableSource } from './variable-source.ts';

export interface LineEditProps {
  readonly value: string;
  readonly label: string;
  readonly variables: VariableSource;
  readonly mono?: boolean;
  readonly placeholder?: string;
  /** True to show dots in place of characters; variables stay readable. */
  readonly isSecret?: boolean;
  readonly autoFocus?: boolean;
  /** With `autoFocus`: selects the text, so that typing replaces it. */
  readonly selectsAll?: boolean;
  /** With `autoFocus`: the position of the pointer that gets the caret. */
  readonly caretAt?: { readonly x: number; readonly y: number } | null;
  /** True for a URL, whose `:name` segments are tinted. */
  readonly hasSegments?: boolean;
  /** Words that complete the text as a whole. */
  readonly words?: readonly string[];
  readonly isWrong?: boolean;
  readonly onChange: (value: string) => void;
  /** Called for Enter. */
  readonly onCommit?: () => void;
  /** Returns true when it has taken the pasted text. */
  readonly onPaste?: (text: string) => boolean;
  readonly onEscape?: () => void;
}

function LineEdit(props: LineEditProps) {
  const { value, variables, mono = true, isSecret = false } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const { value: doc, autoFocus = false, selectsAll = false, caretAt = null } = latest.current;
    const selection = { anchor: selectsAll ? 0 : doc.length, head: doc.length };
    const state = EditorState.create({ doc, selection, extensions: extensionsOf(() => latest.current) });
    const created = new EditorView({ parent: parent.current!, state });
    view.current = created;
    if (autoFocus) created.focus();
    const at = caretAt === null ? null : created.posAtCoords(caretAt);
    if (at !== null) created.dispatch({ selection: { anchor: at } });
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);
  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === value) return;
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: variablesChanged.of(null) });
  }, [variables]);
  return (
    <div
      ref={parent}
      className={classes(css['line'], mono && css['mono'])}
      data-secret={isSecret || undefined}
    />
  );
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default LineEdit;

/** Without those that a single line has no use for: they are left to what is around it. */
const EDITOR_KEYS = standardKeymap.filter(
  ({ key }) => !['Enter', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].includes(key ?? ''),
);

/** A value has none: so the whole of it is one line. */
const NO_SEPARATOR = '\u0000';

function extensionsOf(latest: () => LineEditProps): readonly Extension[] {
  const { label, placeholder: hint, isWrong = false, hasSegments = false } = latest();
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorState.lineSeparator.of(NO_SEPARATOR),
    ...variableExtensions(() => latest().variables, { words: () => latest().words ?? [], hasSegments }),
    keymap.of([
      { key: 'Enter', run: () => (latest().onCommit?.(), true) },
      { key: 'Escape', run: () => escape(latest()) },
      ...historyKeymap,
      ...EDITOR_KEYS,
    ]),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    ...(hint === undefined ? [] : [placeholder(hint)]),
    EditorView.contentAttributes.of({
      // A contenteditable element counts as one that can be focused only with it.
      tabindex: '0',
      'aria-label': label,
      'aria-multiline': 'false',
      ...(isWrong && { 'aria-invalid': 'true' }),
    }),
    EditorView.domEventHandlers({ paste: (event, view) => paste(event, view, latest().onPaste) }),
    EditorState.transactionFilter.of(withoutBreaks),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.every((each) => each.annotation(Transaction.remote) === true))
        latest().onChange(state.doc.toString());
    }),
    theme,
  ];
}

/** Returns false where nobody waits for the key. */
function escape({ onEscape }: LineEditProps): boolean {
  onEscape?.();
  return onEscape !== undefined;
}

function paste(
  { clipboardData }: ClipboardEvent,
  view: EditorView,
  onPaste: LineEditProps['onPaste'],
): boolean {
  const text = clipboardData?.getData('text/plain') ?? '';
  if (text === '' || onPaste?.(text) !== true) return false;
  view.focus();
  return true;
}

/** Joins the lines of a text that is pasted, dropped or inserted. */
function withoutBreaks(transaction: Transaction): Transaction | readonly [Transaction, object] {
  if (!transaction.docChanged || !transaction.isUserEvent('input')) return transaction;
  const breaks: { readonly from: number; readonly to: number }[] = [];
  transaction.changes.iterChanges((_fromA, _toA, fromB, toB, inserted) => {
    for (const { 0: text, index } of inserted.toString().matchAll(/[\r\n]+/g))
      breaks.push({ from: fromB + index, to: Math.min(toB, fromB + index + text.length) });
  });
  return breaks.length === 0 ? transaction : [transaction, { changes: breaks, sequential: true }];
}

const theme = EditorView.theme({
  '&': { height: '100%', color: 'inherit', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    scrollbarWidth: 'none',
    overflowY: 'hidden',
  },
  // The whole height takes clicks; the text is in its middle.
  '.cm-content': { padding: '0', minHeight: '100%', alignContent: 'center', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 2px 0 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--text-3)', fontFamily: 'var(--font-ui)' },
  '.cm-specialChar': { color: 'var(--text-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bg-selected)',
  },
});
