// Measures how wide a column must be for its longest text.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { flowTable } from '../../../state/flows.ts';
import type { Column } from '../model/columns.ts';
import type { Rows } from '../model/shown-rows.ts';

const PADDING = 20;
const MAX_WIDTH = 800;
/** The number of newest rows that are measured; they represent all rows. */
const MEASURED_ROWS = 1000;

/** Returns the width of the column in pixels, with its padding. */
export function fittingWidth({ title, text }: Pick<Column, 'title' | 'text'>, rows: Rows): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return MAX_WIDTH;
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const texts = new Set(newest(rows).map((flow) => text(flow).slice(0, 300)));
  const widths = [`${title}WW`, ...texts].map((each) => context.measureText(each).width);
  return Math.min(MAX_WIDTH, Math.ceil(Math.max(...widths)) + PADDING);
}

function newest({ ids }: Rows): readonly FlowSummary[] {
  return [...ids.subarray(-MEASURED_ROWS)].flatMap((id) => flowTable.find(id) ?? []);
}
