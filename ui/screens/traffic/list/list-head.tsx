// The column headings. A click sorts, dragging a border resizes, and a double click fits the width.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { PointerMenu, type MenuEntry } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import {
  columns as allColumns,
  columnWidths,
  MIN_COLUMN,
  toggledColumns,
  type Column,
} from '../model/columns.ts';
import { order } from '../model/view.ts';
import { fittingWidth } from './fitting-width.ts';
import css from './list-head.module.css';

interface ListHeadProps {
  readonly columns: readonly Column[];
  readonly template: string;
  readonly rows: readonly FlowSummary[];
}

export function ListHead({ columns, template, rows }: ListHeadProps) {
  const entries = useColumnMenu();
  return (
    <PointerMenu entries={() => entries}>
      <div className={css['head']} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map((column) => (
          <Head key={column.id} column={column} rows={rows} />
        ))}
      </div>
    </PointerMenu>
  );
}

/** Returns the menu entries that show and hide columns. */
export function useColumnMenu(): readonly MenuEntry[] {
  const toggled = useStore(toggledColumns);
  return [
    ...allColumns.map(({ id, title, isExtra }): MenuEntry => {
      return {
        label: id === 'id' ? 'Number' : title,
        checked: toggled.includes(id) === isExtra,
        keepOpen: true,
        onSelect: () =>
          toggledColumns.update((list) =>
            list.includes(id) ? list.filter((each) => each !== id) : [...list, id],
          ),
      };
    }),
    'separator',
    {
      label: 'Reset columns',
      onSelect: () => {
        toggledColumns.set([]);
        columnWidths.set({});
      },
    },
  ];
}

function Head({ column, rows }: { readonly column: Column; readonly rows: readonly FlowSummary[] }) {
  const { id, title, isNumeric } = column;
  const sorted = useStore(order);
  const cell = useRef<HTMLDivElement>(null);
  const isSorted = sorted.column === id;
  const Arrow = sorted.descending ? ChevronDown : ChevronUp;
  const sort = (): void => order.set({ column: id, descending: isSorted && !sorted.descending });
  return (
    <div
      className={css['headCell']}
      role="columnheader"
      ref={cell}
      aria-sort={isSorted ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={css['headButton']}
        data-numeric={isNumeric}
        aria-label={id === 'id' ? 'Number' : title}
        tabIndex={-1}
        onClick={sort}
      >
        {title}
        {isSorted && <Arrow aria-hidden />}
      </button>
      <Handle cell={cell} column={column} rows={rows} />
    </div>
  );
}

interface HandleProps {
  readonly cell: { readonly current: HTMLElement | null };
  readonly column: Column;
  readonly rows: readonly FlowSummary[];
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
