// A grid of values that are edited in their cells. Only the rows in sight are drawn, so a hundred thousand are no burden;
// the focus is on the grid, which names the cell of its cursor.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, type ClipboardEvent, type CSSProperties, type RefObject } from 'react';
import { preloadLineEdit } from '../../../../editor/cell-line-edit.tsx';
import type { VariableSource } from '../../../../editor/variable-source.ts';
import { gridKey } from './grid-keys.ts';
import { GridLine } from './grid-line.tsx';
import { textAt, type GridColumn, type GridCursor, type GridRow, type GridSize } from './grid-model.ts';
import css from './grid.module.css';
import { useGridEdit } from './use-grid-edit.ts';

export interface GridProps {
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

export function Grid(props: GridProps) {
  const { label, columns, count, row, cursor, onCursor, variables } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useRows(box, count, cursor);
  const size: GridSize = { count, columns: columns.length, isHeading: (at) => row(at).type === 'heading' };
  const { edit, begin, end, paste } = useGridEdit(box, props, size);
  useEffect(preloadLineEdit, []);
  const template = [`${FIRST}px`, ...columns.map(({ min, grow }) => `minmax(${min}px, ${grow}fr)`)];
  return (
    <div
      ref={box}
      className={css['box']}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={edit === null ? `${id}-${cursor.row}-${cursor.column}` : undefined}
      style={{ '--cols': template.join(' ') } as CSSProperties}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) gridKey(event, props, size, begin);
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (edit !== null || text === '') return;
        event.preventDefault();
        if (!paste(text)) begin(cursor, text.replaceAll(/[\r\n]+/g, ' '));
      }}
      onCopy={(event) => edit === null && copy(event, textAt(row(cursor.row), cursor.column))}
    >
      <div
        className={css['inner']}
        style={{ height: rows.getTotalSize(), minWidth: columns.reduce((sum, { min }) => sum + min, FIRST) }}
      >
        <Head columns={columns} />
        {rows.getVirtualItems().map(({ index, start }) => (
          <GridLine
            key={index}
            {...{ id, index, start, columns, cursor, variables }}
            row={row(index)}
            edit={edit?.cursor.row === index ? edit : null}
            onPress={(to, isDouble) => (isDouble ? begin(to) : onCursor(to))}
            onEnd={end}
            onPaste={paste}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the rows in sight; the list follows the cursor. */
function useRows(box: RefObject<HTMLElement | null>, count: number, { row, column }: GridCursor) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: HEAD,
    paddingStart: HEAD,
  });
  useEffect(() => {
    if (row < count) rows.scrollToIndex(row, { align: 'auto' });
    // The list moves with the cursor alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [row, column]);
  return rows;
}

function copy(event: ClipboardEvent, text: string): void {
  if (String(getSelection()) !== '') return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

function Head({ columns }: Pick<GridProps, 'columns'>) {
  return (
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
  );
}
