// One message of a stream, below the timeline.
import { Copy, X } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { fromBase64 } from '../../../../src/base/bytes.ts';
import { HexRows } from '../../../bodies/hex-rows.tsx';
import { placeReader } from '../../../bodies/place.ts';
import { Waiting } from '../../../bodies/waiting.tsx';
import { sizeText } from '../../../format/measures.ts';
import { formattedJson, languageOf } from '../../../format/text.ts';
import shared from '../../../parts/content.module.css';
import { IconButton } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import type { SendMessage } from '../sends/events.ts';
import css from './message-detail.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));
/** Longer texts are shown as they came. */
const MAX_FORMATTED = 500_000;

interface MessageDetailProps {
  readonly message: SendMessage;
  readonly onClose: () => void;
}

export function MessageDetail({ message, onClose }: MessageDetailProps) {
  const { name, size, kind, text = '', base64 = '', omitted } = message;
  const shown = useMemo(() => (text.length > MAX_FORMATTED ? text : formattedJson(text)), [text]);
  return (
    <section className={css['detail']} aria-label="Message">
      <div className={shared['bar']}>
        <span className={css['title']}>
          {name === '' ? kind : name} {sizeText(size)}
          {omitted > 0 && `, ${sizeText(omitted)} left out`}
        </span>
        <IconButton
          icon={Copy}
          size="small"
          label="Copy the message"
          onClick={() => void copyText(kind === 'text' ? text : base64, 'Copied the message')}
        />
        <IconButton icon={X} size="small" label="Close the message" onClick={onClose} />
      </div>
      {kind === 'text' ? (
        <Suspense fallback={<Waiting />}>
          <CodeText text={shown} language={languageOf(shown)} label="Message" />
        </Suspense>
      ) : (
        <HexRows
          bytes={fromBase64(base64) ?? new Uint8Array()}
          label="Message"
          startAt={null}
          place={placeReader()}
        />
      )}
    </section>
  );
}
