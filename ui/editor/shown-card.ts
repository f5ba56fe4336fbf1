// The card of a variable that is shown, and when it goes.
import { createStore } from '../state/store.ts';
import type { VariableSource } from './variable-source.ts';

export interface ShownCard {
  readonly name: string;
  readonly anchor: Element;
  readonly source: VariableSource;
  /** True when a key opened it, which moves the focus there. */
  readonly hasFocus: boolean;
}

export const shownCard = createStore<ShownCard | null>(null);

/** The pointer has so long to get from the chip to the card. */
const CLOSE_MS = 200;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Does one thing at a time later, or nothing with null. */
export function cardLater(ms: number, work: (() => void) | null): void {
  clearTimeout(timer);
  if (work !== null) timer = setTimeout(work, ms);
}

export function hideCard(): void {
  cardLater(0, null);
  shownCard.set(null);
}

/** Hides the card soon, unless the pointer comes back or the focus is there. */
export function leaveCard(): void {
  cardLater(CLOSE_MS, () => {
    const isInside = document.activeElement?.closest('[data-variable-card]') instanceof Element;
    if (!isInside) hideCard();
  });
}

/** Lets the card stay while the pointer is over it. */
export function stayAtCard(): void {
  cardLater(0, null);
}
