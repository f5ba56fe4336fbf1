// The column headings. A click sorts, dragging one moves it, dragging a border resizes, and a double click there fits the
// width.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { classes, PointerMenu } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { columnMenu } from '../columns/column-menu.ts';
import { columnWidths, MIN_COLUMN, moveColumn } from '../model/column-choice.ts';
import { columnTitle, type Column } from '../model/columns.ts';
import type { Rows } from '../model/shown-rows.ts';
import { order } from '../model/view.ts';
import { fittingWidth } from './fitting-width.ts';
import css from './list-head.module.css';

interface ListHeadProps {
  readonly columns: readonly Column[];
  readonly template: string;
  readonly rows: Rows;
}

export function ListHead({ columns, template, rows }: ListHeadProps) {
  const pointed = useRef<string | null>(null);
  return (
    <PointerMenu entries={() => columnMenu(columns, pointed.current)}>
      <div
        className={css['head']}
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        onContextMenu={({ target }) => {
          pointed.current =
            (target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null;
        }}
      >
        {columns.map((column) => (
          <Head key={column.id} column={column} rows={rows} />
        ))}
      </div>
    </PointerMenu>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly rows: Rows;
}

function Head({ column, rows }: HeadProps) {
  const { id, title, isNumeric, content } = column;
  const sorted = useStore(order);
  const cell = useRef<HTMLDivElement>(null);
  const isSorted = sorted.column === id;
  const Arrow = sorted.descending ? ChevronDown : ChevronUp;
  const sort = (): void => order.set({ column: id, descending: isSorted && !sorted.descending });
  const { isTarget, source, target } = useColumnDrag(id);
  return (
    <div
      className={css['headCell']}
      role="columnheader"
      ref={cell}
      data-column={id}
      data-target={isTarget || undefined}
      aria-sort={isSorted ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
      {...target}
    >
      <button
        type="button"
        className={classes(css['headButton'], content?.part === 'body' && css['path'])}
        data-numeric={isNumeric}
        aria-label={columnTitle(column)}
        title={content === null ? undefined : `${content.side} ${content.part}`}
        tabIndex={-1}
        onClick={sort}
        {...source}
      >
        <span>{title}</span>
        {isSorted && <Arrow aria-hidden />}
      </button>
      <Handle cell={cell} column={column} rows={rows} />
    </div>
  );
}

/** The type of what is dragged: only headings take it, and files are no headings. */
const DRAGGED = 'application/x-column';

/** Lets a heading be dragged to the place of another one. */
function useColumnDrag(id: string) {
  const [isTarget, setTarget] = useState(false);
  return {
    isTarget,
    source: {
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData(DRAGGED, id);
        dataTransfer.effectAllowed = 'move';
      },
    },
    target: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setTarget(true);
      },
      onDragLeave: () => setTarget(false),
      onDrop: (event: DragEvent) => {
        setTarget(false);
        const moved = event.dataTransfer.getData(DRAGGED);
        if (moved === '' || moved === id) return;
        event.preventDefault();
        moveColumn(moved, id);
      },
    },
  };
}

interface HandleProps extends HeadProps {
  readonly cell: { readonly current: HTMLElement | null };
}

function Handle({ cell, column, rows }: HandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const resize = (width: number): void =>
    columnWidths.update((widths) => ({ ...widths, [column.id]: Math.max(MIN_COLUMN, Math.round(width)) }));
  return (
    <span
      className={css['headHandle']}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: cell.current?.offsetWidth ?? 0 };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) resize(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={() => (start.current = null)}
      onDoubleClick={() => resize(fittingWidth(column, rows))}
    />
  );
}
