// The column headings. A click sorts, dragging one moves it, dragging a border resizes, and a double click there fits the
// width.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { PointerMenu, type MenuEntry } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { columnWidths, MIN_COLUMN, moveColumn } from '../model/column-choice.ts';
import type { Column } from '../model/columns.ts';
import { order } from '../model/view.ts';
import { useColumnMenu } from './column-menu.ts';
import { fittingWidth } from './fitting-width.ts';
import css from './list-head.module.css';

interface ListHeadProps {
  readonly columns: readonly Column[];
  readonly template: string;
  readonly rows: readonly FlowSummary[];
}

export function ListHead({ columns, template, rows }: ListHeadProps) {
  const entries = useColumnMenu();
  const pointed = useRef<string | null>(null);
  return (
    <PointerMenu entries={() => [...moves(columns, pointed.current), ...entries]}>
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

/** Returns the menu entries that move the column with this id past its neighbours. */
function moves(columns: readonly Column[], id: string | null): readonly MenuEntry[] {
  const at = columns.findIndex((column) => column.id === id);
  if (id === null || at < 0) return [];
  const entry = (label: string, to: Column | undefined): MenuEntry => ({
    label,
    disabled: to === undefined,
    onSelect: () => to !== undefined && moveColumn(id, to.id),
  });
  return [entry('Move left', columns[at - 1]), entry('Move right', columns[at + 1]), 'separator'];
}

interface HeadProps {
  readonly column: Column;
  readonly rows: readonly FlowSummary[];
}

function Head({ column, rows }: HeadProps) {
  const { id, title, isNumeric } = column;
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
        className={css['headButton']}
        data-numeric={isNumeric}
        aria-label={id === 'id' ? 'Number' : title}
        tabIndex={-1}
        onClick={sort}
        {...source}
      >
        {title}
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
