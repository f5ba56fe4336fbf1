// The visible rows. Elements are recycled: the row that scrolls out at one end is reused at the other, at a fraction of
// the cost of a new one.
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, type CSSProperties } from 'react';
import type { FlowSummary, Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { useNow } from '../../../state/clock.ts';
import { useStore } from '../../../state/store.ts';
import type { Column } from '../model/columns.ts';
import { arrivals, needValues, valueId, valuesOf } from '../model/content-values.ts';
import type { Traffic } from '../model/rows.ts';
import { selection } from '../model/selection.ts';
import { atLine, lineOf, type Section } from '../model/sessions.ts';
import { FlowRow } from './flow-row.tsx';
import css from './flow-rows.module.css';
import { HEAD, ROW } from './row-height.ts';
import { SessionLine } from './session-line.tsx';

const OVERSCAN = 6;
const NOWHERE: readonly Occurrence[] = [];

interface FlowRowsProps extends Pick<Traffic, 'rows' | 'sections' | 'held' | 'hits'> {
  readonly columns: readonly Column[];
  readonly template: string;
  /** The scrolling element; null until it is mounted. */
  readonly box: HTMLElement | null;
}

export const FlowRows = memo(function FlowRows(props: FlowRowsProps) {
  const { rows, held, hits, columns, template } = props;
  const { ids, cursor } = useStore(selection);
  const { lines, slots, height } = useLines(props, cursor);
  const shown = lines.flatMap(({ content }) => (typeof content === 'number' ? rows[content]! : []));
  const now = useNow(shown.some((flow) => isRunning(flow, held)));
  useShownValues(shown, columns);
  const inSlots = lines.toSorted((a, b) => (a.index % slots) - (b.index % slots));
  const row = (flow: FlowSummary, index: number, top: number) => (
    <FlowRow
      key={index % slots}
      found={hits.get(flow.id) ?? NOWHERE}
      values={valuesOf(flow)}
      isSelected={ids.has(flow.id)}
      isCursor={flow.id === cursor}
      heldSince={held.get(flow.id) ?? null}
      now={isRunning(flow, held) ? now : 0}
      {...{ flow, index, top, columns }}
    />
  );
  return (
    <div
      className={css['rows']}
      role="rowgroup"
      // The order for assistive technology; the order of the slots means nothing.
      aria-owns={lines.map(({ content }) => lineId(content, rows)).join(' ') || undefined}
      style={{ height, '--columns': template } as CSSProperties}
    >
      {inSlots.map(({ index, top, content }) =>
        typeof content === 'number' ? (
          row(rows[content]!, index, top)
        ) : (
          <SessionLine
            key={`section ${content.session}`}
            id={lineId(content, rows)}
            session={content.session}
            span={columns.length}
            {...{ index, top }}
          />
        ),
      )}
    </div>
  );
});

interface Line {
  readonly index: number;
  /** The distance from the first line in pixels. */
  readonly top: number;
  /** The index of a row, or a section. */
  readonly content: number | Section;
}

/** Returns the lines in sight, the number of elements that they share, and the height of all. */
function useLines(
  { rows, sections, box }: FlowRowsProps,
  cursor: number | null,
): { readonly lines: readonly Line[]; readonly slots: number; readonly height: number } {
  const count = rows.length + sections.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
  });
  const lines = virtual
    .getVirtualItems()
    .filter(({ index }) => index < count)
    .map(({ index, start }) => ({ index, top: start - HEAD, content: atLine(sections, index) }));
  useEffect(() => {
    const index = cursor === null ? -1 : rows.findIndex(({ id }) => id === cursor);
    // The line above the first row comes into sight with it.
    if (index >= 0) virtual.scrollToIndex(index === 0 ? 0 : lineOf(sections, index), { align: 'auto' });
    // Only when the cursor moves, not when rows arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor]);
  const slots = Math.max(lines.length, slotsOf(virtual.scrollRect?.height ?? 0));
  return { lines, slots, height: virtual.getTotalSize() };
}

/** Returns the id of the element of a line. */
function lineId(content: number | Section, rows: readonly FlowSummary[]): string {
  return typeof content === 'number' ? `flow-${rows[content]!.id}` : `session-line-${content.at}`;
}

/** Milliseconds without scrolling after which the values of the rows on the screen are read. */
const STILL_MS = 60;

/** Reads the values of the rows on the screen, and draws them again when values arrive. */
function useShownValues(rows: readonly FlowSummary[], columns: readonly Column[]): void {
  const ids = columns.flatMap((column) => valueId(column) ?? []);
  useStore(arrivals);
  useEffect(() => {
    if (ids.length === 0) return;
    const timer = setTimeout(() => needValues('shown', rows, ids), STILL_MS);
    return () => clearTimeout(timer);
  });
}

/** Returns the maximum number of rows that a list of this height shows at a time. */
function slotsOf(height: number): number {
  return Math.ceil(height / ROW) + 1 + 2 * OVERSCAN;
}

function rowHeight(): number {
  return ROW;
}

function isRunning({ id, state }: Traffic['rows'][number], held: Traffic['held']): boolean {
  return state === 'pending' || held.has(id);
}
