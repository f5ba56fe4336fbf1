// One message of a stream or a connection, below the timeline, in the views of bodies.
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { fromBase64 } from '../../../../src/base/bytes.ts';
import { BodyPane } from '../../../bodies/body-pane.tsx';
import type { BodySource } from '../../../bodies/body-source.ts';
import { sizeText } from '../../../format/measures.ts';
import { languageOf } from '../../../format/text.ts';
import shared from '../../../parts/content.module.css';
import { IconButton } from '../../../parts/index.ts';
import type { SendMessage } from '../sends/events.ts';
import css from './message-detail.module.css';

interface MessageDetailProps {
  readonly message: SendMessage;
  readonly onClose: () => void;
}

export function MessageDetail({ message, onClose }: MessageDetailProps) {
  const { name, size, kind, direction, omitted } = message;
  const source = useMemo(() => sourceOf(message), [message]);
  return (
    <section className={css['detail']} aria-label="Message">
      <div className={shared['bar']}>
        <span className={css['title']}>
          {direction === 'sent' ? 'Sent' : 'Received'} {name === '' ? kind : name}
          {omitted > 0 && `, ${sizeText(omitted)} left out`}
        </span>
        <IconButton icon={X} size="small" label="Close the message" onClick={onClose} />
      </div>
      <BodyPane
        source={source}
        label="message"
        part="response-body"
        fileName="message"
        sizeNote={() => sizeText(size)}
      />
    </section>
  );
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
