// Variables in an editor: chips, completion, and the card of the variable under the pointer or at the caret.
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { completionKeys } from './completion-keys.ts';
import { completionPopup } from './completion-popup.ts';
import { closeCompletion, completionField, completionOf, completionSources } from './completion-state.ts';
import { leaveCard } from './shown-card.ts';
import { cardOnHover, showCard } from './variable-cards.ts';
import { variableMarks } from './variable-marks.ts';
import type { VariableSource } from './variable-source.ts';
import { partsOf } from './variable-text.ts';

interface VariableOptions {
  /** Words that complete the text as a whole. */
  readonly words?: () => readonly string[];
  /** True for a URL, whose `:name` segments are tinted. */
  readonly hasSegments?: boolean;
}

/** Returns the extensions. They ask `source` each time, so that the variables may change. */
export function variableExtensions(
  source: () => VariableSource,
  { words = () => [], hasSegments = false }: VariableOptions = {},
): readonly Extension[] {
  return [
    completionSources.of({ variables: source, words }),
    completionField,
    completionPopup(),
    Prec.highest(keymap.of([...completionKeys, { key: 'F1', run: (view) => openCard(view, source()) }])),
    variableMarks(source, hasSegments),
    EditorView.domEventHandlers({
      blur: (_, view) => closeLater(view),
      mouseover: ({ target }) => cardOnHover(target, source),
      mouseout: leaveCard,
    }),
  ];
}

/** A click in the list blurs nothing; what follows a blur must not change the editor at once. */
function closeLater(view: EditorView): void {
  setTimeout(() => {
    if (!view.hasFocus && completionOf(view.state) !== null)
      view.dispatch({ effects: closeCompletion.of(null) });
  });
}

const openCard = (view: EditorView, source: VariableSource): ReturnType<NonNullable<KeyBinding['run']>> => {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const at = head - line.from;
  const part = partsOf(line.text).find(({ type, from, to }) => type === 'variable' && from <= at && at <= to);
  if (part === undefined) return false;
  const { node } = view.domAtPos(line.from + part.from + 1);
  const anchor = node instanceof Element ? node : node.parentElement;
  showCard({ name: part.name, anchor: anchor ?? view.dom, source, hasFocus: true });
  return true;
};
