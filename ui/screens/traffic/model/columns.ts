// The columns of the traffic list, one entry each: title, width, how they sort, and where they are shown. Columns of the
// user show what is in the content of requests.
// `list/flow-cells.tsx` draws the cells of a row.
import { grpcKind } from '../../../../src/codec/grpc/content-type.ts';
import { pathOf, sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import type { SortKey } from '../../../state/sorting.ts';
import { durationText, sizeText, startText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import { hitCount, valuesOf, type ColumnValue } from './content-values.ts';
import { letterOf, sessionOf } from './sessions.ts';
import { shortType } from './short-type.ts';

/** The source of the values of a column: a header field, or a JSONPath in a body. */
export interface Content {
  readonly side: 'request' | 'response';
  readonly part: 'header' | 'body';
  /** The name of a field, or a path. */
  readonly of: string;
}

interface Declared<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** The width in pixels; null for the column that takes the remaining width. */
  readonly width: number | null;
  readonly isNumeric: boolean;
  /** The column is hidden when the list is narrower than this, in pixels. */
  readonly from: number;
  /** True when the column is hidden until the user shows it. */
  readonly isExtra: boolean;
  /** The fact that the column depends on: a search in the content, or several sessions. */
  readonly only: 'search' | 'sessions' | null;
  /** The part of the content of requests that has its values; null for a column that summaries fill. */
  readonly content: Content | null;
  /** Returns the value by which rows are sorted. */
  readonly read: Read;
  /** Returns the text of a cell, from which its width is measured. */
  readonly text: Text;
}

type Read = (flow: FlowSummary) => SortKey;
type Text = (flow: FlowSummary) => string;

interface Options {
  readonly numeric?: boolean;
  readonly from?: number;
  readonly extra?: boolean;
  readonly only?: 'search' | 'sessions';
  /** The text of a cell, where it is not the value. */
  readonly text?: Text;
}

/** Declares a column. `read` returns the value by which rows are sorted. */
function column<const Id extends string>(
  id: Id,
  title: string,
  width: number | null,
  read: Read,
  options: Options = {},
): Declared<Id> {
  const { numeric = false, from = 0, extra = false, only = null } = options;
  const text = options.text ?? ((flow: FlowSummary) => String(read(flow) ?? ''));
  return {
    id,
    title,
    width,
    isNumeric: numeric,
    from,
    isExtra: extra,
    only,
    content: null,
    read,
    text,
  };
}

/** The text of a cell that is never wider than the title. */
const short = (): string => '';

const all = [
  column('session', 'S', 40, (flow) => letterOf(sessionOf(flow)), { only: 'sessions' }),
  column('id', '#', 54, ({ id }) => id, { numeric: true }),
  column('method', 'Method', 72, ({ method }) => method),
  column('status', 'Status', 60, ({ status, state }) => (state === 'failed' ? 1000 : status), {
    text: short,
  }),
  column('host', 'Host', 152, ({ host }) => host, { from: 480 }),
  column('path', 'Path', null, pathOf, { text: ({ url }) => url.slice(urlParts(url).origin.length) }),
  column('foundIn', 'Found in', 92, () => null, { only: 'search', text: () => 'response head' }),
  column('match', 'Match', null, () => null, { only: 'search' }),
  column('hits', 'Hits', 50, (flow) => hitCount(valuesOf(flow.id)), { numeric: true, only: 'search' }),
  column('operation', 'Operation', 150, operationName, { extra: true }),
  column('app', 'App', 132, ({ app }) => app, {
    from: 860,
    text: ({ app }) => (app === null ? '' : `WW${app}`),
  }),
  column('start', 'Start', 106, ({ startedAt }) => startedAt, {
    from: 1100,
    text: ({ startedAt }) => startText(startedAt),
  }),
  column('duration', 'Time', 72, ({ durationMs }) => durationMs, {
    numeric: true,
    text: ({ durationMs }) => (durationMs === undefined ? '' : durationText(durationMs)),
  }),
  column('requestSize', 'Sent', 68, sentSize, {
    numeric: true,
    extra: true,
    text: (flow) => sizeText(sentSize(flow) ?? 0),
  }),
  column('size', 'Size', 68, sizeOf, {
    numeric: true,
    from: 780,
    text: (flow) => sizeText(sizeOf(flow) ?? 0),
  }),
  column('type', 'Type', 66, ({ contentType }) => contentType, { from: 990, text: shortType }),
  column('protocol', 'Protocol', 68, ({ httpVersion }) => httpVersion, { from: 1100, text: short }),
  column('tls', 'TLS', 40, ({ decrypted }) => (decrypted ? 0 : 1), { from: 990, text: short }),
  column('tools', 'Tools', 58, ({ tags }) => tags.join(), {
    from: 600,
    text: ({ tags }) => 'WW'.repeat(tags.length),
  }),
  column('comment', 'Comment', 140, ({ comment }) => comment, { extra: true }),
] as const;

export type ColumnId = (typeof all)[number]['id'];
/** A column of the registry, or one of the user's. */
export type Column = Declared<string>;
export const columns: readonly Column[] = all;

function sentSize({ requestSize, sentBytes }: FlowSummary): number | undefined {
  return requestSize ?? sentBytes;
}

/** Returns the operation of GraphQL, JSON-RPC or MCP, the model, or the method of gRPC; undefined for others. */
export function operationName({ operation, contentType, url }: FlowSummary): string | undefined {
  if (operation !== undefined) return operation.name;
  return grpcKind(contentType) === null ? undefined : /^\w+:\/\/[^/]*\/([^?]+)/.exec(url)?.[1];
}

/** Returns the title as a name, which a heading may shorten. */
export function columnTitle({ id, title }: Column): string {
  return id === 'id' ? 'Number' : id === 'session' ? 'Session' : title;
}

/** Returns the column with this id; null for an id that is none. */
export function columnOf(id: string): Column | null {
  return columns.find((each) => each.id === id) ?? contentColumn(id);
}

/** Returns true for a column that the registry declares. */
export function isDeclared(id: string): id is ColumnId {
  return columns.some((each) => each.id === id);
}

const CONTENT = /^(request|response)-(header|body):(.+)$/s;
const made = new Map<string, Column>();

/** Returns the column of an id such as `request-header:accept`; always the same one, so that nothing is drawn again. */
function contentColumn(id: string): Column | null {
  const [, side, part, of] = CONTENT.exec(id) ?? [];
  if (side === undefined || of === undefined) return null;
  const known = made.get(id);
  if (known !== undefined) return known;
  const content = { side, part, of } as Content;
  const read = (flow: FlowSummary): ColumnValue => valuesOf(flow.id)[id] ?? null;
  const column: Column = {
    id,
    title: of,
    width: 110,
    isNumeric: false,
    from: 0,
    isExtra: true,
    only: null,
    content,
    read: (flow) => sortable(read(flow)),
    text: (flow) => String(read(flow) ?? ''),
  };
  made.set(id, column);
  return column;
}

function sortable(value: ColumnValue): string | number | null {
  return typeof value === 'boolean' ? String(value) : value;
}
