// The figures of a response in the head: its status, and its time and size, which open the waterfall.
import { ChevronDown } from 'lucide-react';
import { durationText, sizeText } from '../../../format/measures.ts';
import { Button, Popover, Spinner, StatusText } from '../../../parts/index.ts';
import { useNow } from '../../../state/clock.ts';
import type { SendState } from '../sends/index.ts';
import type { Ended, Going } from '../sends/state.ts';
import css from './figures.module.css';
import { ResponseStatus } from './response-status.tsx';
import { headOf, mainExchange, type Shown } from './shown.ts';
import { TimeAndSize } from './time-and-size.tsx';

interface FiguresProps {
  readonly send: SendState;
  readonly shown: Shown | null;
}

export function Figures({ send, shown }: FiguresProps) {
  if (send.type === 'going') return <Waiting send={send} isNew={shown === send} />;
  return shown?.type === 'ended' ? <Result send={shown} /> : null;
}

/** Elapsed milliseconds from which they are shown. */
const SHOWN_FROM = 1000;

function Waiting({ send, isNew }: { readonly send: Going; readonly isNew: boolean }) {
  const elapsed = useNow(true) - send.startedAt;
  const head = isNew ? headOf(send) : null;
  const received = mainExchange(send.exchanges)?.received ?? 0;
  return (
    <span className={css['figures']}>
      {head !== null && <StatusText flow={{ status: head.status, state: 'pending' }} />}
      <span className={css['late']}>
        <Spinner label="Sending" />
      </span>
      {elapsed >= SHOWN_FROM && <span>{secondsText(elapsed)}</span>}
      {head !== null && received > 0 && <span>{sizeText(received)}</span>}
    </span>
  );
}

function Result({ send }: { readonly send: Ended }) {
  const { response, outcome, reason, ms } = send.end;
  const isWhole = outcome === 'received';
  const time = durationText(response?.timeMs ?? ms);
  const size = response === null ? null : sizeText(response.size);
  return (
    <span className={css['figures']}>
      {response !== null && (isWhole || outcome === 'stopped') ? (
        <ResponseStatus response={response} />
      ) : (
        outcome !== 'stopped' &&
        outcome !== 'skipped' && (
          <StatusText flow={{ state: 'failed', ...(reason !== null && { error: reason }) }} />
        )
      )}
      <Popover
        label="Time and size"
        width={340}
        align="end"
        trigger={
          <Button size="small" className={css['button']}>
            <span className="visually-hidden">Time and size: </span>
            {time} <span>{size}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <TimeAndSize send={send} />
      </Popover>
    </span>
  );
}

/** Returns whole seconds, and minutes with seconds beyond the first. */
function secondsText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
