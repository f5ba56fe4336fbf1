// The rows of a timeline: messages, and what happens to their connection. Keep-alives that follow each other are one row.
import type { Notice, SendMessage } from '../sends/events.ts';
import type { Ended, Going } from '../sends/state.ts';

export type TimelineRow =
  | {
      readonly type: 'message';
      readonly number: number;
      readonly time: number;
      readonly message: SendMessage;
      /** Keep-alives that are folded into it, itself among them; 1 for none. */
      readonly count: number;
    }
  | {
      readonly type: 'event';
      readonly number: number;
      readonly time: number;
      readonly name: string;
      readonly text: string;
      readonly isFailure: boolean;
    };

export interface TimelineFilter {
  readonly direction: 'all' | 'sent' | 'received';
  /** Found in texts and names, in any case; empty for all. */
  readonly text: string;
  /** The topic or event; empty for all. */
  readonly name: string;
}

export const ALL: TimelineFilter = { direction: 'all', text: '', name: '' };

/** Returns the rows that pass the filter, the newest last. Events pass while nothing is looked for. */
export function timelineRows(send: Going | Ended, filter: TimelineFilter): readonly TimelineRow[] {
  const isAll = filter.text === '' && filter.name === '' && filter.direction === 'all';
  const messages = isAll ? send.messages : send.messages.filter((message) => passes(message, filter));
  if (!isAll) return messages.map(rowOf);
  return [...merged(folded(messages), send.notices.map(noticeRow)), ...endRows(send)];
}

export function countOf(messages: readonly SendMessage[], direction: SendMessage['direction']): number {
  return messages.reduce((sum, message) => sum + (message.direction === direction ? 1 : 0), 0);
}

/** Names beyond which a menu of them helps nobody. */
const MAX_NAMES = 200;

/** Returns the topics or events of messages, in their order. */
export function namesOf(messages: readonly SendMessage[]): readonly string[] {
  const names = new Set<string>();
  for (const { name } of messages) {
    names.add(name);
    if (names.size >= MAX_NAMES) break;
  }
  names.delete('');
  return [...names].toSorted();
}

function passes(message: SendMessage, { direction, text, name }: TimelineFilter): boolean {
  if (direction !== 'all' && message.direction !== direction) return false;
  if (name !== '' && message.name !== name) return false;
  if (text === '') return true;
  const wanted = text.toLowerCase();
  return (message.text ?? '').toLowerCase().includes(wanted) || message.name.toLowerCase().includes(wanted);
}

function rowOf(message: SendMessage): Extract<TimelineRow, { type: 'message' }> {
  return { type: 'message', number: message.number, time: message.time, message, count: 1 };
}

/** Texts that only say that a side is there. */
const KEEP_ALIVE =
  /^\s*(?:"?(?:ping|pong|heartbeat)"?|\{\s*"(?:type|event|op)"\s*:\s*"(?:ping|pong|heartbeat)"[^{}]*\})\s*$/i;
const MAX_KEEP_ALIVE = 100;

function isKeepAlive({ size, text = '' }: SendMessage): boolean {
  return size <= MAX_KEEP_ALIVE && KEEP_ALIVE.test(text);
}

function folded(messages: readonly SendMessage[]): readonly TimelineRow[] {
  const rows: Extract<TimelineRow, { type: 'message' }>[] = [];
  let isFolding = false;
  for (const message of messages) {
    const keepsAlive = isKeepAlive(message);
    const last = rows.at(-1);
    if (keepsAlive && isFolding && last !== undefined)
      rows[rows.length - 1] = { ...rowOf(message), count: last.count + 1 };
    else rows.push(rowOf(message));
    isFolding = keepsAlive;
  }
  return rows;
}

function noticeRow(notice: Notice): TimelineRow {
  const { number, time } = notice;
  const event = { type: 'event', number, time, isFailure: false } as const;
  switch (notice.type) {
    case 'open':
      return {
        ...event,
        name: 'open',
        text: notice.facts.map(({ name, value }) => `${name}: ${value}`).join(', '),
      };
    case 'subscribed':
    case 'unsubscribed':
      return { ...event, name: notice.type, text: notice.name };
    case 'halfClosed':
      return { ...event, name: 'end sent', text: 'nothing more is sent; the server may go on' };
  }
}

/** Puts the events among the messages, which are many. */
function merged(rows: readonly TimelineRow[], events: readonly TimelineRow[]): readonly TimelineRow[] {
  if (events.length === 0) return rows;
  return [...rows, ...events].sort((a, b) => a.number - b.number);
}

function endRows(send: Going | Ended): readonly TimelineRow[] {
  if (send.type !== 'ended' || !send.isConnection) return [];
  const { outcome, reason, ms, response, time = send.startedAt + ms } = send.end;
  const trailer = (name: string): string =>
    response?.trailers.find((field) => field.name === name)?.value ?? '';
  const [code, why] = [trailer('close-code'), trailer('close-reason')];
  const isFailure = outcome === 'failed' || outcome === 'refused' || outcome === 'lost';
  const text = isFailure
    ? (reason ?? '')
    : [code === '' ? endText(send) : code, why].filter((part) => part !== '').join(' ');
  return [
    {
      type: 'event',
      number: Infinity,
      time,
      name: isFailure ? 'failed' : 'closed',
      text,
      isFailure,
    },
  ];
}

function endText({ end: { outcome, response } }: Ended): string {
  if (outcome === 'stopped') return 'here';
  const status = response?.status ?? 0;
  return status === 0 ? '' : `${status} ${response?.reason ?? ''}`;
}
