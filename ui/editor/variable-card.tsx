// The layer of the page that shows the card of a variable beside its chip.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from '../state/store.ts';
import { hideCard, leaveCard, shownCard, stayAtCard, type ShownCard } from './shown-card.ts';
import css from './variable-card.module.css';
import { VariableFacts } from './variable-facts.tsx';

let isMounted = false;

/** Adds the layer of cards to the page, once. */
export function mountCards(): void {
  if (isMounted) return;
  isMounted = true;
  const layer = document.createElement('div');
  document.body.append(layer);
  createRoot(layer).render(<Cards />);
}

function Cards() {
  const card = useStore(shownCard);
  return card === null ? null : <Card key={card.name} card={card} />;
}

/** Pixels between the chip and its card, and between the card and the edge of the window. */
const [GAP, EDGE] = [6, 8];

function Card({ card }: { readonly card: ShownCard }) {
  const { anchor, hasFocus } = card;
  const panel = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const { style, offsetWidth, offsetHeight } = panel.current!;
    const { left, top, bottom } = anchor.getBoundingClientRect();
    const fitsBelow = bottom + GAP + offsetHeight + EDGE <= innerHeight;
    style.left = `${Math.max(EDGE, Math.min(left, innerWidth - offsetWidth - EDGE))}px`;
    style.top = `${fitsBelow ? bottom + GAP : Math.max(EDGE, top - GAP - offsetHeight)}px`;
    if (hasFocus) (panel.current!.querySelector('input') ?? panel.current!).focus();
  }, [anchor, hasFocus]);
  useEffect(() => {
    const close = (): void => hideCard();
    const closeElsewhere = ({ target }: Event): void => {
      if (!panel.current!.contains(target as Node)) hideCard();
    };
    addEventListener('scroll', closeElsewhere, true);
    addEventListener('pointerdown', closeElsewhere, true);
    addEventListener('resize', close);
    // Typing on in the text closes it, and so does Escape anywhere.
    addEventListener('keydown', closeElsewhere, true);
    return () => {
      removeEventListener('scroll', closeElsewhere, true);
      removeEventListener('pointerdown', closeElsewhere, true);
      removeEventListener('resize', close);
      removeEventListener('keydown', closeElsewhere, true);
    };
  }, []);
  const leave = (): void => {
    hideCard();
    if (before instanceof HTMLElement) before.focus();
  };
  return (
    <div
      ref={panel}
      className={css['card']}
      role="dialog"
      aria-label={`Variable ${card.name}`}
      tabIndex={-1}
      data-variable-card
      onMouseEnter={stayAtCard}
      onMouseLeave={leaveCard}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !panel.current!.contains(relatedTarget)) hideCard();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <VariableFacts name={card.name} source={card.source} onDone={leave} />
    </div>
  );
}
