// A part that opens and closes, with a line that says what is in it.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import css from './conversation.module.css';

interface FoldProps {
  /** Names what is folded, such as `Thinking`. */
  readonly label: string;
  /** The line that stands for it while it is closed. */
  readonly summary: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

export function Fold({ label, summary, isOpenAtFirst = false, children }: FoldProps) {
  const [toggled, setToggled] = useState(false);
  const isOpen = isOpenAtFirst !== toggled;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={css['fold']}>
      <button type="button" aria-expanded={isOpen} onClick={() => setToggled(!toggled)}>
        <Arrow aria-hidden />
        <span className={css['foldLabel']}>{label}</span>
        {!isOpen && (
          <span className={css['foldSummary']} dir="auto">
            {summary}
          </span>
        )}
      </button>
      {isOpen && children}
    </div>
  );
}
