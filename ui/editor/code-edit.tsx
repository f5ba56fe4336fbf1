// An editor for code, which it highlights by language.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../parts/classes.ts';
import css from './editor.module.css';
import { baseExtensions, languageSupport } from './setup.ts';

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
  readonly onChange: (value: string) => void;
}

/** Without Mod+Enter, which sends on every screen that has an editor. */
const editorKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
const NONE: readonly Extension[] = [];

function CodeEdit(props: CodeEditProps) {
  const { value, language, label, fills = false, extensions = NONE, problem = null, onChange } = props;
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
          ...extensions,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
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
  }, [label, extensions, coloured]);
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
    latest.current.value = value;
    view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const { current } = view;
    if (current !== null)
      current.dispatch(setDiagnostics(current.state, diagnosticsOf(problem, current.state)));
  }, [problem, value]);
  return <div className={classes(css['edit'], fills && css['fills'])} ref={parent} />;
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
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...editorKeys,
    ]),
  ];
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
