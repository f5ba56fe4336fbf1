// The truth of the wire: every exchange of a send, with its headers and their origin, its response, TLS and timing.
import { KeyRound } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { durationText } from '../../../format/measures.ts';
import { lastSegment, urlParts } from '../../../format/url.ts';
import shared from '../../../parts/content.module.css';
import { classes, MethodText, MiddleText, Note, StatusText } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import type { ExchangeRecord } from '../sends/exchanges.ts';
import { ExchangeDetail } from './exchange-detail.tsx';
import { notSent, whyText } from './sent-notes.ts';
import css from './sent-tab.module.css';
import type { Shown } from './shown.ts';

export function SentTab({ send: { exchanges } }: { readonly send: Shown }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = exchanges.at(-1);
  if (last === undefined) return <p className={shared['hint']}>Nothing was sent over HTTP.</p>;
  const at = exchanges.findIndex(({ exchange }) => exchange === (chosen ?? last.exchange));
  const current = exchanges[at] ?? last;
  const before = exchanges[at - 1];
  const missing = before === undefined ? null : notSent(before, current);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined ? undefined : exchanges[at + step];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.exchange);
  };
  return (
    <>
      <div className={css['exchanges']}>
        <div className={table['head']} aria-hidden>
          <span className={table['numeric']}>#</span>
          <span>Method</span>
          <span>URL as sent</span>
          <span>Status</span>
          <span className={table['numeric']}>Time</span>
          <span>Why</span>
        </div>
        <div
          className={css['list']}
          role="listbox"
          aria-label="Exchanges"
          tabIndex={0}
          aria-activedescendant={`exchange-${current.exchange}`}
          onKeyDown={move}
        >
          {exchanges.map((each, index) => (
            <Row
              key={each.exchange}
              exchange={each}
              before={exchanges[index - 1]}
              isCurrent={each === current}
              onPress={() => setChosen(each.exchange)}
            />
          ))}
        </div>
      </div>
      {missing !== null && (
        <Note tone="warn" icon={KeyRound} title={`Authorization was not sent to ${missing}`}>
          The redirect leads to another host.
        </Note>
      )}
      <ExchangeDetail key={current.exchange} exchange={current} />
    </>
  );
}

interface RowProps {
  readonly exchange: ExchangeRecord;
  readonly before: ExchangeRecord | undefined;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

function Row({ exchange: each, before, isCurrent, onPress }: RowProps) {
  const { origin, path, query } = urlParts(each.url);
  const [head, last] = lastSegment(path);
  const why = whyText(each, before);
  const time = each.endedMs === null ? '' : durationText(each.endedMs - each.begunMs);
  return (
    <div
      className={classes(table['row'], css['row'])}
      id={`exchange-${each.exchange}`}
      role="option"
      aria-selected={isCurrent}
      onClick={onPress}
    >
      <span className={table['numeric']}>{each.exchange}</span>
      <span>
        <MethodText flow={{ method: each.method }} />
      </span>
      <span>
        <MiddleText className="mono" title={each.url} head={`${origin}${head}`} end={last} query={query} />
      </span>
      <span>
        {each.failure !== null ? (
          <StatusText flow={{ state: 'failed', error: each.failure }} />
        ) : (
          each.head !== null && <StatusText flow={{ status: each.head.status, state: 'completed' }} />
        )}
      </span>
      <span className={table['numeric']}>{time}</span>
      <span className={table['quiet']} title={why}>
        {why}
      </span>
    </div>
  );
}
