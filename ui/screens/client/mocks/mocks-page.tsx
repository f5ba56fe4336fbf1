// The mock servers of this window, running and ended.
import { Layers, Plus } from 'lucide-react';
import { clockText } from '../../../format/measures.ts';
import { Badge, Button } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { openTab } from '../model/tabs.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import css from './mocks.module.css';
import { mocks, stopMock } from './model.ts';

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
    </>
  );
}
