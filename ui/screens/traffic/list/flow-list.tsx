// The traffic list: thousands of rows, of which only those in sight are drawn. It sticks to its end while it is there.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { useNow } from '../../../frame/clock.ts';
import { Keys, PointerMenu } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { requestMenu } from '../actions/request-menu.ts';
import { columnTemplate, columnWidths, shownColumns, toggledColumns } from '../model/columns.ts';
import type { Traffic } from '../model/rows.ts';
import { isDetailOpen, selection, selectOne, selectRange, toggleSelected } from '../model/selection.ts';
import { order } from '../model/view.ts';
import { FlowRow } from './flow-row.tsx';
import { ListHead } from './list-head.tsx';
import { listKeys } from './list-keys.ts';
import css from './list.module.css';
import { useStickyEnd } from './sticky-end.ts';

const ROW = 26;
const HEAD = 26;

export function FlowList({ traffic }: { readonly traffic: Traffic }) {
  const { rows, held } = traffic;
  const scroll = useRef<HTMLDivElement>(null);
  const width = useWidth(scroll);
  const columns = shownColumns(useStore(toggledColumns), width);
  const template = columnTemplate(columns, useStore(columnWidths));
  const { ids, cursor } = useStore(selection);
  const { column, descending } = useStore(order);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const isAtEndOrder = column === 'id' && !descending;
  const { newer, goToEnd } = useStickyEnd(scroll, rows, isAtEndOrder);
  const items = virtual.getVirtualItems();
  const hasRunning = items.some(({ index }) => isRunning(rows[index], held));
  const now = useNow(hasRunning);
  const cursorIndex = cursor === null ? -1 : rows.findIndex(({ id }) => id === cursor);
  useEffect(() => {
    if (cursorIndex >= 0) virtual.scrollToIndex(cursorIndex, { align: 'auto' });
    // Only when the cursor has moved, not when rows arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor]);
  const press = useCallback((event: MouseEvent) => select(event, rows), [rows]);
  return (
    <div className={css['list']} data-region>
      <PointerMenu entries={() => requestMenu([...selection.get().ids])}>
        <div
          className={css['scroll']}
          role="grid"
          ref={scroll}
          tabIndex={0}
          data-region-focus
          aria-label="Requests"
          aria-multiselectable
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-activedescendant={cursorIndex < 0 ? undefined : `flow-${cursor}`}
          onKeyDown={(event) => listKeys(event, rows, scroll.current)}
          onMouseDown={press}
          onDoubleClick={(event) => rowId(event) !== null && isDetailOpen.set(true)}
          onContextMenu={(event) => {
            const id = rowId(event);
            if (id !== null && !selection.get().ids.has(id)) selectOne(id);
          }}
        >
          <ListHead columns={columns} template={template} rows={rows} />
          <div
            className={css['rows']}
            role="rowgroup"
            style={{ height: virtual.getTotalSize(), ...{ '--columns': template } }}
          >
            {items.map(({ index, start }) => {
              const flow = rows[index]!;
              return (
                <FlowRow
                  key={flow.id}
                  flow={flow}
                  index={index}
                  top={start - HEAD}
                  columns={columns}
                  isSelected={ids.has(flow.id)}
                  isCursor={flow.id === cursor}
                  heldSince={held.get(flow.id) ?? null}
                  now={isRunning(flow, held) ? now : 0}
                />
              );
            })}
          </div>
        </div>
      </PointerMenu>
      {newer > 0 && (
        <button type="button" className={css['newer']} onClick={goToEnd}>
          <ArrowDown aria-hidden />
          {newer} new
          <Keys keys="end" />
        </button>
      )}
    </div>
  );
}

function isRunning(flow: Traffic['rows'][number] | undefined, held: Traffic['held']): boolean {
  return flow !== undefined && (flow.state === 'pending' || held.has(flow.id));
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

function rowId({ target }: MouseEvent): number | null {
  const row = (target as HTMLElement).closest<HTMLElement>('[data-id]');
  return row === null ? null : Number(row.dataset['id']);
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(1200);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
