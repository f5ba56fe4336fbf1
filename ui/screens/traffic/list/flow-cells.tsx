// The cells of a row: their content, and what affects their appearance.
import { Lock, LockOpen, MessageSquare, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary, Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { dateTimeText, durationText, elapsedText, sizeText, startText } from '../../../format/measures.ts';
import { lastSegment, urlParts } from '../../../format/url.ts';
import {
  AppMark,
  errorText,
  methodLook,
  Spinner,
  statusLook,
  ToolIcon,
  toolOfTag,
} from '../../../parts/index.ts';
import { isDeclared, operationName, type Column, type ColumnId } from '../model/columns.ts';
import type { ColumnValues } from '../model/content-values.ts';
import type { Cell } from './cell.ts';
import { SessionMark } from '../sources/session-mark.tsx';
import { sessionOf, sessionTitle } from '../model/sessions.ts';
import { contentCell } from './content-cell.tsx';
import { foundInCell, hitsCell, matchCell } from './found-cells.tsx';
import css from './flow-rows.module.css';
import { shortType } from '../model/short-type.ts';

interface Moment {
  /** The time since which a breakpoint holds the request; null for other requests. */
  readonly heldSince: string | null;
  /** The current time in epoch milliseconds. */
  readonly now: number;
  /** Occurrences in its content of what the filter looks for. */
  readonly found: readonly Occurrence[];
  /** Values of the columns that need its content. */
  readonly values: ColumnValues;
}

/** Returns the cell of a column for a flow. */
export function cellOf({ id, content }: Column, flow: FlowSummary, moment: Moment): Cell {
  if (isDeclared(id)) return CELLS[id](flow, moment);
  return content === null ? NOTHING : contentCell(moment.values[id], content, moment.found);
}

// Created once, so that React skips it.
const NOTHING: Cell = { content: null };
const PENDING: Cell = { content: <Spinner label="Pending" /> };
const DECRYPTED: Cell = { content: <LockOpen role="img" aria-label="Decrypted" /> };
const NOT_DECRYPTED: Cell = { content: <Lock role="img" aria-label="Not decrypted" /> };
const TUNNEL: Cell = { content: 'tunnel, not decrypted', look: css['dim'] };
const TUNNELS: Readonly<Record<string, Cell>> = {
  refused: {
    content: 'certificate refused',
    look: css['dim'],
    title: 'The client pins its certificate, or does not trust ours',
  },
  closed: {
    content: 'closed before a request',
    look: css['dim'],
    title: 'The client did not need the connection, or pins its certificate',
  },
};
const PINNED = <Pin role="img" aria-label="Pinned" />;

const CELLS: Readonly<Record<ColumnId, (flow: FlowSummary, moment: Moment) => Cell>> = {
  session: (flow) => ({
    content: <SessionMark session={sessionOf(flow)} />,
    title: sessionTitle(sessionOf(flow)),
  }),
  id: ({ id }) => ({ content: id }),
  method: (flow) => {
    const { text, look } = methodLook(flow);
    return { content: text, look, title: flow.method };
  },
  status: (flow, { heldSince }) => {
    if (heldSince === null && flow.state === 'pending' && flow.status === undefined) return PENDING;
    const { text, look } = statusLook(flow, heldSince !== null);
    return { content: text, look, title: errorText(flow) };
  },
  host: ({ host }) => ({ content: host, title: host }),
  path: pathCell,
  foundIn: (_, { found }) => foundInCell(found),
  match: (_, { found }) => matchCell(found),
  hits: (_, { values }) => hitsCell(values),
  operation: (flow) => {
    const name = operationName(flow);
    return { content: name, title: name };
  },
  app: ({ app }) => (app === null ? NOTHING : { content: appName(app), title: app }),
  start: ({ startedAt }) => ({ content: startText(startedAt), title: dateTimeText(startedAt) }),
  duration: ({ durationMs, status, startedAt }, { heldSince, now }) => {
    if (heldSince !== null) return { content: elapsedText(heldSince, now) };
    if (durationMs === undefined)
      return { content: status === undefined ? elapsedText(startedAt, now) : 'open' };
    return { content: durationText(durationMs), look: durationMs >= 1000 ? css['slow'] : undefined };
  },
  requestSize: ({ requestSize, sentBytes }) => ({ content: sizeOrDash(requestSize ?? sentBytes) }),
  size: (flow) => ({ content: sizeOrDash(sizeOf(flow)) }),
  type: (flow) => ({ content: shortType(flow) }),
  protocol: ({ httpVersion }) => ({
    content: httpVersion === 'HTTP/2' ? 'h2' : (httpVersion?.toLowerCase() ?? '—'),
  }),
  tls: ({ url, decrypted }) => (/^(?:http|mcp):/.test(url) ? NOTHING : decrypted ? DECRYPTED : NOT_DECRYPTED),
  tools: ({ tags, comment, pinned = false }) =>
    tags.length === 0 && comment === undefined && !pinned
      ? NOTHING
      : { content: signs(tags, comment, pinned) },
  comment: ({ comment }) => ({ content: comment, title: comment }),
};

function appName(app: string): ReactNode {
  return (
    <>
      <AppMark app={app} /> {app}
    </>
  );
}

function sizeOrDash(size: number | undefined): string {
  return size === undefined ? '—' : sizeText(size);
}

/** Returns the path in parts. The last segment stays; the query is cut first, then the start of the path. */
function pathCell(flow: FlowSummary): Cell {
  if (flow.state === 'tunneled' || flow.method === 'CONNECT')
    return TUNNELS[flow.notDecryptedCode ?? ''] ?? TUNNEL;
  const { path, query: search } = urlParts(flow.url);
  const name = flow.operation?.name ?? '';
  // Only the operation tells requests to the same endpoint apart.
  const query = name === '' ? search : `${search}\u00a0· ${name}`;
  const [head, last] = lastSegment(path);
  const hasSlash = last.startsWith('/');
  const content = (
    <>
      <span>{head}</span>
      <span className={hasSlash ? css['segment'] : undefined}>{hasSlash ? last.slice(1) : last}</span>
      {query !== '' && <span>{query}</span>}
    </>
  );
  const whole = path + query;
  return { content, title: flow.state === 'failed' ? `${flow.error ?? 'failed'} — ${whole}` : whole };
}

function signs(tags: readonly string[], comment: string | undefined, pinned: boolean): ReactNode {
  return (
    <>
      {pinned && PINNED}
      {tags.map((tag) => (
        <ToolIcon key={tag} tool={toolOfTag(tag)} title={tag} />
      ))}
      {comment !== undefined && (
        <span title={comment} className={css['icon']}>
          <MessageSquare role="img" aria-label={`Comment: ${comment}`} />
        </span>
      )}
    </>
  );
}
