// The editors of the open requests, for names that are inserted from a column.
import type { Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView } from '@codemirror/view';
import { sayError } from '../../../../../state/toasts.ts';

const editors = new Map<string, EditorView>();

/** Returns the extension of the editor of a tab that gets what is inserted. */
export function takesInsertions(tabKey: string): Extension {
  return ViewPlugin.define((view) => {
    editors.set(tabKey, view);
    return {
      destroy() {
        if (editors.get(tabKey) === view) editors.delete(tabKey);
      },
    };
  });
}

/** Puts a text where the caret is, with a space before it where it would be glued to a word. */
export function insertAtCaret(tabKey: string, text: string): void {
  const view = editors.get(tabKey);
  if (view === undefined) {
    sayError('It goes where the caret is: show the editor first');
    return;
  }
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  const isGlued = /[^\s{(.,]$/.test(line.text.slice(0, from - line.from));
  const insert = `${isGlued ? ' ' : ''}${text}`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}
