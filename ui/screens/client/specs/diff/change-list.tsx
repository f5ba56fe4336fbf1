// The changes of a comparison, with a choice of severities.
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { Segmented } from '../../../../parts/index.ts';
import { LineList } from '../../parts/line-list.tsx';
import { changeLines, countOf, type ChangeLine, type Order } from './change-lines.ts';
import css from './diff.module.css';
import { severityOf, type Change, type Severity } from './use-diff.ts';

export type Filter = 'all' | Severity | 'ignored';

interface ChangeListProps {
  /** Those that count, and those that are ignored. */
  readonly changes: readonly Change[];
  readonly ignored: readonly Change[];
  readonly order: Order;
  readonly filter: Filter;
  readonly current: Change | null;
  readonly onFilter: (filter: Filter) => void;
  readonly onCurrent: (change: Change) => void;
}

export function ChangeList({
  changes,
  ignored,
  order,
  filter,
  current,
  onFilter,
  onCurrent,
}: ChangeListProps) {
  const shown =
    filter === 'ignored'
      ? ignored
      : filter === 'all'
        ? changes
        : changes.filter((change) => severityOf(change) === filter);
  const lines = changeLines(shown, order);
  const at = lines.find((line) => line.type === 'change' && line.change === current);
  return (
    <>
      <div className={css['filter']}>
        <Segmented<Filter>
          label="Severity"
          value={filter}
          options={[
            ['all', `All ${changes.length}`],
            ['breaking', `Breaking ${countOf(changes, 'breaking')}`],
            ['warning', `Warning ${countOf(changes, 'warning')}`],
            ['info', `Info ${countOf(changes, 'info')}`],
            ...(ignored.length > 0 || filter === 'ignored'
              ? ([['ignored', `Ignored ${ignored.length}`]] as const)
              : []),
          ]}
          onChange={onFilter}
        />
      </div>
      <LineList
        label="Changes"
        isRuled
        height={44}
        lines={lines}
        keyOf={({ key }) => key}
        isHeading={({ type }) => type === 'heading'}
        current={at?.key ?? null}
        onCurrent={(line) => line.type === 'change' && onCurrent(line.change)}
      >
        {(line) => <Line line={line} />}
      </LineList>
    </>
  );
}

const ICONS = { breaking: CircleX, warning: TriangleAlert, info: Info } as const;
const NAMES = { breaking: 'Breaking', warning: 'Warning', info: 'Info' } as const;

function Line({ line }: { readonly line: ChangeLine }) {
  if (line.type === 'heading')
    return (
      <span className={css['heading']}>
        <strong>{line.title}</strong>
        <small>{line.note}</small>
      </span>
    );
  const { change } = line;
  const severity = severityOf(change);
  const Icon = ICONS[severity];
  return (
    <>
      <span className={css['severity']} data-severity={severity}>
        <Icon role="img" aria-label={NAMES[severity]} />
      </span>
      <span className={css['change']} title={`${change.operation}: ${change.what}`}>
        <strong>{change.operation}</strong>
        <span>{change.what}</span>
        {change.ignored !== null && change.ignored !== '' && <small>{change.ignored}</small>}
      </span>
      {change.after !== null && <small className={css['line']}>line {change.after}</small>}
    </>
  );
}
