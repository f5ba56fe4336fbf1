// The request and its response beside or below each other, or one of both in a window that is short.
import type { ReactNode } from 'react';
import { Sash } from '../../../parts/index.ts';
import { createPreference, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import css from './request.module.css';

/** The part of the request, in percent. */
const share = createPreference('client.split', 50, isNumber);

interface RequestSplitProps {
  readonly isStacked: boolean;
  readonly shown: 'both' | 'request' | 'response';
  readonly request: ReactNode;
  readonly response: ReactNode;
}

export function RequestSplit({ isStacked, shown, request, response }: RequestSplitProps) {
  const percent = useStore(share);
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
