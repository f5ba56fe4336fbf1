// One row of the traffic list. Rows are the hottest part of the page, so they have few elements, measure nothing, and
// are not drawn again unless they change.
import { memo } from 'react';
import { isApplicationError } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary, Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { classes } from '../../../parts/index.ts';
import type { Column } from '../model/columns.ts';
import type { ColumnValues } from '../model/content-values.ts';
import { cellOf } from './flow-cells.tsx';
import css from './flow-rows.module.css';

interface FlowRowProps {
  readonly flow: FlowSummary;
  readonly index: number;
  /** The distance from the first row in pixels. */
  readonly top: number;
  /** The columns. The reference stays the same until the columns change, so that rows are not drawn again. */
  readonly columns: readonly Column[];
  /** Occurrences in its content of what the filter looks for. */
  readonly found: readonly Occurrence[];
  /** Values of the columns that need its content. */
  readonly values: ColumnValues;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  /** The time since which a breakpoint holds the request; null for other requests. */
  readonly heldSince: string | null;
  /** The current time in epoch milliseconds for a pending request; 0 for others, so that they are not drawn again. */
  readonly now: number;
}

export const FlowRow = memo(function FlowRow(props: FlowRowProps) {
  const { flow, index, top, columns, found, values, isSelected, isCursor, heldSince, now } = props;
  return (
    <div
      role="row"
      id={`flow-${flow.id}`}
      data-id={flow.id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={`${flow.id} ${flow.method} ${statusName(flow, heldSince)} ${flow.url.replace(/^\w+:\/\//, '')}`}
      className={css['row']}
      data-color={flow.color}
      data-held={heldSince !== null || undefined}
      data-cursor={isCursor || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column) => {
        const { id, isNumeric } = column;
        const { content, title, look } = cellOf(column, flow, { heldSince, now, found, values });
        return (
          <span
            key={id}
            role="gridcell"
            className={classes(css[id], isNumeric && css['numeric'], look)}
            title={title}
          >
            {content}
          </span>
        );
      })}
    </div>
  );
});

function statusName(flow: FlowSummary, heldSince: string | null): string {
  if (heldSince !== null) return 'held';
  const error = isApplicationError(flow) ? ' error' : '';
  return flow.state === 'completed' ? `${flow.status ?? ''}${error}` : flow.state;
}
