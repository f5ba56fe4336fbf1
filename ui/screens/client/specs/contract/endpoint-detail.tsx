// The kinds of violations at an endpoint, and the first exchanges that have each of them.
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Button, PaneHead, SectionHead } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { go } from '../../../../state/location.ts';
import css from './contract.module.css';
import type { Endpoint } from './use-contract.ts';

export function EndpointDetail({ endpoint }: { readonly endpoint: Endpoint }) {
  const { endpoint: name, kinds, calls, statuses, isDescribed } = endpoint;
  const [open, setOpen] = useState(0);
  const kind = kinds[open];
  return (
    <aside className={css['detail']} aria-label={name} data-region>
      <PaneHead
        title={name}
        note={calls === 0 ? 'not called' : `${count(calls, 'call')}, ${statuses.join(', ')}`}
      />
      {kinds.length === 0 && (
        <p className={css['holds']}>
          <CircleCheck aria-hidden />
          {calls === 0
            ? 'Nobody has called it since the capture began.'
            : 'All calls hold what is described.'}
        </p>
      )}
      <ul className={css['kinds']}>
        {kinds.map(({ what, count: number }, at) => (
          <li key={what}>
            <button
              type="button"
              aria-expanded={at === open}
              data-tone={isDescribed ? 'danger' : 'warn'}
              onClick={() => setOpen(at)}
            >
              <CircleX aria-hidden />
              <span>{what}</span>
              <strong>{number.toLocaleString('en')}</strong>
            </button>
          </li>
        ))}
      </ul>
      {kind !== undefined && (
        <>
          <SectionHead
            title="Requests"
            note={
              kind.count > kind.ids.length ? `the first ${kind.ids.length} of ${kind.count}` : 'of this kind'
            }
          />
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
      )}
    </aside>
  );
}
