// The messages of a connection or a stream: what is looked for among them, the timeline, and the one that is selected.
import { TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Note, Segmented, SelectField, TextField } from '../../../parts/index.ts';
import { MessageDetail } from './message-detail.tsx';
import type { SendMessage } from '../sends/events.ts';
import type { Ended, Going } from '../sends/state.ts';
import { Timeline } from './timeline.tsx';
import { ALL, countOf, namesOf, timelineRows, type TimelineFilter } from './timeline-rows.ts';
import css from './timeline.module.css';

export function Messages({ send }: { readonly send: Going | Ended }) {
  const [filter, setFilter] = useState(ALL);
  const [selected, setSelected] = useState<number | null>(null);
  const { messages, dropped } = send;
  const looked = useDeferredValue(filter);
  const rows = useMemo(() => timelineRows(send, looked), [send, looked]);
  const opened = messages.find(({ number }) => number === selected);
  return (
    <>
      {dropped > 0 && (
        <Note tone="info" icon={TriangleAlert}>
          {dropped.toLocaleString('en')} earlier events were too many to be kept.
        </Note>
      )}
      {messages.length > 0 && <FilterBar messages={messages} filter={filter} onChange={setFilter} />}
      <Timeline rows={rows} selected={selected} onSelect={setSelected} />
      {opened !== undefined && (
        <MessageDetail
          key={opened.number}
          message={opened}
          before={before(messages, opened)}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  );
}

function before(
  messages: readonly SendMessage[],
  { number, direction, name }: SendMessage,
): SendMessage | null {
  const isBefore = (each: SendMessage): boolean =>
    each.number < number && each.direction === direction && each.name === name;
  return messages.findLast(isBefore) ?? null;
}

interface FilterBarProps {
  readonly messages: readonly SendMessage[];
  readonly filter: TimelineFilter;
  readonly onChange: (filter: TimelineFilter) => void;
}

function FilterBar({ messages, filter, onChange }: FilterBarProps) {
  const names = useMemo(() => namesOf(messages), [messages]);
  const sent = useMemo(() => countOf(messages, 'sent'), [messages]);
  return (
    <div className={css['bar']}>
      <TextField
        aria-label="Find in messages"
        placeholder="Find in messages"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      {sent > 0 && (
        <Segmented
          label="Direction"
          value={filter.direction}
          options={[
            ['all', 'All'],
            ['sent', `Sent ${sent.toLocaleString('en')}`],
            ['received', `Received ${(messages.length - sent).toLocaleString('en')}`],
          ]}
          onChange={(direction) => onChange({ ...filter, direction })}
        />
      )}
      {names.length > 1 && (
        <SelectField
          className={css['names']}
          aria-label="Name"
          value={filter.name}
          options={[['', 'All names'], ...names.map((name) => [name, name] as const)]}
          onChange={(name) => onChange({ ...filter, name })}
        />
      )}
    </div>
  );
}
