// The values of columns that need the content of requests, for the rows on the screen, and the names that such columns
// may have.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { ContentColumn } from '../../../traffic/column-values.ts';
import type { ViewContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { requestIds } from '../fields.ts';

const MAX_IDS = 500;
const MAX_COLUMNS = 20;
/** Requests whose header names are counted: the newest. */
const NEWEST = 300;

const COLUMN = 'a column such as "request-header:accept" or "response-body:$.id"';
const COLUMNS = `a list of 1 to ${MAX_COLUMNS} columns`;
const IDS = `a list of at most ${MAX_IDS} ids of requests`;
const SIDE = '"request" or "response"';

const row = z.strictObject({
  id: z.number(),
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly(),
});

export const columnValues = defineMethod({
  name: 'ui.column_values',
  summary:
    'Reads header fields, or values in JSON bodies, of requests; those it had no time for are left out',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ids: requestIds.max(MAX_IDS, IDS),
    columns: z.array(z.string(COLUMN), COLUMNS).min(1, COLUMNS).max(MAX_COLUMNS, COLUMNS),
  }),
  result: z.array(row).readonly(),
  async run(app: ViewContext, { ids, columns: names }, signal) {
    const { columnRows, contentColumn } = await import('../../../traffic/column-values.ts');
    const columns = names.map((name, index) => contentColumn(name) ?? notAColumn(name, index));
    return columnRows(ids, (id) => app.find(id), columns, signal);
  },
});

function notAColumn(name: string, index: number): ContentColumn {
  const field = `columns[${index}]`;
  throw new ParameterError(`${field} is ${JSON.stringify(name.slice(0, 100))}: give ${COLUMN}`, { field });
}

export const headerNames = defineMethod({
  name: 'ui.header_names',
  summary: 'Lists the names of header fields in the newest requests, the most frequent first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ side: z.enum(['request', 'response'], SIDE) }),
  result: z.array(
    z.strictObject({
      name: z.string(),
      /** The part of the requests that have it, from 0 to 1. */
      share: z.number(),
    }),
  ),
  run({ traffic }: ViewContext, { side }) {
    const messages = traffic
      .newest()
      .slice(-NEWEST)
      .flatMap((flow) => flow[side] ?? []);
    const counts = new Map<string, number>();
    for (const { headers } of messages)
      for (const name of new Set(headers.map((field) => field.name.toLowerCase())))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .map(([name, count]) => ({ name, share: count / messages.length }))
      .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
  },
});
