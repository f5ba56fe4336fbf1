// Shows code with line numbers and highlighting; the browser's own search finds text in it.
import { foldGutter } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import css from './editor.module.css';
import { baseExtensions, languageSupport } from './setup.ts';

interface CodeTextProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly wrap?: boolean;
  /** Gets the text as it is shown, and a function that selects a part of it and brings it into sight. */
  readonly onShown?: (shown: ShownText) => void;
}

export interface ShownText {
  readonly text: string;
  readonly element: HTMLElement;
  readonly select: (from: number, to: number) => void;
  /** Returns the character at the cursor when that is in sight, else the first one in sight. */
  readonly position: () => number;
  /** Moves the cursor to a character, and its line to the top. */
  readonly goTo: (position: number) => void;
}

/** Highlighting a longer text would keep the page busy. */
const MAX_COLOURED = 1_000_000;
/** The number of characters that are shown of a line: one of megabytes would be drawn as a whole. */
const MAX_LINE = 20_000;

function CodeText({ text, language, label, wrap = true, onShown }: CodeTextProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const compartment = new Compartment();
    const view = new EditorView({
      parent: parent.current!,
      state: EditorState.create({
        doc: withShortLines(text),
        extensions: [
          ...baseExtensions(),
          lineNumbers(),
          foldGutter(),
          drawSelection(),
          search({ top: true }),
          highlightSelectionMatches(),
          keymap.of(searchKeymap),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
          compartment.of([]),
          ...(wrap ? [EditorView.lineWrapping] : []),
        ],
      }),
    });
    onShown?.({
      text: view.state.doc.toString(),
      element: view.dom,
      select: (anchor, head) =>
        view.dispatch({
          selection: { anchor, head },
          effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
        }),
      position: () => positionOf(view),
      goTo: (position) => {
        const anchor = Math.min(position, view.state.doc.length);
        view.dispatch({
          selection: { anchor },
          effects: EditorView.scrollIntoView(anchor, { y: 'start' }),
        });
      },
    });
    let isShown = true;
    if (text.length <= MAX_COLOURED)
      void languageSupport(language).then((support) => {
        if (support !== null && isShown) view.dispatch({ effects: compartment.reconfigure(support) });
      });
    return () => {
      isShown = false;
      view.destroy();
    };
  }, [text, language, label, wrap, onShown]);
  return <div className={css['editor']} ref={parent} />;
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default CodeText;

function positionOf(view: EditorView): number {
  const { scrollTop, clientHeight } = view.scrollDOM;
  const { head } = view.state.selection.main;
  const { top } = view.lineBlockAt(head);
  const isInSight = top >= scrollTop - view.defaultLineHeight && top < scrollTop + clientHeight;
  return isInSight ? head : view.lineBlockAtHeight(scrollTop).from;
}

function withShortLines(text: string): string {
  if (text.length <= MAX_LINE) return text;
  return text
    .split('\n')
    .map((line) =>
      line.length <= MAX_LINE
        ? line
        : `${line.slice(0, MAX_LINE)} [${line.length - MAX_LINE} chars left out]`,
    )
    .join('\n');
}
