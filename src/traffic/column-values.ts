// Values of columns that need the content of an exchange: a header field, what a JSONPath finds in a JSON body, or how
// often the text of a filter occurs.
import { jsonPathError, jsonPathValues } from '../base/json-path.ts';
import type { Json } from '../base/json.ts';
import { bodyContent } from '../flow/content.ts';
import { parseFilter, type ContentTerm } from '../flow/filter/index.ts';
import type { Flow } from '../flow/flow.ts';
import type { Message } from '../flow/message.ts';
import { occurrenceCount } from '../flow/search/count.ts';
import { Pace } from '../flow/search/pace.ts';

/** A column, such as `request-header:accept`, `response-body:$..total` or `hits:body:token`. */
export type ContentColumn =
  | {
      readonly part: 'header' | 'body';
      readonly side: 'request' | 'response';
      /** The name of a field, or a JSONPath. */
      readonly of: string;
    }
  | { readonly part: 'hits'; readonly terms: readonly ContentTerm[] };

type Side = 'request' | 'response';

/** The value in a row; null without one. */
export type ColumnValue = string | number | boolean | null;

/** Characters of a value that are returned. */
const MAX_CHARS = 200;
/** Values of one path that are returned. */
const MAX_VALUES = 20;
/** Decoded bytes of a body that is parsed; a longer one has no values. */
export const MAX_PARSED_BYTES = 2 * 1024 * 1024;

const HITS = 'hits:';
const COLUMN = /^(request|response)-(?:(header):([!#$%&'*+.^_`|~\w-]{1,200})|(body):(\$.{0,500}))$/s;

/** Parses the id of a column; null for anything else. */
export function contentColumn(id: string): ContentColumn | null {
  if (id.startsWith(HITS)) return hitsColumn(id.slice(HITS.length));
  const [, side, header, name, , path] = COLUMN.exec(id) ?? [];
  if (side === undefined) return null;
  const of = name ?? path!;
  if (header === undefined && jsonPathError(of) !== null) return null;
  return {
    side: side as Side,
    part: header === undefined ? 'body' : 'header',
    of,
  };
}

/** The values of a request, one for each column. */
export interface ColumnRow {
  readonly id: number;
  readonly values: readonly ColumnValue[];
}

/** Milliseconds after which a call ends. */
const MAX_MS = 100;
/** Decoded bytes after which a call ends. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Resolves with the rows of the ids, in their order, until it has taken its time or read its bytes: at least one, and
 * the caller asks for the rest again. A request that is no longer there has no values. Rejects once `signal` is aborted.
 */
export async function columnRows(
  ids: readonly number[],
  find: (id: number) => Flow | undefined,
  columns: readonly ContentColumn[],
  signal: AbortSignal,
): Promise<readonly ColumnRow[]> {
  const rows: ColumnRow[] = [];
  const pace = new Pace(signal);
  const end = performance.now() + MAX_MS;
  for (const id of ids) {
    const flow = find(id);
    rows.push({ id, values: flow === undefined ? [] : await columnValues(flow, columns, pace) });
    await pace.note(0);
    if (pace.read > MAX_BYTES || performance.now() > end) break;
  }
  return rows;
}

function hitsColumn(text: string): ContentColumn | null {
  const filter = parseFilter(text);
  if (filter.type === 'invalid' || filter.contentTerms.length === 0) return null;
  return { part: 'hits', terms: filter.contentTerms };
}

/** Resolves with the values of the columns. `pace` counts what is read for them. */
export async function columnValues(
  flow: Flow,
  columns: readonly ContentColumn[],
  pace: Pace,
): Promise<readonly ColumnValue[]> {
  const bodies = new Map<Side, Promise<Json | undefined>>();
  const bodyOf = (side: Side): Promise<Json | undefined> => {
    const body = bodies.get(side) ?? jsonOf(flow, side, pace);
    bodies.set(side, body);
    return body;
  };
  const values: ColumnValue[] = [];
  for (const column of columns)
    if (column.part === 'hits') values.push(await occurrenceCount(flow, column.terms, pace));
    else if (column.part === 'header') values.push(headerValue(flow[column.side], column.of));
    else values.push(pathValue(await bodyOf(column.side), column.of));
  return values;
}

function headerValue(message: Message | null, name: string): string | null {
  const lower = name.toLowerCase();
  const values = message?.headers.filter((field) => field.name.toLowerCase() === lower) ?? [];
  return values.length === 0 ? null : cut(values.map(({ value }) => value).join(', '));
}

/** Resolves with the body as JSON; undefined when it is not JSON. */
async function jsonOf(flow: Flow, side: Side, pace: Pace): Promise<Json | undefined> {
  const message = flow[side];
  if (message === null) return undefined;
  const content = await bodyContent(message, MAX_PARSED_BYTES, !flow.finished);
  if (content.type === 'none') return undefined;
  await pace.note(content.size);
  if (content.type !== 'text' || content.omitted > 0 || !/^\s*[[{]/.test(content.text)) return undefined;
  try {
    return JSON.parse(content.text) as Json;
  } catch {
    return undefined;
  }
}

function pathValue(json: Json | undefined, path: string): ColumnValue {
  const values = json === undefined ? [] : jsonPathValues(path, json).slice(0, MAX_VALUES);
  const [only] = values;
  if (only === undefined) return null;
  if (values.length === 1 && (typeof only === 'number' || typeof only === 'boolean')) return only;
  return cut(values.map(textOf).join(', '));
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}
