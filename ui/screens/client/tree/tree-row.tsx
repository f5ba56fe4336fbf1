// A row of the tree: its name with its state, or the field in which it is renamed.
import { ChevronDown, ChevronRight, CircleX, Folder } from 'lucide-react';
import { memo, useRef, useState, type DragEvent } from 'react';
import { classes } from '../../../parts/index.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import type { TreeRow } from './rows.ts';
import css from './tree.module.css';

export type Drop = 'before' | 'after' | 'into' | null;

interface RowProps {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly isUnsaved: boolean;
  /** The change of a request since the last commit; null without one. */
  readonly letter: string | null;
  readonly isRenaming: boolean;
  readonly drop: Drop;
  readonly top: number;
  readonly onPress: (row: TreeRow, event: React.MouseEvent) => void;
  readonly onDouble: (row: TreeRow) => void;
  readonly onRename: (row: TreeRow, name: string | null) => void;
  readonly onDrag: (row: TreeRow, event: DragEvent) => void;
}

export const TreeRowView = memo(function TreeRowView(props: RowProps) {
  const {
    row,
    isSelected,
    isCursor,
    isUnsaved,
    letter,
    isRenaming,
    drop,
    top,
    onPress,
    onDouble,
    onRename,
    onDrag,
  } = props;
  const { object, above, isOpen } = row;
  const { error } = object;
  return (
    <div
      id={`tree-${row.key}`}
      role="treeitem"
      aria-level={above.length + 1}
      aria-selected={isSelected}
      aria-expanded={isOpen ?? undefined}
      className={css['row']}
      data-key={row.key}
      data-cursor={isCursor}
      data-closes-drawer={isOpen === null || undefined}
      data-drop={drop ?? undefined}
      draggable={!isRenaming}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + above.length * 14 }}
      onMouseDown={(event) => onPress(row, event)}
      onDoubleClick={() => onDouble(row)}
      onDragStart={(event) => onDrag(row, event)}
    >
      <Mark row={row} />
      {isRenaming ? (
        <NameField row={row} onRename={onRename} />
      ) : (
        <span className={classes(css['name'], error !== undefined && css['broken'])} title={error?.reason}>
          {object.name}
        </span>
      )}
      <End row={row} isUnsaved={isUnsaved} letter={letter} />
    </div>
  );
});

/** The state of the object at the end of its row: an error, not saved, a change, or the number of requests. */
function End({
  row: { object, isOpen, count },
  isUnsaved,
  letter,
}: Pick<RowProps, 'row' | 'isUnsaved' | 'letter'>) {
  const { error } = object;
  if (error !== undefined)
    return (
      <span className={css['brokenLine']}>
        {error.isConflict === true ? 'conflict' : `line ${error.line}`}
      </span>
    );
  if (isUnsaved)
    return (
      <span className={css['dot']} title="Not saved">
        <span className="visually-hidden">not saved</span>
      </span>
    );
  if (letter !== null)
    return (
      <span className={css['letter']} data-letter={letter} title="Changed since the last commit">
        {letter}
      </span>
    );
  if (isOpen === null) return null;
  return (
    <span className={css['count']} aria-hidden>
      {count}
    </span>
  );
}

function Mark({ row: { object, isOpen } }: { readonly row: TreeRow }) {
  if (object.error !== undefined) return <CircleX className={css['brokenIcon']} aria-hidden />;
  if (isOpen === null)
    return (
      <span className={css['label']}>
        <RequestLabel type={object.type} method={object.method} />
      </span>
    );
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Chevron className={css['chevron']} aria-hidden />
      <Folder className={css['folder']} aria-hidden />
    </>
  );
}

function NameField({ row, onRename }: Pick<RowProps, 'row' | 'onRename'>) {
  const [name, setName] = useState(row.object.name);
  const isDone = useRef(false);
  const finish = (value: string | null): void => {
    // The tree takes the focus then, and the field is left once more.
    if (isDone.current) return;
    isDone.current = true;
    const trimmed = value?.trim() ?? '';
    onRename(row, trimmed === '' || trimmed === row.object.name ? null : trimmed);
  };
  return (
    <input
      className={css['nameField']}
      aria-label={`Name of ${row.object.name}`}
      value={name}
      autoFocus
      spellCheck={false}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={() => finish(name)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(name);
        if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
