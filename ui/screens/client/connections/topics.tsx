// The topics that a connection over MQTT has seen: by level, with the number of messages and the last payload, and the
// messages of the one that is chosen.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import shared from '../../../parts/content.module.css';
import { TextField } from '../../../parts/index.ts';
import { useVisibleLines, scrollTopFor } from '../../../parts/visible-lines.ts';
import type { Ended, Going } from '../sends/state.ts';
import { TopicMessages } from './topic-messages.tsx';
import css from './topics.module.css';
import { topicRows, type SeenTopic, type TopicRow } from './topic-tree.ts';

const HEIGHTS = { row: 26, head: 0 } as const;
/** Topics that are asked for. */
const MAX_TOPICS = 1000;
/** Milliseconds between two questions while messages come. */
const PAUSE_MS = 1000;

export function Topics({ send }: { readonly send: Going | Ended }) {
  const { topics, total, error } = useTopics(send);
  const [sought, setSought] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = sought.trim().toLowerCase();
  const found = topics.filter(
    ({ topic, last }) => topic.toLowerCase().includes(wanted) || last.toLowerCase().includes(wanted),
  );
  const toggle = ({ path }: TopicRow): void => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  };
  if (error !== null) return <p className={shared['hint']}>{error}</p>;
  return (
    <>
      <div className={css['bar']}>
        <TextField
          aria-label="Find a topic or value"
          placeholder="Find a topic or value"
          value={sought}
          onChange={setSought}
        />
        {total > topics.length && (
          <span className={css['note']}>
            the first {topics.length.toLocaleString('en')} of {total.toLocaleString('en')}
          </span>
        )}
      </div>
      <div className={css['beside']}>
        <Tree rows={topicRows(found, closed)} chosen={chosen} onChoose={setChosen} onToggle={toggle} />
        {topics.some(({ topic }) => topic === chosen) && chosen !== null && (
          <TopicMessages key={chosen} send={send} topic={chosen} />
        )}
      </div>
    </>
  );
}

interface TreeProps {
  readonly rows: readonly TopicRow[];
  /** The path of a row; null for none. */
  readonly chosen: string | null;
  readonly onChoose: (path: string | null) => void;
  readonly onToggle: (row: TopicRow) => void;
}

function Tree({ rows, chosen, onChoose, onToggle }: TreeProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(rows.length, box, HEIGHTS);
  const at = rows.findIndex(({ path }) => path === chosen);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextRow(event.key, at, rows.length);
    const row = rows[at];
    const isToggle =
      (event.key === 'ArrowRight' && row?.isOpen === false) ||
      (event.key === 'ArrowLeft' && row?.isOpen === true);
    if (isToggle) onToggle(row);
    else if (next === null) return;
    else {
      onChoose(rows[next]?.path ?? null);
      if (box !== null) box.scrollTop = scrollTopFor(next, rows.length, box, HEIGHTS);
    }
    event.preventDefault();
  };
  if (rows.length === 0) return <p className={shared['hint']}>No message has come on a topic.</p>;
  return (
    <div
      className={shared['scroll']}
      ref={setBox}
      role="tree"
      tabIndex={0}
      aria-label="Topics"
      aria-activedescendant={at < lines.first || at >= lines.end ? undefined : `topic-${at}`}
      onKeyDown={onKeyDown}
    >
      <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
        {rows.slice(lines.first, lines.end).map((row, index) => (
          <Row
            key={row.path}
            row={row}
            id={`topic-${lines.first + index}`}
            top={lines.topOf(lines.first + index)}
            isChosen={row.path === chosen}
            onPress={() => {
              onChoose(row.path);
              if (row.isOpen !== null) onToggle(row);
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the row that a key goes to; null for a key that goes nowhere. */
function nextRow(key: string, at: number, count: number): number | null {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
  };
  const next = rows[key];
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next));
}

interface RowProps {
  readonly row: TopicRow;
  readonly id: string;
  readonly top: number;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

const MAX_LINE_CHARS = 200;

function Row({ row, id, top, isChosen, onPress }: RowProps) {
  const { name, depth, messages, last, isOpen } = row;
  const Icon = isOpen === true ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      className={css['row']}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 12 + depth * 16 }}
      onClick={onPress}
    >
      <span className={css['fold']}>{isOpen !== null && <Icon aria-hidden />}</span>
      <span className={css['name']}>{name === '' ? '(empty)' : name}</span>
      <span className={css['last']}>{last?.slice(0, MAX_LINE_CHARS)}</span>
      <span className={css['note']}>{messages.toLocaleString('en')}</span>
    </div>
  );
}

interface Seen {
  readonly topics: readonly SeenTopic[];
  readonly total: number;
  readonly error: string | null;
}

/** Asks again when messages have come, at most once a second. */
function useTopics({ channel, messages, dropped }: Going | Ended): Seen {
  const [seen, setSeen] = useState<Seen>({ topics: [], total: 0, error: null });
  const [turn, setTurn] = useState(0);
  const count = messages.length + dropped;
  useEffect(() => {
    const timer = setTimeout(() => setTurn(count), turn === 0 ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count, turn]);
  useEffect(() => {
    if (channel === null) return undefined;
    const control = new AbortController();
    rpc('client.topics', { channel, limit: MAX_TOPICS }, control.signal).then(
      ({ topics, total }) => setSeen({ topics, total, error: null }),
      (error: unknown) => {
        if (!control.signal.aborted) setSeen((now) => ({ ...now, error: messageOf(error) }));
      },
    );
    return () => control.abort();
  }, [channel, turn]);
  return seen;
}
