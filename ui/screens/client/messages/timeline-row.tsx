// A row of a timeline: a message with its direction, or an event of its connection.
import { ArrowDown, ArrowUp, CircleX, Link } from 'lucide-react';
import { fromBase64 } from '../../../../src/base/bytes.ts';
import { sizeText, timeText } from '../../../format/measures.ts';
import { classes } from '../../../parts/index.ts';
import type { SendMessage } from '../sends/events.ts';
import css from './timeline.module.css';
import type { TimelineRow } from './timeline-rows.ts';

const MAX_LINE_CHARS = 400;

interface RowProps {
  readonly row: TimelineRow;
  /** From 0, among how many. */
  readonly position: number;
  readonly count: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

export function Row({ row, position, count, top, isSelected, onPress }: RowProps) {
  return (
    <div
      id={rowId(row)}
      className={css['row']}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={position + 1}
      data-kind={row.type === 'message' ? row.message.direction : row.isFailure ? 'failure' : 'event'}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      {row.type === 'message' ? <MessageCells row={row} /> : <EventCells row={row} />}
    </div>
  );
}

export function rowId({ number }: TimelineRow): string {
  return `timeline-${number}`;
}

function MessageCells({
  row: { message, count, time },
}: {
  readonly row: TimelineRow & { type: 'message' };
}) {
  const isSent = message.direction === 'sent';
  const Arrow = isSent ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow role="img" aria-label={isSent ? 'Sent' : 'Received'} />
      <Time time={time} />
      {message.name !== '' && <span className={css['name']}>{message.name}</span>}
      <span className={css['text']}>{lineOf(message)}</span>
      {count > 1 && <span className={css['figure']}>{count.toLocaleString('en')} like this folded</span>}
      <span className={css['figure']}>{sizeText(message.size)}</span>
    </>
  );
}

function EventCells({ row }: { readonly row: TimelineRow & { type: 'event' } }) {
  const { name, text, time, isFailure } = row;
  const Icon = isFailure ? CircleX : Link;
  return (
    <>
      <Icon role="img" aria-label="Event" />
      <Time time={time} />
      <span className={css['name']}>{name}</span>
      <span className={classes(css['text'], css['plain'])}>{text}</span>
    </>
  );
}

function Time({ time }: { readonly time: number }) {
  return <span className={css['time']}>{timeText(new Date(time).toISOString())}</span>;
}

function lineOf({ kind, text = '', base64 = '' }: SendMessage): string {
  return kind === 'text' ? text.slice(0, MAX_LINE_CHARS) : `binary ${hexOf(base64)}`;
}

const SHOWN_BYTES = 16;

function hexOf(base64: string): string {
  const bytes = fromBase64(base64.slice(0, Math.ceil(SHOWN_BYTES / 3) * 4 + 4)) ?? new Uint8Array();
  const shown = Array.from(bytes.slice(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, '0'));
  return `${shown.join(' ')}${bytes.length > SHOWN_BYTES ? ' …' : ''}`;
}
