// The messages of a stream as a timeline, newest last. It sticks to its end until it is scrolled; the selected message
// opens below.
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { sizeText, timeText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import { Button, Note } from '../../../parts/index.ts';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import type { SendMessage } from '../sends/events.ts';
import { MessageDetail } from './message-detail.tsx';
import css from './messages-tab.module.css';
import type { Shown } from './shown.ts';

const HEIGHTS = { row: 26, head: 0 } as const;
const MAX_LINE_CHARS = 400;
/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;

export function MessagesTab({ send: { messages, dropped } }: { readonly send: Shown }) {
  const [selected, setSelected] = useState<number | null>(null);
  const opened = messages.find(({ number }) => number === selected);
  return (
    <>
      {dropped > 0 && (
        <Note tone="info" icon={TriangleAlert}>
          {dropped.toLocaleString('en')} earlier events were too many to be kept.
        </Note>
      )}
      <Timeline messages={messages} selected={selected} onSelect={setSelected} />
      {opened !== undefined && <MessageDetail message={opened} onClose={() => setSelected(null)} />}
    </>
  );
}

interface TimelineProps {
  readonly messages: readonly SendMessage[];
  /** The number of a message. */
  readonly selected: number | null;
  readonly onSelect: (number: number | null) => void;
}

function Timeline({ messages, selected, onSelect }: TimelineProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(messages.length, box, HEIGHTS);
  const { newer, goToEnd, onScroll } = useEnd(box, messages.length);
  const at = messages.findIndex(({ number }) => number === selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? messages.length - 1 : at - 1,
      Home: 0,
      End: messages.length - 1,
    }[event.key];
    const message =
      next === undefined ? undefined : messages[Math.max(0, Math.min(messages.length - 1, next))];
    if (message === undefined) return;
    event.preventDefault();
    onSelect(message.number);
    if (box !== null) box.scrollTop = scrollTopFor(messages.indexOf(message), messages.length, box, HEIGHTS);
  };
  const drawn = messages.slice(lines.first, lines.end);
  return (
    <div className={css['timeline']}>
      <div
        className={shared['scroll']}
        ref={setBox}
        role="listbox"
        tabIndex={0}
        aria-label="Messages"
        aria-activedescendant={
          drawn.some(({ number }) => number === selected) ? `message-${selected ?? 0}` : undefined
        }
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
          {drawn.map((message, index) => (
            <Row
              key={message.number}
              message={message}
              position={lines.first + index}
              count={messages.length}
              top={lines.topOf(lines.first + index)}
              isSelected={message.number === selected}
              onPress={() => onSelect(message.number === selected ? null : message.number)}
            />
          ))}
        </div>
      </div>
      {newer > 0 && (
        <Button kind="line" size="small" className={css['newer']} icon={ArrowDown} onClick={goToEnd}>
          {newer.toLocaleString('en')} new
        </Button>
      )}
    </div>
  );
}

/** Keeps the list at its end while it is there; returns how many are new since it was scrolled away. */
function useEnd(box: HTMLElement | null, count: number) {
  const isAtEnd = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const goToEnd = (): void => {
    if (box !== null) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    if (box !== null && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [box, count]);
  const onScroll = (): void => {
    if (box === null) return;
    isAtEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
    setLeftAt((before) => (isAtEnd.current ? null : (before ?? count)));
  };
  return { newer: leftAt === null ? 0 : count - leftAt, goToEnd, onScroll };
}

interface RowProps {
  readonly message: SendMessage;
  /** From 0, among how many. */
  readonly position: number;
  readonly count: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

function Row({ message, position, count, top, isSelected, onPress }: RowProps) {
  const { direction, name, text, size, time, number, kind } = message;
  const isSent = direction === 'sent';
  const Arrow = isSent ? ArrowUp : ArrowDown;
  return (
    <div
      id={`message-${number}`}
      className={css['row']}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={position + 1}
      data-direction={direction}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      <Arrow role="img" aria-label={isSent ? 'Sent' : 'Received'} />
      {name !== '' && <span className={css['name']}>{name}</span>}
      <span className={css['text']}>
        {kind === 'text' ? (text ?? '').slice(0, MAX_LINE_CHARS) : 'binary'}
      </span>
      <span className={css['figure']}>{sizeText(size)}</span>
      <span className={css['figure']}>{timeText(new Date(time).toISOString())}</span>
    </div>
  );
}
