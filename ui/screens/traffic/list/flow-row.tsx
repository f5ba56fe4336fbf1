// One row of the traffic list.
import { Lock, LockOpen, MessageSquare, Pin } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/app/methods/ui-types.ts';
import { durationText, elapsedText, sizeText, timeText } from '../../../format/measures.ts';
import { lastSegment, urlParts } from '../../../format/url.ts';
import { classes, MethodText, MiddleText, Spinner, StatusText, ToolIcon } from '../../../parts/index.ts';
import type { Column, ColumnId } from '../model/columns.ts';
import { shortType } from './short-type.ts';
import css from './list.module.css';

interface FlowRowProps {
  readonly flow: FlowSummary;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  /** Since when a breakpoint holds it; null for others. */
  readonly heldSince: string | null;
  /** Epoch milliseconds, for what goes on; 0 for others, so that they are not drawn again. */
  readonly now: number;
}

export const FlowRow = memo(function FlowRow(props: FlowRowProps) {
  const { flow, index, top, columns, isSelected, isCursor, heldSince, now } = props;
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
      data-held={heldSince !== null}
      data-cursor={isCursor}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ id, isNumeric }) => (
        <span key={id} role="gridcell" className={classes(css[id], isNumeric && css['numeric'])}>
          {CELLS[id](flow, heldSince, now)}
        </span>
      ))}
    </div>
  );
});

function statusName(flow: FlowSummary, heldSince: string | null): string {
  if (heldSince !== null) return 'held';
  return flow.state === 'completed' ? String(flow.status ?? '') : flow.state;
}

type Cell = (flow: FlowSummary, heldSince: string | null, now: number) => ReactNode;

const CELLS: Readonly<Record<ColumnId, Cell>> = {
  id: ({ id }) => id,
  method: (flow) => <MethodText flow={flow} />,
  status: (flow, heldSince) =>
    heldSince === null && flow.state === 'pending' && flow.status === undefined ? (
      <Spinner label="Pending" />
    ) : (
      <StatusText flow={flow} isHeld={heldSince !== null} />
    ),
  host: ({ host }) => <span title={host}>{host}</span>,
  path: (flow) => <PathCell flow={flow} />,
  operation: ({ operation }) => <span title={operation?.name}>{operation?.name}</span>,
  app: ({ app }) =>
    app !== null && (
      <>
        <span className={css['appMark']} aria-hidden>
          {app.charAt(0).toUpperCase()}
        </span>
        <span className={css['appName']} title={app}>
          {app}
        </span>
      </>
    ),
  start: ({ startedAt }) => timeText(startedAt),
  duration: (flow, heldSince, now) => {
    if (heldSince !== null) return elapsedText(heldSince, now);
    if (flow.durationMs !== undefined)
      return <span data-slow={flow.durationMs >= 1000}>{durationText(flow.durationMs)}</span>;
    return flow.status === undefined ? elapsedText(flow.startedAt, now) : 'open';
  },
  requestSize: ({ requestSize, sentBytes }) => {
    const size = requestSize ?? sentBytes;
    return size === undefined ? '—' : sizeText(size);
  },
  size: (flow) => {
    const size = sizeOf(flow);
    return size === undefined ? '—' : sizeText(size);
  },
  type: shortType,
  protocol: ({ httpVersion }) => (httpVersion === 'HTTP/2' ? 'h2' : (httpVersion?.toLowerCase() ?? '—')),
  tls: ({ url, decrypted }) => {
    if (url.startsWith('http:')) return null;
    return decrypted ? (
      <LockOpen role="img" aria-label="Decrypted" />
    ) : (
      <Lock role="img" aria-label="Not decrypted" />
    );
  },
  tools: ({ tags, comment, pinned }) => (
    <>
      {pinned && <Pin role="img" aria-label="Pinned" />}
      {tags.map((title) => (
        <ToolIcon key={title} title={title} />
      ))}
      {comment !== undefined && (
        <span title={comment} className={css['icon']}>
          <MessageSquare role="img" aria-label={`Comment: ${comment}`} />
        </span>
      )}
    </>
  ),
  comment: ({ comment }) => <span title={comment}>{comment}</span>,
};

function PathCell({ flow }: { readonly flow: FlowSummary }) {
  if (flow.state === 'tunneled' || flow.method === 'CONNECT')
    return <span className={css['dim']}>tunnel, not decrypted</span>;
  const { path, query: search } = urlParts(flow.url);
  const name = flow.operation?.name ?? '';
  // Requests to one endpoint differ by their operation only.
  const query = name === '' ? search : `${search} · ${name}`;
  const [head, last] = lastSegment(path);
  return (
    <MiddleText
      title={flow.state === 'failed' ? `${flow.error ?? 'failed'} — ${path}${query}` : `${path}${query}`}
      head={<span className={css['dim']}>{head}</span>}
      end={
        <>
          <span className={css['dim']}>{last.slice(0, 1)}</span>
          {last.slice(1)}
        </>
      }
      query={query}
    />
  );
}
