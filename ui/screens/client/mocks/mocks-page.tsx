// The mock servers of this window, running and ended.
import { Layers, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { clockText } from '../../../format/measures.ts';
import { Badge, Button, SectionHead } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { openTab } from '../model/tabs.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import css from './mocks.module.css';
import { mocks, stopMock, type Mock } from './model.ts';

/** Mock servers of other windows and of assistants. */
function OthersList({ own }: { readonly own: readonly Mock[] }) {
  const { value, load } = useOthers();
  const ports = new Set(own.filter(({ end }) => end === null).map(({ state }) => state.port));
  const others = value.filter(({ port }) => !ports.has(port));
  if (others.length === 0) return null;
  return (
    <section aria-label="Of other windows and assistants">
      <SectionHead title="Of other windows and assistants" />
      <ul className={css['mockList']}>
        {others.map(({ mockId, collection, url, callCount }) => (
          <li key={mockId}>
            <Layers aria-hidden />
            <span>Mock of {collection}</span>
            <code>{url}</code>
            <small>{count(callCount, 'call')}</small>
            <span className={css['gap']} />
            <Badge tone="ok">running</Badge>
            <Button
              size="small"
              onClick={() =>
                void attempt('The mock server cannot be stopped', async () => {
                  await rpc('stop_mock', { mockId });
                  load();
                })
              }
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Milliseconds between two looks at the mock servers of others. */
const EVERY_MS = 2000;

function useOthers() {
  const [value, setValue] = useState<ResultOf<'list_mocks'>>([]);
  const load = (): void => {
    rpc('list_mocks', {}).then(setValue, () => undefined);
  };
  useEffect(() => {
    load();
    const timer = setInterval(load, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { value, load };
}

export function MocksPage() {
  const all = useJobs(mocks);
  return (
    <>
      <PageHead title="Mocks" note="servers on this computer that answer with saved examples">
        <Button kind="primary" icon={Plus} onClick={() => openTab('mock:new')}>
          New mock
        </Button>
      </PageHead>
      {all.length === 0 && (
        <p className={css['none']}>
          None runs. A mock answers with the examples of a collection, or those of an API description.
        </p>
      )}
      <ul className={css['mockList']}>
        {all.toReversed().map(({ channel, state, startedAt, end }) => (
          <li key={channel}>
            <Layers aria-hidden />
            <button type="button" className={css['link']} onClick={() => openTab(`mock:${channel}`)}>
              Mock of {state.name}
            </button>
            <code>{state.url}</code>
            <small>
              since {clockText(new Date(startedAt).toISOString()).slice(0, 5)}, {count(state.total, 'call')}
            </small>
            <span className={css['gap']} />
            <Badge tone={end === null ? 'ok' : 'plain'}>{end === null ? 'running' : 'ended'}</Badge>
            {end === null ? (
              <Button size="small" onClick={() => stopMock(channel)}>
                Stop
              </Button>
            ) : (
              <Button size="small" onClick={() => mocks.forget(channel)}>
                Forget
              </Button>
            )}
          </li>
        ))}
      </ul>
      <OthersList own={all} />
    </>
  );
}
