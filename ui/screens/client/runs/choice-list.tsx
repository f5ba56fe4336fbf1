// The list of the requests of a run. By keyboard: arrows, space, Alt with arrows, Enter; a request can be dragged, too.
import { Folder, GripVertical } from 'lucide-react';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { classes } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import { choiceRows, movedBy, switched, type ChoiceItem, type ChoiceRow } from './selection.ts';
import css from './runs.module.css';

const HEIGHTS = { row: 26, head: 0 } as const;

interface ChoiceListProps {
  readonly items: readonly ChoiceItem[];
  readonly onChange: (items: readonly ChoiceItem[]) => void;
}

export function ChoiceList({ items, onChange }: ChoiceListProps) {
  const rows = choiceRows(items);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const lines = useVisibleLines(rows.length, box, HEIGHTS);
  const { target, handlersOf } = useDrag(items, onChange);
  const found = rows.findIndex(({ key }) => key === cursor);
  const at = Math.max(0, found);
  const current = rows[at];
  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row === undefined) return;
    setCursor(row.key);
    if (box !== null) box.scrollTop = scrollTopFor(rows.indexOf(row), rows.length, box, HEIGHTS);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = keyAction(event, { rows, at, items, go, onChange });
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <div
      className={css['scroll']}
      ref={setBox}
      role="listbox"
      aria-multiselectable
      aria-label="Requests, space switches one on or off"
      tabIndex={0}
      aria-activedescendant={at >= lines.first && at < lines.end ? rowId(current) : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={css['lines']} role="presentation" style={{ height: lines.height }}>
        {rows.slice(lines.first, lines.end).map((row, index) => (
          <div
            key={row.key}
            id={rowId(row)}
            className={classes(table['row'], css['choiceRow'])}
            style={{ translate: `0 ${lines.topOf(lines.first + index)}px` }}
            role="option"
            aria-selected={row === current}
            aria-checked={isOn(row)}
            aria-posinset={lines.first + index + 1}
            aria-setsize={rows.length}
            data-inner={row.type === 'request' && row.item.folderId !== null}
            data-dim={row.type === 'request' && !row.item.isOn}
            data-target={row.key === target}
            onClick={() => setCursor(row.key)}
            onDoubleClick={() => openRow(row)}
            {...handlersOf(row)}
          >
            <ChoiceCells row={row} onToggle={() => onChange(toggled(items, row))} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface Place extends ChoiceListProps {
  readonly rows: readonly ChoiceRow[];
  /** The row of the cursor. */
  readonly at: number;
  readonly go: (to: number) => void;
}

/** Returns what a key does; null for a key that does nothing. */
function keyAction(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { rows, at, items, go, onChange }: Place,
): (() => void) | null {
  const row = rows[at];
  if (row === undefined || ctrlKey || metaKey) return null;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined && altKey)
    return row.type === 'request' ? () => onChange(movedBy(items, row.item.id, step)) : null;
  if (altKey) return null;
  if (step !== undefined) return () => go(at + step);
  const actions: Readonly<Record<string, () => void>> = {
    Home: () => go(0),
    End: () => go(rows.length - 1),
    ' ': () => onChange(toggled(items, row)),
    Enter: () => openRow(row),
  };
  return actions[key] ?? null;
}

/** Drags a request to the place of another one; `target`: the key of the row under the pointer. */
function useDrag(items: readonly ChoiceItem[], onChange: ChoiceListProps['onChange']) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const dropOn = (id: string): void => {
    const [from = -1, to = -1] = [dragged, id].map((each) => items.findIndex((item) => item.id === each));
    setTarget(null);
    setDragged(null);
    // A request that goes down lands behind the one that it is dropped on.
    if (dragged !== null && from !== to) onChange(movedBy(items, dragged, to - from));
  };
  const handlersOf = (row: ChoiceRow): object => {
    if (row.type !== 'request') return {};
    const { id } = row.item;
    return {
      draggable: true,
      onDragStart: () => setDragged(id),
      onDragEnd: () => setTarget(null),
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setTarget(row.key);
      },
      onDrop: () => dropOn(id),
    };
  };
  return { target, handlersOf };
}

/** Switches a request, or all of a folder, on where one is off, else off. */
function toggled(items: readonly ChoiceItem[], row: ChoiceRow): readonly ChoiceItem[] {
  const own = row.type === 'folder' ? row.items : [row.item];
  return switched(
    items,
    new Set(own.map(({ id }) => id)),
    own.some((item) => !item.isOn),
  );
}

function openRow(row: ChoiceRow): void {
  if (row.type === 'request') openTab(objectKey('request', row.item.id));
}

function ChoiceCells({ row, onToggle }: { readonly row: ChoiceRow; readonly onToggle: () => void }) {
  const box = (
    <span className={css['box']} data-state={isOn(row)} aria-hidden onClick={onToggle}>
      {isOn(row) === true ? '✓' : isOn(row) === 'mixed' ? '–' : ''}
    </span>
  );
  if (row.type === 'folder') {
    const on = row.items.filter((item) => item.isOn).length;
    return (
      <>
        <span />
        {box}
        <Folder aria-hidden />
        <strong>{row.name}</strong>
        <span className={css['quiet']}>{on === row.items.length ? on : `${on} of ${row.items.length}`}</span>
      </>
    );
  }
  const { item } = row;
  return (
    <>
      <GripVertical className={css['grip']} aria-hidden />
      {box}
      <RequestLabel type={item.type} method={item.method} />
      <span>{item.name}</span>
      <span className={css['quiet']} title={item.url}>
        {item.url}
      </span>
    </>
  );
}

function isOn(row: ChoiceRow): boolean | 'mixed' {
  if (row.type === 'request') return row.item.isOn;
  const on = row.items.filter((item) => item.isOn).length;
  return on === row.items.length ? true : on === 0 ? false : 'mixed';
}

function rowId(row: ChoiceRow | undefined): string | undefined {
  return row === undefined ? undefined : `run-choice-${row.key}`;
}
