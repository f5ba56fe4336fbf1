// The panel behind the button Columns: shows, hides and orders columns, and adds those for header values and JSONPaths.
import { Columns3, Undo2, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Button, Checkbox, IconButton, Popover } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import {
  columnOrder,
  columnsShown,
  isShown,
  moveColumn,
  orderedColumns,
  removeColumn,
  resetColumns,
  setShown,
} from '../model/column-choice.ts';
import { columnTitle, type Column } from '../model/columns.ts';
import { AddColumn } from './add-column.tsx';
import css from './column-panel.module.css';

export function ColumnButton() {
  return (
    <Popover
      label="Columns"
      width={300}
      align="end"
      trigger={<IconButton icon={Columns3} label="Columns" size="small" />}
    >
      <ColumnPanel />
    </Popover>
  );
}

function ColumnPanel() {
  const shown = useStore(columnsShown);
  const all = orderedColumns(useStore(columnOrder), shown);
  const [adding, setAdding] = useState<'header' | 'body' | null>(null);
  const own = all.filter(({ content }) => content !== null);
  const toggle = (part: 'header' | 'body'): void => setAdding(adding === part ? null : part);
  return (
    <>
      <div className={css['heading']}>Columns</div>
      <Rows columns={all.filter(({ content }) => content === null)} all={all} shown={shown} />
      {own.length > 0 && <hr className={css['line']} />}
      <Rows columns={own} all={all} shown={shown} />
      <hr className={css['line']} />
      <AddColumn part="header" isOpen={adding === 'header'} onToggle={() => toggle('header')} />
      <AddColumn part="body" isOpen={adding === 'body'} onToggle={() => toggle('body')} />
      <Button icon={Undo2} className={css['action']} onClick={resetColumns}>
        As it was
      </Button>
    </>
  );
}

interface RowsProps {
  readonly columns: readonly Column[];
  /** All columns in their order. */
  readonly all: readonly Column[];
  readonly shown: Readonly<Record<string, boolean>>;
}

function Rows({ columns, all, shown }: RowsProps) {
  return columns.map((column) => (
    <div
      key={column.id}
      className={css['row']}
      data-own={column.content !== null || undefined}
      onKeyDown={(event) => reorder(event, all, column)}
    >
      <Checkbox
        label={columnTitle(column)}
        checked={isShown(column, shown)}
        onChange={(isOn) => setShown(column, isOn)}
      />
      <span className={css['hint']}>{hintOf(column)}</span>
      {column.content !== null && (
        <IconButton
          icon={X}
          label={`Remove ${column.title}`}
          size="small"
          onClick={() => removeColumn(column.id)}
        />
      )}
    </div>
  ));
}

function hintOf({ content, only }: Column): string {
  if (content !== null) return `${content.side} ${content.part}`;
  return only === 'search' ? 'with body:' : only === 'sessions' ? 'with several' : '';
}

/** Moves the column with Alt and the arrows. */
function reorder(event: KeyboardEvent, all: readonly Column[], { id }: Column): void {
  const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
  if (step === undefined) return;
  event.preventDefault();
  const to = all[all.findIndex((column) => column.id === id) + step];
  if (to !== undefined) moveColumn(id, to.id);
}
