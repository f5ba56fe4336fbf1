// An editor for code, which it highlights by language.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { classes } from '../parts/classes.ts';
import css from './editor.module.css';
import { baseExtensions, languageSupport } from './setup.ts';
import { textChange } from './text-change.ts';

interface CodeEditProps {
  readonly value: string;
  readonly language: string;
  readonly label: string;
  /** True to fill the available space; otherwise the editor grows with its text. */
  readonly fills?: boolean;
  /** Additional extensions. The reference must not change while the editor is shown. */
  readonly extensions?: readonly Extension[];
  /** A problem whose text ends with its position, such as `(line 2, column 11)`. */
  readonly problem?: string | null;
  /** Places of the text that are marked. The reference changes with them only. */
  readonly marks?: readonly EditMark[];
  /** A place to go to; another object goes there again. */
  readonly goTo?: EditPlace | null;
  /** False to let long lines scroll, as long texts need it. */
  readonly wraps?: boolean;
  readonly onChange: (value: string) => void;
}

/** Counted from 1. */
export interface EditPlace {
  readonly line: number;
  readonly column: number;
}

export interface EditMark extends EditPlace {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Without Mod+Enter, which sends on every screen that has an editor. */
const editorKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
const NONE: readonly Extension[] = [];
const NO_MARKS: readonly EditMark[] = [];

function CodeEdit(props: CodeEditProps) {
  const { value, language, label, fills = false, extensions = NONE, problem = null, onChange } = props;
  const { marks = NO_MARKS, goTo = null, wraps = true } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ value, onChange });
  const [coloured] = useState(() => new Compartment());
  useEffect(() => {
    latest.current.onChange = onChange;
  }, [onChange]);
  useEffect(() => {
    const created = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...editing(label, coloured),
          ...(wraps ? [EditorView.lineWrapping] : []),
          ...extensions,
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            // What came from outside is not typed: sent back, it would replace what others have typed meanwhile.
            if (!docChanged || transactions.every((each) => each.annotation(Transaction.remote) === true))
              return;
            latest.current.value = state.doc.toString();
            latest.current.onChange(latest.current.value);
          }),
        ],
      }),
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [label, extensions, coloured, wraps]);
  useEffect(() => {
    let isShown = true;
    void languageSupport(language).then((support) => {
      if (isShown) view.current?.dispatch({ effects: coloured.reconfigure(support ?? []) });
    });
    return () => {
      isShown = false;
    };
  }, [language, coloured, label, extensions]);
  useEffect(() => {
    // A value that was typed here is shown already.
    if (value === latest.current.value) return;
    const { at, remove, insert } = textChange(latest.current.value, value);
    latest.current.value = value;
    view.current?.dispatch({
      changes: { from: at, to: at + remove.length, insert },
      annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    });
  }, [value]);
  useMarks(view, { value, problem, marks, goTo });
  return <div className={classes(css['edit'], fills && css['fills'])} ref={parent} />;
}

type Marked = Required<Pick<CodeEditProps, 'value' | 'problem' | 'marks' | 'goTo'>>;

/** Marks what is wrong, and goes to a place. */
function useMarks(view: RefObject<EditorView | null>, { value, problem, marks, goTo }: Marked): void {
  useEffect(() => {
    const { current } = view;
    if (current !== null && marks === NO_MARKS)
      current.dispatch(setDiagnostics(current.state, diagnosticsOf(problem, current.state)));
  }, [view, problem, value, marks]);
  useEffect(() => {
    const { current } = view;
    if (current === null || marks === NO_MARKS) return;
    current.dispatch(
      setDiagnostics(
        current.state,
        marks.flatMap((mark) => diagnosticAt(mark, current.state)),
      ),
    );
  }, [view, marks]);
  useEffect(() => {
    const { current } = view;
    if (current === null || goTo === null) return;
    const line = current.state.doc.line(Math.min(Math.max(1, goTo.line), current.state.doc.lines));
    const at = Math.min(line.to, line.from + Math.max(0, goTo.column - 1));
    current.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    current.focus();
  }, [view, goTo]);
}

/** Returns the extensions of every editor: history, brackets, keys, and a compartment for the language. */
function editing(label: string, coloured: Compartment): readonly Extension[] {
  return [
    ...baseExtensions(),
    lintGutter(),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    coloured.of([]),
    // Its tab stop has to be said, for those who look whether what scrolls can be reached.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...editorKeys,
    ]),
  ];
}

/** Marks what stands at a place: to the end of a value, or of the line. */
function diagnosticAt(
  { line, column, severity, message }: EditMark,
  { doc }: EditorState,
): readonly Diagnostic[] {
  if (line > doc.lines) return [];
  const { from, to, text } = doc.line(line);
  const start = Math.min(to, from + column - 1);
  const [word = ''] = /^[^\s,]+/.exec(text.slice(start - from)) ?? [];
  return [{ from: start, to: word === '' ? to : start + word.length, severity, message }];
}

/** Marks the rest of the line from the position that a problem names. */
function diagnosticsOf(problem: string | null, { doc }: EditorState): readonly Diagnostic[] {
  const [, line, column = '1'] = /\(line (\d+)(?:, column (\d+))?\)/.exec(problem ?? '') ?? [];
  if (problem === null || line === undefined || Number(line) > doc.lines) return [];
  const { from, to } = doc.line(Number(line));
  const start = Math.min(to, from + Number(column) - 1);
  return [{ from: start === to ? from : start, to, severity: 'error', message: problem }];
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default CodeEdit;
