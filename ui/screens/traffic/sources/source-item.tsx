// One entry of the sources.
import { ChevronDown, ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '../../../format/measures.ts';
import css from './sources.module.css';

interface SourceItemProps {
  readonly label: string;
  readonly count: number;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
  readonly title?: string;
  readonly level?: number;
  /** Null for an entry without others below it. */
  readonly expanded?: boolean | null;
  readonly onSelect: () => void;
  readonly onToggle?: () => void;
  /** Present for an entry that can be removed: by Delete, or by the cross that takes the place of the count. */
  readonly onRemove?: () => void;
}

export function SourceItem(props: SourceItemProps) {
  const {
    label,
    count,
    icon,
    isCurrent,
    title = label,
    level = 1,
    expanded,
    onSelect,
    onToggle,
    onRemove,
  } = props;
  const Arrow = expanded === true ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      className={css['item']}
      aria-level={level}
      aria-selected={isCurrent}
      aria-expanded={expanded ?? undefined}
      tabIndex={isCurrent ? 0 : -1}
      style={{ paddingLeft: 8 + (level - 1) * 14 }}
      title={title}
      onClick={onSelect}
      onKeyDown={(event) => {
        const isToggle =
          (event.key === 'ArrowRight' && expanded === false) ||
          (event.key === 'ArrowLeft' && expanded === true);
        if (isToggle) onToggle?.();
        else if (event.key === 'Enter' || event.key === ' ') onSelect();
        else if (event.key === 'Delete' && onRemove !== undefined) onRemove();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {expanded !== undefined && (
        <span
          className={css['twist']}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onToggle?.();
          }}
        >
          {expanded !== null && <Arrow />}
        </span>
      )}
      <span className={css['icon']} aria-hidden>
        {icon}
      </span>
      <span className={css['label']}>{label}</span>
      <span className={css['count']}>{countText(count)}</span>
      {onRemove !== undefined && (
        <span
          className={css['action']}
          aria-hidden
          title={`Remove ${label}`}
          onClick={(event) => {
            event.stopPropagation();
            onRemove();
          }}
        >
          <X />
        </span>
      )}
    </div>
  );
}
