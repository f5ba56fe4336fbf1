// The kinds of violations at an endpoint: both sides of one, the requests that have it, and what can be done about it.
import { ArrowLeftRight, Bell, CircleCheck, CircleMinus, CirclePause, CircleX, FilePen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, SectionHead } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { go } from '../../../../state/location.ts';
import { countAgain, IgnoreDialog } from '../ignore-dialog.tsx';
import { BothSides } from './both-sides.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import css from './detail.module.css';
import type { EndpointDetailProps } from './detail-props.ts';
import type { Endpoint } from './use-contract.ts';
import { useViolation, type Violated } from './use-violation.ts';
import { ViolatingRequests } from './violating-requests.tsx';

export function Violations({ spec, text, endpoint, onGo, onIgnored }: EndpointDetailProps) {
  const { endpoint: operation, kinds, calls, isDescribed } = endpoint;
  const [open, setOpen] = useState(0);
  return (
    <>
      {kinds.every(({ ignored }) => ignored !== null) && (
        <p className={css['holds']}>
          <CircleCheck aria-hidden />
          {calls === 0
            ? 'Nobody has called it since the capture began.'
            : 'All calls hold what is described.'}
        </p>
      )}
      <ul className={css['kinds']}>
        {kinds.map((kind, at) => (
          <li key={kind.what}>
            <KindButton {...{ kind, isDescribed }} isOpen={at === open} onOpen={() => setOpen(at)} />
            {at === open && (
              <OpenKind
                of={{ spec, operation, what: kind.what, ids: kind.ids }}
                {...{ text, kind, onGo, onIgnored }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type Kind = Endpoint['kinds'][number];

interface KindButtonProps {
  readonly kind: Kind;
  readonly isDescribed: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function KindButton({
  kind: { what, count: number, ignored },
  isDescribed,
  isOpen,
  onOpen,
}: KindButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      data-tone={ignored !== null ? 'quiet' : isDescribed ? 'danger' : 'warn'}
      onClick={onOpen}
    >
      {ignored === null ? <CircleX aria-hidden /> : <CircleMinus aria-hidden />}
      <span>
        {what}
        {ignored !== null && <small>ignored{ignored === '' ? '' : `: ${ignored}`}</small>}
      </span>
      <strong>{number.toLocaleString('en')}</strong>
    </button>
  );
}

function Unclear({ calls }: { readonly calls: number }) {
  return (
    <p className={css['hint']}>
      Only its author can say what is meant{calls === 1 ? '' : `, for ${count(calls, 'call')}`}.
    </p>
  );
}

/** Rules that begin with the first request of a kind. */
const RULES = [
  ['alerts', 'Alert on this', Bell],
  ['breakpoint', 'Break on this', CirclePause],
] as const;

function RuleButtons({ from }: { readonly from: number | undefined }) {
  return RULES.map(([tool, label, icon]) => (
    <Button
      key={tool}
      size="small"
      icon={icon}
      disabled={from === undefined}
      onClick={() => go('tools', { tool, from: String(from) })}
    >
      {label}
    </Button>
  ));
}

interface OpenKindProps {
  readonly of: Violated;
  readonly text: string;
  readonly kind: Kind;
  readonly onGo: (line: number) => void;
  readonly onIgnored: () => void;
}

function OpenKind({ of, text, kind, onGo, onIgnored }: OpenKindProps) {
  const { violation, error } = useViolation(of, text);
  const [isAsking, setAsking] = useState(false);
  const [correction, setCorrection] = useState<string | null>(null);
  const { spec, operation, what, ids } = of;
  const changes = useMemo(
    () => (correction === null ? [] : [{ operation, what, ids: [...ids], correction }]),
    // The requests may become more while the change is looked at.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
    [correction],
  );
  return (
    <>
      {error !== null && <p className={css['failed']}>{error}</p>}
      {violation !== null && <BothSides {...{ violation, what, onGo }} />}
      <SectionHead
        title="Requests"
        note={kind.count > ids.length ? `the first ${ids.length} of ${kind.count}` : 'of this kind'}
      >
        <Button
          size="small"
          icon={ArrowLeftRight}
          onClick={() => go('traffic', { filter: `id:${ids.join(',')}` })}
        >
          Show in traffic
        </Button>
      </SectionHead>
      {violation !== null && <ViolatingRequests requests={violation.requests} />}
      <div className={css['actions']}>
        {violation?.corrections.map(({ id, label }) => (
          <Button key={id} kind="line" size="small" icon={FilePen} onClick={() => setCorrection(id)}>
            Correct: {label}
          </Button>
        ))}
        {kind.ignored === null ? (
          <Button size="small" icon={CircleMinus} onClick={() => setAsking(true)}>
            Ignore…
          </Button>
        ) : (
          <Button size="small" onClick={() => void countAgain({ spec, operation, what }, onIgnored)}>
            Count it again
          </Button>
        )}
        <RuleButtons from={ids[0]} />
        {violation?.corrections.length === 0 && <Unclear calls={kind.count} />}
      </div>
      {isAsking && (
        <IgnoreDialog of={{ spec, operation, what }} onDone={onIgnored} onClose={() => setAsking(false)} />
      )}
      {correction !== null && (
        <CorrectionDialog {...{ spec, text, changes }} onClose={() => setCorrection(null)} />
      )}
    </>
  );
}
