// The heights in the traffic list in pixels, as in its style sheet.
import type { LineHeights } from '../../../parts/visible-lines.ts';

export const ROW = 26;
/** The height of the headings, which stay above the rows. */
export const HEAD = 26;

export const HEIGHTS: LineHeights = { row: ROW, head: HEAD };
