// The visible rows. Elements are recycled: the row that scrolls out at one end is reused at the other, at a fraction of
// the cost of a new one.
import { memo, useEffect, useRef, type CSSProperties } from 'react';
import type { FlowSummary, Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { useNow } from '../../../state/clock.ts';
import { flowTable } from '../../../state/flows.ts';
import { useStore } from '../../../state/store.ts';
import type { Column } from '../model/columns.ts';
import { arrivals, needValues, valueId, valuesOf } from '../model/content-values.ts';
import { HEIGHTS } from '../model/row-height.ts';
import type { Traffic } from '../model/rows.ts';
import { selection } from '../model/selection.ts';
import { atLine, lineOf, type Section } from '../model/sessions.ts';
import { FlowRow } from './flow-row.tsx';
import css from './flow-rows.module.css';
import { SessionLine } from './session-line.tsx';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';

const NOWHERE: readonly Occurrence[] = [];

interface FlowRowsProps extends Pick<Traffic, 'rows' | 'sections' | 'held' | 'hits'> {
  readonly columns: readonly Column[];
  readonly template: string;
  /** The scrolling element; null until it is mounted. */
  readonly box: HTMLElement | null;
}

export const FlowRows = memo(function FlowRows(props: FlowRowsProps) {
  const { held, hits, columns, template } = props;
  const { ids, cursor } = useStore(selection);
  const { lines, slots, height } = useLines(props, cursor);
  const flows = lines.flatMap(({ content }) => ('flow' in content ? content.flow : []));
  const now = useNow(flows.some((flow) => isRunning(flow, held)));
  useShownValues(flows, columns);
  const inSlots = lines.toSorted((a, b) => (a.index % slots) - (b.index % slots));
  const row = (flow: FlowSummary, index: number, top: number) => (
    <FlowRow
      key={index % slots}
      found={hits.get(flow.id) ?? NOWHERE}
      values={valuesOf(flow.id)}
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
      aria-owns={lines.map(({ content }) => lineId(content)).join(' ') || undefined}
      style={{ height, '--columns': template } as CSSProperties}
    >
      {inSlots.map(({ index, top, content }) =>
        'flow' in content ? (
          row(content.flow, index, top)
        ) : (
          <SessionLine
            key={`section ${content.session}`}
            id={lineId(content)}
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
  readonly content: { readonly flow: FlowSummary } | Section;
}

/** Returns the lines in sight, the number of elements that they share, and the height of all. */
function useLines(
  { rows, sections, box }: FlowRowsProps,
  cursor: number | null,
): { readonly lines: readonly Line[]; readonly slots: number; readonly height: number } {
  const count = rows.length + sections.length;
  const { first, end, slots, height, topOf } = useVisibleLines(count, box, HEIGHTS);
  const lines = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).flatMap(
    (index): Line | [] => {
      const content = contentOf(atLine(sections, index), rows);
      return content === null ? [] : { index, top: topOf(index), content };
    },
  );
  const inSight = useRef<number | null>(null);
  useEffect(() => {
    // Only when the cursor moves, or its row arrives, not when others do.
    if (box === null || inSight.current === cursor) return;
    const index = cursor === null ? -1 : rows.indexOf(cursor);
    inSight.current = index < 0 ? null : cursor;
    if (index < 0) return;
    // The line above the first row comes into sight with it.
    const line = index === 0 ? 0 : lineOf(sections, index);
    box.scrollTop = scrollTopFor(line, count, box, HEIGHTS);
  });
  return { lines, slots, height };
}

/** Returns null for a request that is about to leave the list. */
function contentOf(line: number | Section, rows: Traffic['rows']): Line['content'] | null {
  if (typeof line !== 'number') return line;
  const flow = flowTable.find(rows.ids[line]!);
  return flow === undefined ? null : { flow };
}

/** Returns the id of the element of a line. */
function lineId(content: Line['content']): string {
  return 'flow' in content ? `flow-${content.flow.id}` : `session-line-${content.at}`;
}

/** Milliseconds without scrolling after which the values of the rows on the screen are read. */
const STILL_MS = 60;

/** Reads the values of the rows on the screen, and draws them again when values arrive. */
function useShownValues(flows: readonly FlowSummary[], columns: readonly Column[]): void {
  const ids = columns.flatMap((column) => valueId(column) ?? []);
  useStore(arrivals);
  useEffect(() => {
    if (ids.length === 0) return;
    const timer = setTimeout(
      () =>
        needValues(
          'shown',
          flows.map(({ id }) => id),
          ids,
        ),
      STILL_MS,
    );
    return () => clearTimeout(timer);
  });
}

function isRunning({ id, state }: FlowSummary, held: Traffic['held']): boolean {
  return state === 'pending' || held.has(id);
}
