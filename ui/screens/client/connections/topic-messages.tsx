// The messages of one topic: a line of a number in them, the list, and the one that is selected.
import { useMemo, useState } from 'react';
import { clockText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import { SelectField } from '../../../parts/index.ts';
import { MessageDetail } from '../messages/message-detail.tsx';
import { timelineRows } from '../messages/timeline-rows.ts';
import { Timeline } from '../messages/timeline.tsx';
import type { SendMessage } from '../sends/events.ts';
import type { Ended, Going } from '../sends/state.ts';
import { linePath, seriesOf, type ValueAt } from './topic-values.ts';
import css from './topics.module.css';

interface TopicMessagesProps {
  readonly send: Going | Ended;
  readonly topic: string;
}

export function TopicMessages({ send, topic }: TopicMessagesProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const rows = useMemo(() => timelineRows(send, { direction: 'all', text: '', name: topic }), [send, topic]);
  const messages = rows.flatMap((row) => (row.type === 'message' ? [row.message] : []));
  const at = messages.findIndex(({ number }) => number === selected);
  const opened = messages[at];
  return (
    <section className={css['messages']} aria-label={`Messages of ${topic}`}>
      <div className={shared['bar']}>
        <span className={css['topic']}>{topic}</span>
      </div>
      <Values messages={messages} />
      {rows.length === 0 && (
        <p className={shared['hint']}>Its messages are too long ago to be in the list.</p>
      )}
      <Timeline rows={rows} selected={selected} onSelect={setSelected} />
      {opened !== undefined && (
        <MessageDetail
          key={opened.number}
          message={opened}
          before={messages.slice(0, at).findLast(({ direction }) => direction === opened.direction) ?? null}
          onClose={() => setSelected(null)}
        />
      )}
    </section>
  );
}

const BOX = { width: 300, height: 40 };

/** The line of one number, where the messages have any. */
function Values({ messages }: { readonly messages: readonly SendMessage[] }) {
  const series = useMemo(() => seriesOf(messages), [messages]);
  const [wanted, setWanted] = useState<string | null>(null);
  const fields = [...series.keys()];
  const field = fields.find((each) => each === wanted) ?? fields[0];
  const values = field === undefined ? undefined : series.get(field);
  if (field === undefined || values === undefined) return null;
  return (
    <div className={css['values']}>
      <div className={css['valuesHead']}>
        {fields.length > 1 ? (
          <SelectField
            aria-label="Number shown"
            value={field}
            options={fields.map((each) => [each, each === '' ? 'payload' : each] as const)}
            onChange={setWanted}
          />
        ) : (
          <span>{field === '' ? 'payload' : field}</span>
        )}
        <span>
          since {clockText(new Date(values[0]!.time).toISOString())}, now {values.at(-1)!.value}
        </span>
      </div>
      <svg
        viewBox={`0 -2 ${BOX.width} ${BOX.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={lineText(values)}
      >
        <path d={linePath(values, BOX)} />
      </svg>
    </div>
  );
}

function lineText(values: readonly ValueAt[]): string {
  const numbers = values.map(({ value }) => value);
  return `${values.length} values from ${Math.min(...numbers)} to ${Math.max(...numbers)}`;
}
