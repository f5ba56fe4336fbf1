// The response that was captured beside those that its edited request gets: which of them the pane shows.
import { useState } from 'react';
import { startText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import { Segmented } from '../../../parts/index.ts';
import { useCaptured } from '../model/captured.ts';
import type { Ended } from '../sends/state.ts';
import type { Shown } from './shown.ts';

export interface Original {
  /** The number of the exchange in the traffic list. */
  readonly id: number;
  readonly response: Ended;
  readonly isShown: boolean;
  readonly isSent: boolean;
  readonly choose: (which: 'original' | 'new') => void;
}

/** Returns the captured response of a tab, shown until there is a new one; null for a request that was not captured. */
export function useOriginal(tab: string, sent: Shown | null): Original | null {
  const captured = useCaptured(tab);
  const [chosen, setChosen] = useState<{ readonly which: 'original' | 'new'; readonly sent: number }>();
  const response = captured?.response ?? null;
  if (captured === null || response === null) return null;
  const since = sent?.startedAt ?? 0;
  // A choice lasts until the next send, whose response is of interest then.
  const which = chosen?.sent === since ? chosen.which : sent === null ? 'original' : 'new';
  return {
    id: captured.id,
    response,
    isShown: which === 'original',
    isSent: sent !== null,
    choose: (to) => setChosen({ which: to, sent: since }),
  };
}

export function OriginalBar({ id, response, isShown, isSent, choose }: Original) {
  const captured = `captured ${startText(new Date(response.startedAt).toISOString())}`;
  return (
    <div className={shared['bar']}>
      <Segmented
        label="Response shown"
        value={isShown ? 'original' : 'new'}
        options={[
          ['original', `Original #${id}`],
          ['new', 'New'],
        ]}
        onChange={choose}
      />
      <span role="status">{isSent ? isShown && captured : `${captured}; not sent from here yet`}</span>
    </div>
  );
}
