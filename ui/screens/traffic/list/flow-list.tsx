// The traffic list: a million rows, of which only the visible ones are drawn. When scrolled to its end, it stays
// there.
import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { Keys, PointerMenu } from '../../../parts/index.ts';
import { flowTable } from '../../../state/flows.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { Marked } from '../../../bodies/scroll-marks.tsx';
import { requestMenu } from '../actions/request-menu.ts';
import {
  columnOrder,
  columnsShown,
  columnTemplate,
  columnWidths,
  fittingColumns,
  orderedColumns,
} from '../model/column-choice.ts';
import { columnOf, type Column } from '../model/columns.ts';
import type { Traffic } from '../model/rows.ts';
import { isDetailOpen, selection, selectOne, selectRange, toggleSelected } from '../model/selection.ts';
import { sourceCounts } from '../model/source-counts.ts';
import { order, view } from '../model/view.ts';
import { FlowRows } from './flow-rows.tsx';
import { ListHead } from './list-head.tsx';
import { useHitMarks } from './hit-marks.ts';
import { listKeys, useKeysOfPage } from './list-keys.ts';
import css from './flow-list.module.css';
import { useStickyEnd } from './sticky-end.ts';

export const FlowList = memo(function FlowList({
  rows,
  sections,
  held,
  hits,
  isWorking,
}: Pick<Traffic, 'rows' | 'sections' | 'held' | 'hits' | 'isWorking'>) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const columns = useColumns(box);
  const template = columnTemplate(columns, withNumberWidth(useStore(columnWidths)));
  const { cursor } = useStore(selection);
  const { column, descending } = useStore(order);
  const { newer, goToEnd } = useStickyEnd({
    element: box,
    rows,
    sections,
    isActive: column === 'id' && !descending,
    cursor,
  });
  useTopAfterSorting(box);
  useKeysOfPage(rows, box);
  const marks = useHitMarks({ rows, sections, hits }, cursor);
  return (
    <div className={css['list']} data-region>
      <Marked {...marks}>
        <PointerMenu entries={selectionMenu}>
          <div
            className={css['scroll']}
            role="grid"
            ref={setBox}
            tabIndex={0}
            id="traffic-list"
            data-region-focus
            aria-label="Requests"
            aria-multiselectable
            aria-busy={isWorking}
            aria-rowcount={rows.length + sections.length + 1}
            aria-colcount={columns.length}
            aria-activedescendant={cursor === null ? undefined : `flow-${cursor}`}
            onKeyDown={(event) => listKeys(event.nativeEvent, rows, box)}
            onMouseDown={(event) => select(event, rows)}
            onDoubleClick={(event) => rowId(event) !== null && isDetailOpen.set(true)}
            onContextMenu={selectPointed}
          >
            <ListHead columns={columns} template={template} rows={rows} />
            <FlowRows {...{ rows, sections, held, hits, columns, template, box }} />
          </div>
        </PointerMenu>
      </Marked>
      {newer > 0 && (
        <button type="button" className={css['newer']} onClick={goToEnd}>
          <ArrowDown aria-hidden />
          {newer} new
          <Keys keys="end" />
        </button>
      )}
    </div>
  );
});

/** Returns the columns that are shown and fit. The reference stays the same until they change. */
function useColumns(box: HTMLElement | null): readonly Column[] {
  const width = useWidth(box);
  const shown = useStore(columnsShown);
  const sequence = useStore(columnOrder);
  const search = useSelected(view, ({ filter }) => filter.contentTerms.length > 0);
  const sessions = useSelected(sourceCounts, (counts) => counts.sessions.length > 1);
  return useMemo(
    () => fittingColumns(orderedColumns(sequence, shown), shown, width, { search, sessions }),
    [sequence, shown, width, search, sessions],
  );
}

/** Shows the first rows after another order was chosen. */
function useTopAfterSorting(box: HTMLElement | null): void {
  const { column, descending } = useStore(order);
  const shown = useRef({ column, descending });
  useEffect(() => {
    const before = shown.current;
    shown.current = { column, descending };
    if (before.column !== column || before.descending !== descending) box?.scrollTo({ top: 0 });
  }, [box, column, descending]);
}

/** The button of a MouseEvent that opens menus; the menu key has another. */
const RIGHT_BUTTON = 2;
/** The pixels from the start of a row to the menu that a key opens. */
const MENU_INDENT = 48;

/** Digits of a number for which its column has room, and the pixels of another one. */
const DIGITS = 5;
const DIGIT = 8;

/** Widens the column of numbers where some are too long for it. */
function withNumberWidth(widths: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const more = Math.max(0, String(flowTable.lastId).length - DIGITS);
  const needed = (columnOf('id')?.width ?? 0) + more * DIGIT;
  return more === 0 ? widths : { ...widths, id: Math.max(needed, widths['id'] ?? 0) };
}

function selectionMenu() {
  return requestMenu(selection.get().ids);
}

function select(event: MouseEvent, rows: Traffic['rows']): void {
  const id = rowId(event);
  if (id === null || event.button !== 0) return;
  if (event.shiftKey) selectRange(rows, id);
  else if (event.metaKey || event.ctrlKey) toggleSelected(id);
  else {
    selectOne(id);
    isDetailOpen.set(true);
  }
}

/** Selects the row of a menu, unless it is selected among others. The menu key opens it at the row of the cursor. */
function selectPointed(event: MouseEvent): void {
  const id = rowId(event);
  if (id === null && event.button !== RIGHT_BUTTON) openAtCursor(event);
  if (id !== null && !selection.get().ids.has(id)) selectOne(id);
}

function openAtCursor(event: MouseEvent): void {
  const { cursor } = selection.get();
  const row = event.currentTarget.querySelector(`[data-id="${cursor}"]`);
  if (row === null) return;
  event.preventDefault();
  const { left, bottom } = row.getBoundingClientRect();
  const at = { clientX: left + MENU_INDENT, clientY: bottom };
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}

function rowId({ target }: MouseEvent): number | null {
  const row = (target as HTMLElement).closest<HTMLElement>('[data-id]');
  return row === null ? null : Number(row.dataset['id']);
}

function useWidth(box: HTMLElement | null): number {
  const [width, setWidth] = useState(1200);
  useLayoutEffect(() => {
    if (box === null) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
