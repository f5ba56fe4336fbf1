// The keys of the completion, and taking an offer.
import { EditorSelection } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import type { Offer } from './completion-offers.ts';
import {
  chooseOffer,
  closeCompletion,
  completionOf,
  completionSources,
  openCompletion,
} from './completion-state.ts';

/** Offers that a page goes on. */
const PAGE = 8;

export const completionKeys: readonly KeyBinding[] = [
  { key: 'Ctrl-Space', run: open },
  { key: 'ArrowDown', run: move(1) },
  { key: 'ArrowUp', run: move(-1) },
  { key: 'PageDown', run: move(PAGE) },
  { key: 'PageUp', run: move(-PAGE) },
  { key: 'Enter', run: take(false) },
  { key: 'Tab', run: take(false) },
  { key: 'Mod-Enter', run: take(true) },
  { key: 'Escape', run: close },
];

/** Puts an offer in place of what was typed. `asValue`: the value of a variable that is not secret. */
export function takeOffer(view: EditorView, offer: Offer, asValue: boolean): void {
  const completion = completionOf(view.state);
  if (completion === null) return;
  if (offer.type === 'create') view.state.facet(completionSources).variables().create?.(offer.text);
  const insert = textOf(offer, asValue);
  const { from, to } = completion;
  view.dispatch({
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + insert.length),
    effects: closeCompletion.of(null),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

function textOf(offer: Offer, asValue: boolean): string {
  if (offer.type === 'word') return offer.text;
  const value = offer.type === 'variable' && !offer.variable.isSecret ? offer.variable.value : null;
  return asValue && value !== null ? value : `{{${offer.text}}}`;
}

function open(view: EditorView): boolean {
  view.dispatch({ effects: openCompletion.of(null) });
  return true;
}

function close(view: EditorView): boolean {
  if (completionOf(view.state) === null) return false;
  view.dispatch({ effects: closeCompletion.of(null) });
  return true;
}

function move(step: number): Command {
  return (view) => {
    const completion = completionOf(view.state);
    if (completion === null) return false;
    view.dispatch({ effects: chooseOffer.of(stepped(completion.chosen, step, completion.offers.length)) });
    return true;
  };
}

/** A single step goes round; a page ends at the first and the last offer. */
function stepped(chosen: number, step: number, count: number): number {
  if (Math.abs(step) > 1) return Math.min(count - 1, Math.max(0, chosen + step));
  return chosen < 0 && step < 0 ? count - 1 : (chosen + step + count) % count;
}

function take(asValue: boolean): Command {
  return (view) => {
    const completion = completionOf(view.state);
    const offer = completion?.offers[completion.chosen];
    if (offer === undefined) return false;
    takeOffer(view, offer, asValue);
    return true;
  };
}
