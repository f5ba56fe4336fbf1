// Opens the card of a variable: by the pointer over its chip, or by a key.
import { cardLater, shownCard, type ShownCard } from './shown-card.ts';
import type { VariableSource } from './variable-source.ts';

/** The chip is under the pointer for so long before its card opens. */
const OPEN_MS = 350;

export function showCard(card: ShownCard): void {
  cardLater(0, null);
  void import('./variable-card.tsx').then(({ mountCards }) => {
    mountCards();
    shownCard.set(card);
  });
}

/** Opens the card of the chip under the pointer after a moment. */
export function cardOnHover(target: EventTarget | null, source: () => VariableSource): void {
  const chip = target instanceof Element ? target.closest<HTMLElement>('[data-variable]') : null;
  if (chip === null) return;
  cardLater(OPEN_MS, () => {
    const { variable: name = '' } = chip.dataset;
    if (chip.isConnected && shownCard.get()?.anchor !== chip)
      showCard({ name, anchor: chip, source: source(), hasFocus: false });
  });
}

/** Opens the card of the first chip in an element, and moves the focus there. Returns false without a chip. */
export function cardByKey(element: Element, source: VariableSource): boolean {
  const chip = element.querySelector<HTMLElement>('[data-variable]');
  const name = chip?.dataset['variable'];
  if (chip === null || name === undefined) return false;
  showCard({ name, anchor: chip, source, hasFocus: true });
  return true;
}
