// The request and its response beside or below each other, or one of both in a window that is short.
import type { ReactNode } from 'react';
import { Sash } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { createPreference, isBoolean, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import css from './request.module.css';

/** True to show responses below their requests. */
export const isBelow = createPreference('client.below', false, isBoolean);

/** The part of the request, in percent. */
const share = createPreference('client.split', 50, isNumber);

interface RequestSplitProps {
  /** True for a request that is always above its response. */
  readonly isAlwaysStacked: boolean;
  readonly shown: 'both' | 'request' | 'response';
  readonly request: ReactNode;
  readonly response: ReactNode;
}

export function RequestSplit({ isAlwaysStacked, shown, request, response }: RequestSplitProps) {
  const percent = useStore(share);
  const below = useStore(isBelow);
  const isNarrow = useMedia('(max-width: 1099px)');
  const isStacked = below || isNarrow || isAlwaysStacked;
  return (
    <div className={css['split']} data-stacked={isStacked}>
      {shown !== 'response' && (
        <div className={css['pane']} style={{ flexBasis: `${percent}%` }}>
          {request}
        </div>
      )}
      {shown === 'both' && (
        <Sash
          label="Share of the request"
          orientation={isStacked ? 'horizontal' : 'vertical'}
          {...{ size: percent * 10, min: 300, max: 700, initial: 500 }}
          onResize={(size) => share.set(Math.round(size / 10))}
        />
      )}
      {shown !== 'request' && (
        <div className={css['pane']} style={{ flexBasis: `${100 - percent}%` }}>
          {response}
        </div>
      )}
    </div>
  );
}
