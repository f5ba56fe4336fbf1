// One entry of the sources.
import { ChevronDown, ChevronRight, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { countText } from '../../../format/measures.ts';
import { PointerMenu } from '../../../parts/index.ts';
import { useSelected } from '../../../state/store.ts';
import { agentRun } from '../model/agent-runs.ts';
import { compared } from '../model/compared.ts';
import { sourceKey, type Source } from '../model/sources.ts';
import { setSource, view } from '../model/view.ts';
import { sourceMenu } from './source-menu.ts';
import css from './sources.module.css';

interface SourceItemProps {
  readonly source: Source;
  readonly label: string;
  /** Null where it is not known. */
  readonly count: number | null;
  readonly icon: ReactNode;
  readonly title?: string;
  readonly level?: number;
  /** Null for an entry that has no children. */
  readonly expanded?: boolean | null;
  readonly onToggle?: () => void;
  /** Present for an entry that can be removed, with Delete or with the cross that replaces the count. */
  readonly onRemove?: () => void;
}

export function SourceItem(props: SourceItemProps) {
  const { source, label, count, icon, title = label, level = 1, expanded, onToggle, onRemove } = props;
  const key = sourceKey(source);
  const isOfList = useSelected(agentRun, (run) => run === null);
  const isCurrent = useSelected(view, ({ source: chosen }) => sourceKey(chosen) === key) && isOfList;
  return (
    <PointerMenu entries={() => sourceMenu(source)}>
      <div
        role="treeitem"
        className={css['item']}
        aria-level={level}
        aria-selected={isCurrent}
        aria-expanded={expanded ?? undefined}
        tabIndex={isCurrent ? 0 : -1}
        style={{ paddingLeft: 8 + (level - 1) * 14 }}
        title={title}
        onClick={() => choose(source)}
        onKeyDown={(event) => onKeyDown(event, props)}
      >
        {expanded !== undefined && <Twist expanded={expanded} onToggle={onToggle} />}
        <span className={css['icon']} aria-hidden>
          {icon}
        </span>
        <span className={css['label']}>{label}</span>
        <span className={css['count']}>{count !== null && countText(count)}</span>
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
    </PointerMenu>
  );
}

/** Shows a source, in place of a comparison or of a run too. */
function choose(source: Source): void {
  compared.set(null);
  agentRun.set(null);
  setSource(source);
}

function onKeyDown(event: KeyboardEvent, { source, expanded, onToggle, onRemove }: SourceItemProps): void {
  const isToggle =
    (event.key === 'ArrowRight' && expanded === false) || (event.key === 'ArrowLeft' && expanded === true);
  if (isToggle) onToggle?.();
  else if (event.key === 'Enter' || event.key === ' ') choose(source);
  else if (event.key === 'Delete' && onRemove !== undefined) onRemove();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

interface TwistProps {
  readonly expanded: boolean | null;
  readonly onToggle: (() => void) | undefined;
}

/** The arrow that opens an entry; blank for an entry that has no children. */
function Twist({ expanded, onToggle }: TwistProps) {
  const Arrow = expanded === true ? ChevronDown : ChevronRight;
  return (
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
  );
}
