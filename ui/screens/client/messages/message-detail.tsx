// One message of a stream or a connection, below the timeline, in the views of bodies.
import { X } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { fromBase64 } from '../../../../src/base/bytes.ts';
import { BodyPane } from '../../../bodies/body-pane.tsx';
import type { BodySource } from '../../../bodies/body-source.ts';
import { clockText, sizeText } from '../../../format/measures.ts';
import { languageOf } from '../../../format/text.ts';
import shared from '../../../parts/content.module.css';
import { Button, IconButton } from '../../../parts/index.ts';
import { CompareDialog, type Compared } from '../examples/index.ts';
import type { SendMessage } from '../sends/events.ts';
import { MessageActions } from './message-actions.ts';
import css from './message-detail.module.css';

interface MessageDetailProps {
  readonly message: SendMessage;
  /** The message before it of the same direction and name; null for none. */
  readonly before: SendMessage | null;
  readonly onClose: () => void;
}

export function MessageDetail({ message, before, onClose }: MessageDetailProps) {
  const actions = useContext(MessageActions).filter(({ isFor }) => isFor(message));
  const [isComparing, setComparing] = useState(false);
  const canCompare = before?.text !== undefined && message.text !== undefined;
  const { name, size, kind, direction, omitted } = message;
  const source = useMemo(() => sourceOf(message), [message]);
  return (
    <section className={css['detail']} aria-label="Message">
      <div className={shared['bar']}>
        <span className={css['title']}>
          {direction === 'sent' ? 'Sent' : 'Received'} {name === '' ? kind : name}
          {omitted > 0 && `, ${sizeText(omitted)} left out`}
        </span>
        {actions.map(({ label, run }) => (
          <Button key={label} size="small" onClick={() => run(message)}>
            {label}
          </Button>
        ))}
        {canCompare && (
          <Button size="small" onClick={() => setComparing(true)}>
            Compare with the one before
          </Button>
        )}
        <IconButton icon={X} size="small" label="Close the message" onClick={onClose} />
      </div>
      <BodyPane
        source={source}
        label="message"
        part="response-body"
        fileName="message"
        sizeNote={() => sizeText(size)}
      />
      {isComparing && before !== null && (
        <Comparison before={before} after={message} onClose={() => setComparing(false)} />
      )}
    </section>
  );
}

interface ComparisonProps {
  readonly before: SendMessage;
  readonly after: SendMessage;
  readonly onClose: () => void;
}

function Comparison({ before, after, onClose }: ComparisonProps) {
  const [earlier, later] = useMemo(() => [comparedOf(before), comparedOf(after)] as const, [before, after]);
  return <CompareDialog before={earlier} after={later} onClose={onClose} />;
}

function comparedOf({ time, text = '' }: SendMessage): Compared {
  return { name: clockText(new Date(time).toISOString()), text };
}

const TYPES = { json: 'application/json', html: 'text/html', text: 'text/plain' } as const;

function sourceOf({ kind, text = '', base64 = '', direction }: SendMessage): BodySource {
  const bytes = kind === 'text' ? new TextEncoder().encode(text) : (fromBase64(base64) ?? new Uint8Array());
  return {
    address: { type: 'bytes', bytes },
    side: direction === 'sent' ? 'request' : 'response',
    url: '',
    headers: [],
    contentType: kind === 'text' ? TYPES[languageOf(text)] : 'application/octet-stream',
    chunkTimes: [],
    asked: '',
    size: bytes.length,
    isFinished: true,
  };
}
