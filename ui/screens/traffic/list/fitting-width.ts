// Measures how wide a column has to be for its longest text.
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { durationText, sizeText, timeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import type { ColumnId } from '../model/columns.ts';
import { shortType } from './short-type.ts';

const PADDING = 20;
const MAX_WIDTH = 800;
/** The newest rows stand for all. */
const MEASURED_ROWS = 1000;

const TEXTS: Partial<Record<ColumnId, (flow: FlowSummary) => string>> = {
  id: ({ id }) => String(id),
  method: ({ method }) => method,
  host: ({ host }) => host,
  path: ({ url }) => url.slice(urlParts(url).origin.length),
  app: ({ app }) => (app === null ? '' : `WW${app}`),
  start: ({ startedAt }) => timeText(startedAt),
  duration: ({ durationMs }) => (durationMs === undefined ? '' : durationText(durationMs)),
  requestSize: ({ requestSize }) => (requestSize === undefined ? '' : sizeText(requestSize)),
  size: (flow) => sizeText(sizeOf(flow) ?? 0),
  type: shortType,
  tools: ({ tags }) => 'WW'.repeat(tags.length),
  comment: ({ comment = '' }) => comment,
};

export function fittingWidth(id: ColumnId, title: string, rows: readonly FlowSummary[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return MAX_WIDTH;
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const read = TEXTS[id] ?? (() => '');
  const texts = new Set(rows.slice(-MEASURED_ROWS).map((flow) => read(flow).slice(0, 300)));
  const widths = [`${title}WW`, ...texts].map((text) => context.measureText(text).width);
  return Math.min(MAX_WIDTH, Math.ceil(Math.max(...widths)) + PADDING);
}
