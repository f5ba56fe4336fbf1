// The latest responses of a request, below its editors: one is shown by a click, stepped through by keys, or deleted.
import { ChevronDown, ChevronRight, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { clockText, dayText, durationText, sizeText } from '../../../format/measures.ts';
import { IconButton, Keys, SectionHead, StatusText } from '../../../parts/index.ts';
import { createPreference, isBoolean } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import css from './stored-list.module.css';
import { DeleteResponses } from './delete-responses.tsx';
import { showStored, useStored, type StoredResponse } from './stored-responses.ts';

const isOpen = createPreference('client.storedResponses', true, isBoolean);

export function StoredList({ tab }: { readonly tab: string }) {
  const { list, index } = useStored(tab);
  const open = useStore(isOpen);
  /** The ids to delete; null while nobody asks. */
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  if (list.length === 0) return null;
  return (
    <section className={css['stored']} aria-label="Responses">
      <SectionHead
        title={
          <button
            type="button"
            className={css['fold']}
            aria-expanded={open}
            onClick={() => isOpen.set(!open)}
          >
            {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
            Responses
          </button>
        }
        note={`${list.length}, newest first`}
      >
        <span className={css['keys']} title="Earlier and later response">
          <Keys keys="alt+arrowleft" />
          <Keys keys="alt+arrowright" />
        </span>
        <IconButton
          icon={Trash2}
          size="small"
          label="Delete all responses of this request"
          onClick={() => setAsked(list.map(({ id }) => id))}
        />
      </SectionHead>
      {open && (
        <ul className={css['rows']}>
          {list.map((response, at) => (
            <Row
              key={response.id}
              response={response}
              isShown={at === index}
              onShow={() => void showStored(tab, at)}
              onDelete={() => setAsked([response.id])}
            />
          ))}
        </ul>
      )}
      {asked !== null && <DeleteResponses tab={tab} ids={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface RowProps {
  readonly response: StoredResponse;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onDelete: () => void;
}

function Row({ response: { time, status, ms, bodySize, outcome }, isShown, onShow, onDelete }: RowProps) {
  const iso = new Date(time).toISOString();
  return (
    <li className={css['row']} data-shown={isShown}>
      <button type="button" aria-pressed={isShown} onClick={onShow}>
        <span title={dayText(iso)}>{clockText(iso)}</span>
        <span>{status > 0 ? <StatusText flow={{ status, state: 'completed' }} /> : outcome}</span>
        <span className={css['number']}>{durationText(ms)}</span>
        <span className={css['number']}>{sizeText(bodySize)}</span>
      </button>
      <IconButton
        icon={X}
        size="small"
        label={`Delete the response of ${clockText(iso)}`}
        onClick={onDelete}
      />
    </li>
  );
}
