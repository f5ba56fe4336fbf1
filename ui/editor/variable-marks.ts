// Variables in an editor as chips: known, secret, dynamic or unknown, and the one that is being typed.
import { StateEffect, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { completionOf } from './completion-state.ts';
import './variable-chip.css';
import { chipKind, lookUpIn, type UsedVariable, type VariableSource } from './variable-source.ts';
import { partsOf, type TextPart } from './variable-text.ts';

/** Says that the variables have changed. */
export const variablesChanged = StateEffect.define();

/** Draws the variables of the lines in sight. `hasSegments`: also the `:name` segments of a URL. */
export function variableMarks(source: () => VariableSource, hasSegments: boolean): Extension {
  return ViewPlugin.define((view) => new Marks(view, source, hasSegments), {
    decorations: (plugin) => plugin.decorations,
  });
}

class Marks implements PluginValue {
  decorations: DecorationSet;
  readonly #source: () => VariableSource;
  readonly #hasSegments: boolean;
  #drawn: VariableSource;

  constructor(view: EditorView, source: () => VariableSource, hasSegments: boolean) {
    this.#source = source;
    this.#hasSegments = hasSegments;
    this.#drawn = source();
    this.decorations = this.#draw(view);
  }

  update({ docChanged, viewportChanged, startState, state, transactions, view }: ViewUpdate): void {
    const isRefreshed =
      this.#drawn !== this.#source() ||
      transactions.some(({ effects }) => effects.some((effect) => effect.is(variablesChanged)));
    if (docChanged || viewportChanged || isRefreshed || completionOf(startState) !== completionOf(state))
      this.decorations = this.#draw(view);
  }

  #draw(view: EditorView): DecorationSet {
    this.#drawn = this.#source();
    if (this.#drawn.isLiteral === true) return Decoration.none;
    const lookUp = lookUpIn(this.#drawn);
    const typed = completionOf(view.state)?.variable ?? null;
    const ranges = view.visibleRanges.flatMap((visible) => {
      const { from } = view.state.doc.lineAt(visible.from);
      const text = view.state.sliceDoc(from, view.state.doc.lineAt(visible.to).to);
      return partsOf(text, this.#hasSegments)
        .filter(({ type }) => type !== 'text')
        .filter((part) => typed === null || from + part.to <= typed.from || from + part.from >= typed.to)
        .map((part) => markOf(part, lookUp).range(from + part.from, from + part.to));
    });
    if (typed !== null) ranges.push(TYPED.range(typed.from, typed.to));
    return Decoration.set(ranges, true);
  }
}

const TYPED = Decoration.mark({ class: 'variable-chip', attributes: { 'data-kind': 'typed' } });
const SEGMENT = Decoration.mark({ class: 'variable-segment' });

function markOf({ type, name }: TextPart, lookUp: (name: string) => UsedVariable): Decoration {
  if (type === 'segment') return SEGMENT;
  return Decoration.mark({
    class: 'variable-chip',
    attributes: { 'data-kind': chipKind(lookUp(name)), 'data-variable': name },
  });
}
