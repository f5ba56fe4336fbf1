// The requests of the workspace and the captured traffic that use a changed operation, with what the new version does not
// allow in them any more.
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';
import { SectionHead } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { locationFragment } from '../../../../state/location.ts';
import { openTab } from '../../model/tabs.ts';
import { objectKey } from '../../model/workspace.ts';
import css from './affected.module.css';
import { otherOf, type Version } from './use-diff.ts';

type Affected = ResultOf<'client.affected_by_changes'>;
type State = { readonly affected: Affected } | { readonly error: string } | null;

interface WhoIsAffectedProps {
  readonly spec: string;
  readonly text: string;
  readonly version: Version;
  readonly operation: string;
}

export function WhoIsAffected({ spec, text, version, operation }: WhoIsAffectedProps) {
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.affected_by_changes', { spec, text, operation, ...otherOf(version) }, ended.signal).then(
      (affected) => setState({ affected }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [spec, text, version, operation]);
  if (state === null) return null;
  return (
    <section className={css['affected']} aria-label="Who is affected">
      <SectionHead title="Who is affected" note="requests and traffic that rely on the old form" />
      {'error' in state ? <p className={css['none']}>{state.error}</p> : <Rows affected={state.affected} />}
    </section>
  );
}

function Rows({ affected: { traffic, requests } }: { readonly affected: Affected }) {
  if (requests.length === 0 && traffic.calls === 0)
    return <p className={css['none']}>No request of the workspace and no captured call uses it.</p>;
  return (
    <ul>
      {requests.map(({ id, method, name, owners, what }) => (
        <li key={id} data-wrong={what !== null}>
          <code>{method}</code>
          <button type="button" onClick={() => openTab(objectKey('request', id), 'preview')}>
            {name} <small>{owners}</small>
          </button>
          <span title={what ?? undefined}>{what ?? 'still fits'}</span>
        </li>
      ))}
      {traffic.calls > 0 && (
        <li data-wrong={traffic.wrong > 0}>
          <ArrowLeftRight aria-hidden />
          <TrafficLink ids={traffic.ids} />
          <span title={traffic.what ?? undefined}>
            {traffic.wrong > 0
              ? `${traffic.wrong.toLocaleString('en')} of ${count(traffic.calls, 'call')}: ${traffic.what}`
              : `${count(traffic.calls, 'call')}, all still fit`}
          </span>
        </li>
      )}
    </ul>
  );
}

/** Leads to the latest of the calls. */
function TrafficLink({ ids }: { readonly ids: readonly number[] }) {
  const last = ids.at(-1);
  if (last === undefined) return <span>Captured traffic</span>;
  return <a href={locationFragment('traffic', { id: String(last) })}>Captured traffic</a>;
}
