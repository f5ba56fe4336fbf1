// The messages of a WebSocket, an event stream or a gRPC call.
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FlowDetail } from '../../../../src/app/methods/ui-types.ts';
import { sizeText, timeText } from '../../../format/measures.ts';
import { Note } from '../../../parts/index.ts';
import css from './detail.module.css';

interface Row {
  readonly direction: 'sent' | 'received';
  /** Such as `text` or the type of the event. */
  readonly kind: string;
  readonly text: string;
  readonly time: string | null;
  readonly size: number;
}

const SHOWN = 2000;

export function Messages({ detail }: { readonly detail: FlowDetail }) {
  const rows = rowsOf(detail);
  const error = detail.webSocketError ?? detail.serverSentEventsError;
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className={css['scroll']}>
      {error !== undefined && (
        <Note tone="warn" icon={TriangleAlert}>
          {error}
        </Note>
      )}
      {rows.length === 0 && <p className={css['hint']}>No messages yet.</p>}
      <ol className={css['messages']} aria-label="Messages">
        {rows.map((row, index) => (
          <li key={index} data-direction={row.direction}>
            <button
              type="button"
              aria-expanded={open === index}
              onClick={() => setOpen(open === index ? null : index)}
            >
              {row.direction === 'sent' ? (
                <ArrowUp role="img" aria-label="Sent" />
              ) : (
                <ArrowDown role="img" aria-label="Received" />
              )}
              <span className={css['messageKind']}>{row.kind}</span>
              <span className={css['messageText']}>{row.text.slice(0, 400)}</span>
              <span className={css['messageFigures']}>{sizeText(row.size)}</span>
              {row.time !== null && <span className={css['messageFigures']}>{timeText(row.time)}</span>}
            </button>
            {open === index && (
              <pre className={css['messageBody']}>{indented(row.text).slice(0, 1000 * SHOWN)}</pre>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function rowsOf({ webSocketMessages, serverSentEvents, grpc }: FlowDetail): readonly Row[] {
  if (webSocketMessages !== undefined) return webSocketMessages;
  if (serverSentEvents !== undefined)
    return serverSentEvents.map(({ event, data, time }) => {
      return { direction: 'received', kind: event, text: data, time, size: data.length };
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
