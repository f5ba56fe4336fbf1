// Lists what can be written at the caret of the filter field.
import type { Completion } from '../../../../src/flow/filter/index.ts';
import { Keys } from '../../../parts/index.ts';
import css from './filter.module.css';

interface CompletionListProps {
  readonly id: string;
  readonly offers: readonly Completion[];
  readonly chosen: number;
  /** The reason why the filter cannot be applied; null when it can. */
  readonly error: string | null;
  readonly onTake: (completion: Completion) => void;
}

export function CompletionList({ id, offers, chosen, error, onTake }: CompletionListProps) {
  return (
    <div className={css['popup']}>
      <ul id={id} role="listbox" aria-label="Completions">
        {offers.map((offer, index) => (
          <li
            key={offer.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={css['offer']}
            // Handled before the field loses focus.
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(offer);
            }}
          >
            <code>{offer.text}</code>
            <span>{offer.summary}</span>
          </li>
        ))}
      </ul>
      <div className={css['popupFoot']}>
        {error === null ? (
          <>
            <Keys keys="arrowup" />
            <Keys keys="arrowdown" /> Choose <Keys keys="tab" /> Take <Keys keys="enter" /> Apply
          </>
        ) : (
          <span className={css['popupError']}>{error}</span>
        )}
      </div>
    </div>
  );
}
