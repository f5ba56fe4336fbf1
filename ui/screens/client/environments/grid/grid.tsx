// A grid of values that are edited in their cells. Only the rows in sight are drawn, so a hundred thousand are no burden;
// the focus is on the grid, which names the cell of its cursor.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { VariableSource } from '../../../../editor/variable-source.ts';
import { CellEditor, type EditEnd } from './cell-editor.tsx';
import {
  following,
  stepped,
  type GridColumn,
  type GridCursor,
  type GridRow,
  type GridSize,
} from './grid-model.ts';
import { gridKey } from './grid-keys.ts';
import css from './grid.module.css';

interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly count: number;
  /** Returns a row; called for those in sight. */
  readonly row: (at: number) => GridRow;
  readonly cursor: GridCursor;
  readonly onCursor: (cursor: GridCursor) => void;
  readonly onEdit: (cursor: GridCursor, text: string) => void;
  /** Takes the value of a cell away. */
  readonly onClear: (cursor: GridCursor) => void;
  /** Takes a text that is pasted; returns false for one that is a single value. */
  readonly onPaste?: (cursor: GridCursor, text: string) => boolean;
  /** Handles further keys of a row, such as `alt+arrowup`. */
  readonly onKey?: (name: string, cursor: GridCursor) => boolean;
  /** Present where values may hold variables. */
  readonly variables?: VariableSource;
}

const ROW = 26;
const HEAD = 26;
/** The first column, with the number or the lock of a row. */
const FIRST = 44;

export interface GridEdit {
  readonly cursor: GridCursor;
  /** The text that was typed to begin; null for the text of the cell. */
  readonly text: string | null;
  readonly selectsAll: boolean;
}

export function Grid(props: GridProps) {
  const { label, columns, count, row, cursor, onCursor, onEdit, variables } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [edit, setEdit] = useState<GridEdit | null>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: HEAD,
    paddingStart: HEAD,
  });
  const { row: at, column } = cursor;
  useEffect(() => {
    if (at < count) rows.scrollToIndex(at, { align: 'auto' });
    // The list moves with the cursor alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [at, column]);
  const size: GridSize = {
    count,
    columns: columns.length,
    isHeading: (each) => row(each).type === 'heading',
  };
  const begin = (to: GridCursor, text: string | null = null, selectsAll = false): void => {
    const found = to.row < count ? row(to.row) : null;
    if (found?.type !== 'cells' || found.cells[to.column]?.isReadOnly === true) return;
    onCursor(to);
    setEdit({ cursor: to, text, selectsAll });
  };
  const end = (text: string | null, where: EditEnd): void => {
    setEdit(null);
    const before = textAt(row(at), column);
    if (text !== null && text !== before) onEdit(cursor, text);
    const next =
      where === 'next'
        ? following(cursor, 1, size)
        : where === 'previous'
          ? following(cursor, -1, size)
          : null;
    if (where !== 'left') box.current?.focus();
    if (next !== null) begin(next, null, true);
    else if (where === 'down') onCursor(stepped(cursor, [1, 0], size));
  };
  const template = [`${FIRST}px`, ...columns.map(({ min, grow }) => `minmax(${min}px, ${grow}fr)`)].join(' ');
  const minWidth = columns.reduce((sum, { min }) => sum + min, FIRST);
  return (
    <div
      ref={box}
      className={css['box']}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={edit === null ? `${id}-${at}-${column}` : undefined}
      style={{ '--cols': template } as CSSProperties}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        if (event.target === event.currentTarget) gridKey(event, props, size, begin);
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (edit !== null || text === '') return;
        event.preventDefault();
        if (props.onPaste?.(cursor, text) !== true) begin(cursor, text.replaceAll(/[\r\n]+/g, ' '));
      }}
      onCopy={(event) => {
        if (edit !== null || String(getSelection()) !== '') return;
        event.clipboardData.setData('text/plain', textAt(row(at), column));
        event.preventDefault();
      }}
    >
      <div className={css['inner']} style={{ height: rows.getTotalSize(), minWidth }}>
        <div className={css['head']} role="row" aria-rowindex={1}>
          <div role="columnheader">
            <span className="visually-hidden">Row</span>
          </div>
          {columns.map(({ key, title, head, isNumeric = false }) => (
            <div key={key} role="columnheader" data-numeric={isNumeric}>
              {head ?? title}
            </div>
          ))}
        </div>
        {rows.getVirtualItems().map(({ index, start }) => (
          <GridLine
            key={index}
            {...{ id, index, start, columns, cursor, variables }}
            row={row(index)}
            edit={edit?.cursor.row === index ? edit : null}
            onPress={(to, isDouble) => {
              if (isDouble) begin(to);
              else onCursor(to);
            }}
            onEnd={end}
            onPaste={(text) => {
              const isTaken = props.onPaste?.(cursor, text) === true;
              if (isTaken) setEdit(null);
              return isTaken;
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the text with which the editor of a cell begins. */
export function textAt(row: GridRow, column: number): string {
  const cell = row.type === 'cells' ? row.cells[column] : undefined;
  return cell?.edited ?? cell?.text ?? '';
}

interface GridLineProps {
  readonly id: string;
  readonly index: number;
  readonly start: number;
  readonly row: GridRow;
  readonly columns: readonly GridColumn[];
  readonly cursor: GridCursor;
  readonly edit: GridEdit | null;
  readonly variables: VariableSource | undefined;
  readonly onPress: (cursor: GridCursor, isDouble: boolean) => void;
  readonly onEnd: (text: string | null, end: EditEnd) => void;
  readonly onPaste: (text: string) => boolean;
}

function GridLine(props: GridLineProps) {
  const { id, index, start, row, columns, cursor, edit, variables, onPress, onEnd, onPaste } = props;
  if (row.type === 'heading')
    return (
      <div role="row" className={css['heading']} aria-rowindex={index + 2} style={{ top: start }}>
        <div role="gridcell" aria-colspan={columns.length + 1}>
          {row.title}
        </div>
      </div>
    );
  return (
    <div
      role="row"
      className={css['row']}
      aria-rowindex={index + 2}
      aria-selected={cursor.row === index}
      style={{ top: start }}
    >
      <div role="rowheader" className={css['first']}>
        {row.head}
      </div>
      {row.cells.map((cell, column) => {
        const isEdited = edit?.cursor.column === column;
        return (
          <div
            key={columns[column]!.key}
            role="gridcell"
            id={`${id}-${index}-${column}`}
            aria-readonly={cell.isReadOnly || undefined}
            aria-invalid={cell.look === 'wrong' || undefined}
            data-look={cell.look}
            data-numeric={columns[column]!.isNumeric}
            data-cursor={(cursor.row === index && cursor.column === column) || undefined}
            data-edit={isEdited || undefined}
            onClick={() => !isEdited && onPress({ row: index, column }, false)}
            onDoubleClick={() => !isEdited && onPress({ row: index, column }, true)}
          >
            {isEdited ? (
              <CellEditor
                label={`${columns[column]!.title} of row ${index + 1}`}
                initial={edit.text ?? textAt(row, column)}
                selectsAll={edit.selectsAll}
                isSecret={cell.isSecret === true}
                {...{ variables, onEnd, onPaste }}
              />
            ) : (
              cell.text
            )}
          </div>
        );
      })}
    </div>
  );
}
