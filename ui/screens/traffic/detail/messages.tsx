// Shows the messages of a WebSocket, an event stream or a gRPC call. Only the visible ones are drawn.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { sizeText, timeText } from '../../../format/measures.ts';
import { Note } from '../../../parts/index.ts';
import shared from '../../../parts/content.module.css';
import css from './messages.module.css';

interface Row {
  readonly direction: 'sent' | 'received';
  /** `text`, for example, or the type of the event. */
  readonly kind: string;
  readonly text: string;
  readonly time: string | null;
  readonly size: number;
}

const ROW = 27;
const MAX_LINE_CHARS = 400;
const MAX_SHOWN_CHARS = 2_000_000;

export function Messages({ detail }: { readonly detail: FlowDetail }) {
  const rows = rowsOf(detail);
  const error = detail.webSocketError ?? detail.serverSentEventsError;
  return (
    <>
      {error !== undefined && (
        <Note tone="warn" icon={TriangleAlert}>
          {error}
        </Note>
      )}
      {rows.length === 0 ? <p className={shared['hint']}>No messages yet.</p> : <MessageList rows={rows} />}
    </>
  );
}

function MessageList({ rows }: { readonly rows: readonly Row[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  return (
    <div className={shared['scroll']} ref={scroll}>
      <ol className={css['messages']} aria-label="Messages" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            data-direction={rows[index]!.direction}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Message
              row={rows[index]!}
              isOpen={open === index}
              onPress={() => setOpen(open === index ? null : index)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface MessageProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function Message({ row: { direction, kind, text, size, time }, isOpen, onPress }: MessageProps) {
  const isSent = direction === 'sent';
  const Arrow = isSent ? ArrowUp : ArrowDown;
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={onPress}>
        <Arrow role="img" aria-label={isSent ? 'Sent' : 'Received'} />
        <span className={css['messageKind']}>{kind}</span>
        <span className={css['messageText']}>{text.slice(0, MAX_LINE_CHARS)}</span>
        <span className={css['messageFigures']}>{sizeText(size)}</span>
        {time !== null && <span className={css['messageFigures']}>{timeText(time)}</span>}
      </button>
      {isOpen && <pre className={css['messageBody']}>{indented(text).slice(0, MAX_SHOWN_CHARS)}</pre>}
    </>
  );
}

function rowsOf({ webSocketMessages, serverSentEvents, grpc }: FlowDetail): readonly Row[] {
  if (webSocketMessages !== undefined)
    return webSocketMessages.map(({ meaning, kind, text, ...message }) => ({
      ...message,
      kind: meaning?.name ?? kind,
      text: meaning !== undefined && kind === 'binary' ? meaning.text : text,
    }));
  if (serverSentEvents !== undefined)
    return serverSentEvents.map(({ event, data, time, meaning }) => {
      return { direction: 'received', kind: meaning?.name ?? event, text: data, time, size: data.length };
    });
  return (grpc?.messages ?? []).map(({ direction, type, decoded, note, size }) => {
    const text = note !== undefined && decoded === null ? note : JSON.stringify(decoded);
    return { direction, kind: type ?? 'message', text, time: null, size };
  });
}

function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
