// The completion of an editor: offered while a variable or a word is typed, from memory, with each key.
import { Facet, StateEffect, StateField, type EditorState, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { variableOffers, wordOffers, type Offer } from './completion-offers.ts';
import { NO_VARIABLES, type VariableSource } from './variable-source.ts';
import { typedVariableAt } from './variable-text.ts';

export interface Completion {
  /** The variable that is typed, with its braces; null for a word. */
  readonly variable: { readonly from: number; readonly to: number } | null;
  /** The characters that a chosen offer replaces. */
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  readonly offers: readonly Offer[];
  /** The chosen offer; -1 for none. */
  readonly chosen: number;
}

interface CompletionSources {
  readonly variables: () => VariableSource;
  /** Words for the text as a whole. */
  readonly words: () => readonly string[];
}

export const completionSources = Facet.define<CompletionSources, CompletionSources>({
  combine: ([first]) => first ?? { variables: () => NO_VARIABLES, words: () => [] },
});

/** Opens the completion where the caret is. */
export const openCompletion = StateEffect.define();
export const closeCompletion = StateEffect.define();
export const chooseOffer = StateEffect.define<number>();

export const completionField = StateField.define<Completion | null>({
  create: () => null,
  update: next,
  provide: (field) => EditorView.contentAttributes.from(field, attributesOf),
});

/** Returns the completion that is open; null for none, and in an editor without completion. */
export function completionOf(state: EditorState): Completion | null {
  return state.field(completionField, false) ?? null;
}

function next(open: Completion | null, transaction: Transaction): Completion | null {
  const { state, docChanged, selection } = transaction;
  let completion = open;
  if (docChanged) completion = isTyped(transaction, open) ? completionAt(state, false) : null;
  else if (selection !== undefined && open !== null) completion = completionAt(state, true);
  for (const effect of transaction.effects) {
    if (effect.is(closeCompletion)) completion = null;
    else if (effect.is(openCompletion)) completion = completionAt(state, true);
    else if (effect.is(chooseOffer) && completion !== null)
      completion = { ...completion, chosen: effect.value };
  }
  return completion;
}

/** Deleting goes on with a completion, and opens none. */
function isTyped(transaction: Transaction, open: Completion | null): boolean {
  return (
    transaction.isUserEvent('input.type') || (open !== null && transaction.isUserEvent('delete.backward'))
  );
}

/** `isAsked`: offers words for an empty text too. */
function completionAt(state: EditorState, isAsked: boolean): Completion | null {
  const { main } = state.selection;
  if (!main.empty) return null;
  const line = state.doc.lineAt(main.head);
  const { variables, words } = state.facet(completionSources);
  const found = typedVariableAt(line.text, main.head - line.from);
  if (found !== null) {
    const [from, to] = [line.from + found.from, line.from + found.to];
    const offers = variableOffers(found.typed, variables());
    return offers.length === 0
      ? null
      : { variable: { from, to }, from, to, typed: found.typed, offers, chosen: 0 };
  }
  if (main.head !== line.to || (line.text === '' && !isAsked)) return null;
  const offers = wordOffers(line.text, words());
  // Nothing is chosen: Enter leaves a word as it was typed.
  return offers.length === 0
    ? null
    : { variable: null, from: line.from, to: line.to, typed: line.text, offers, chosen: -1 };
}

/** Ids of the elements for assistive technology; one completion is open at a time. */
export const LIST_ID = 'completion-offers';
export const offerId = (at: number): string => `${LIST_ID}-${at}`;

function attributesOf(completion: Completion | null): Readonly<Record<string, string>> {
  if (completion === null) return { 'aria-autocomplete': 'list' };
  return {
    'aria-autocomplete': 'list',
    'aria-controls': LIST_ID,
    ...(completion.chosen >= 0 && { 'aria-activedescendant': offerId(completion.chosen) }),
  };
}
