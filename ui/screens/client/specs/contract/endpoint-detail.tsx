// The kinds of violations at an endpoint, and the first exchanges that have each of them.
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Button, PaneHead, SectionHead } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { go } from '../../../../state/location.ts';
import { countAgain, IgnoreDialog, type Ignorable } from '../ignore-dialog.tsx';
import css from './contract.module.css';
import { CorrectButton } from './correct-button.tsx';
import type { Endpoint } from './use-contract.ts';

interface EndpointDetailProps {
  /** Id of the description. */
  readonly spec: string;
  /** The text of the description. */
  readonly text: string;
  readonly endpoint: Endpoint;
  readonly onGo: (line: number) => void;
  readonly onIgnored: () => void;
}

export function EndpointDetail({ spec, text, endpoint, onGo, onIgnored }: EndpointDetailProps) {
  const { endpoint: name, kinds, calls, statuses, isDescribed } = endpoint;
  const [open, setOpen] = useState(0);
  const kind = kinds[open];
  return (
    <aside className={css['detail']} aria-label={name} data-region>
      <PaneHead
        title={name}
        note={calls === 0 ? 'not called' : `${count(calls, 'call')}, ${statuses.join(', ')}`}
      />
      {kinds.every(({ ignored }) => ignored !== null) && (
        <p className={css['holds']}>
          <CircleCheck aria-hidden />
          {calls === 0
            ? 'Nobody has called it since the capture began.'
            : 'All calls hold what is described.'}
        </p>
      )}
      <ul className={css['kinds']}>
        {kinds.map(({ what, count: number, ignored }, at) => (
          <li key={what}>
            <button
              type="button"
              aria-expanded={at === open}
              data-tone={ignored !== null ? 'quiet' : isDescribed ? 'danger' : 'warn'}
              onClick={() => setOpen(at)}
            >
              {ignored === null ? <CircleX aria-hidden /> : <CircleMinus aria-hidden />}
              <span>
                {what}
                {ignored !== null && <small>ignored{ignored === '' ? '' : `: ${ignored}`}</small>}
              </span>
              <strong>{number.toLocaleString('en')}</strong>
            </button>
          </li>
        ))}
      </ul>
      {kind !== undefined && (
        <KindRequests
          key={kind.what}
          of={{ spec, operation: name, what: kind.what }}
          {...{ text, kind, onGo }}
          onIgnored={onIgnored}
        />
      )}
    </aside>
  );
}

interface KindRequestsProps {
  readonly of: Ignorable;
  readonly text: string;
  readonly kind: Endpoint['kinds'][number];
  readonly onGo: (line: number) => void;
  readonly onIgnored: () => void;
}

/** The first requests with a kind of violation, and the choice to ignore it. */
function KindRequests({ of, text, kind, onGo, onIgnored }: KindRequestsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SectionHead
        title="Requests"
        note={kind.count > kind.ids.length ? `the first ${kind.ids.length} of ${kind.count}` : 'of this kind'}
      >
        <CorrectButton {...{ of, text, onGo }} />
        {kind.ignored === null ? (
          <Button size="small" icon={CircleMinus} onClick={() => setAsking(true)}>
            Ignore…
          </Button>
        ) : (
          <Button size="small" onClick={() => void countAgain(of, onIgnored)}>
            Count it again
          </Button>
        )}
      </SectionHead>
      {isAsking && <IgnoreDialog of={of} onDone={onIgnored} onClose={() => setAsking(false)} />}
      <ul className={css['requests']}>
        {kind.ids.map((id) => (
          <li key={id}>
            <Button size="small" onClick={() => go('traffic', { id: String(id) })}>
              Show {id} in traffic
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
