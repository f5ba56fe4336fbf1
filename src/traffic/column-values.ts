// Values of columns that need the content of an exchange: a header field, or what a JSONPath finds in a JSON body.
import { jsonPathError, jsonPathValues } from '../base/json-path.ts';
import type { Json } from '../base/json.ts';
import { bodyContent } from '../flow/content.ts';
import type { Flow } from '../flow/flow.ts';
import type { Message } from '../flow/message.ts';
import { Pace } from '../flow/search/pace.ts';

/** A column, such as `request-header:accept` or `response-body:$..total`. */
export interface ContentColumn {
  readonly side: 'request' | 'response';
  readonly part: 'header' | 'body';
  /** The name of a field, or a JSONPath. */
  readonly of: string;
}

/** The value in a row; null without one. */
export type ColumnValue = string | number | boolean | null;

/** Characters of a value that are returned. */
const MAX_CHARS = 200;
/** Values of one path that are returned. */
const MAX_VALUES = 20;
/** Decoded bytes of a body that is parsed; a longer one has no values. */
export const MAX_PARSED_BYTES = 2 * 1024 * 1024;

const COLUMN = /^(request|response)-(?:(header):([!#$%&'*+.^_`|~\w-]{1,200})|(body):(\$.{0,500}))$/s;

/** Parses the id of a column; null for anything else. */
export function contentColumn(id: string): ContentColumn | null {
  const [, side, header, name, , path] = COLUMN.exec(id) ?? [];
  if (side === undefined) return null;
  const of = name ?? path!;
  if (header === undefined && jsonPathError(of) !== null) return null;
  return {
    side: side as ContentColumn['side'],
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
    const { values, read } = flow === undefined ? GONE : await columnValues(flow, columns);
    rows.push({ id, values });
    await pace.note(read);
    if (pace.read > MAX_BYTES || performance.now() > end) break;
  }
  return rows;
}

const GONE = { values: [], read: 0 };

/** Resolves with the values of the columns, and the decoded bytes that were read for them. */
export async function columnValues(
  flow: Flow,
  columns: readonly ContentColumn[],
): Promise<{ readonly values: readonly ColumnValue[]; readonly read: number }> {
  const bodies = {
    request: await jsonOf(flow, 'request', columns),
    response: await jsonOf(flow, 'response', columns),
  };
  const values = columns.map(({ side, part, of }) => {
    if (part === 'header') return headerValue(flow[side], of);
    const body = bodies[side];
    return body === null ? null : pathValue(body.json, of);
  });
  return { values, read: (bodies.request?.size ?? 0) + (bodies.response?.size ?? 0) };
}

function headerValue(message: Message | null, name: string): string | null {
  const lower = name.toLowerCase();
  const values = message?.headers.filter((field) => field.name.toLowerCase() === lower) ?? [];
  return values.length === 0 ? null : cut(values.map(({ value }) => value).join(', '));
}

interface ParsedBody {
  readonly json: Json;
  /** Bytes of the decoded body. */
  readonly size: number;
}

/** Returns the body as JSON; null when no column looks into it, or when it is not JSON. */
async function jsonOf(
  flow: Flow,
  side: ContentColumn['side'],
  columns: readonly ContentColumn[],
): Promise<ParsedBody | null> {
  const message = flow[side];
  if (message === null || !columns.some((column) => column.part === 'body' && column.side === side))
    return null;
  const content = await bodyContent(message, MAX_PARSED_BYTES, !flow.finished);
  if (content.type !== 'text' || content.omitted > 0 || !/^\s*[[{]/.test(content.text)) return null;
  try {
    return { json: JSON.parse(content.text) as Json, size: content.size };
  } catch {
    return null;
  }
}

function pathValue(json: Json, path: string): ColumnValue {
  const values = jsonPathValues(path, json).slice(0, MAX_VALUES);
  const [only] = values;
  if (values.length === 0 || only === undefined) return null;
  if (values.length === 1 && (typeof only === 'number' || typeof only === 'boolean')) return only;
  return cut(values.map(textOf).join(', '));
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}
