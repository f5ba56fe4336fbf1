// The load tests: the one that runs, and those that are stored on this machine.
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { dateTimeText, durationText } from '../../../format/measures.ts';
import { Button } from '../../../parts/index.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import { openTab } from '../model/tabs.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import css from './loads.module.css';
import { loads, stopLoad } from './model.ts';
import { clock } from './setup.ts';
import type { StoredTest } from './use-compared.ts';

const COLUMNS: readonly RowColumn<StoredTest>[] = [
  {
    id: 'name',
    title: 'Collection',
    width: 'minmax(110px, 1fr)',
    cell: ({ id, name }) => (
      <button type="button" className={css['link']} onClick={() => openTab(`load:${id}`)}>
        {name}
      </button>
    ),
  },
  {
    id: 'time',
    title: 'Started',
    width: '190px',
    from: 520,
    cell: ({ time }) => dateTimeText(new Date(time).toISOString()).slice(0, -4),
  },
  {
    id: 'environment',
    title: 'Environment',
    width: '130px',
    from: 760,
    cell: ({ environment }) => environment ?? '—',
  },
  { id: 'outcome', title: 'Outcome', width: '84px', from: 420, cell: ({ outcome }) => outcome },
  number('requests', 'Requests', (value) => value.toLocaleString('en')),
  number('errors', 'Errors', (value) => value.toLocaleString('en')),
  number('p95', 'p95', durationText),
];

function number(metric: string, title: string, text: (value: number) => string): RowColumn<StoredTest> {
  return {
    id: metric,
    title,
    width: '84px',
    isNumeric: true,
    cell: ({ figures }) => (figures[metric] === undefined ? '—' : text(figures[metric])),
  };
}

export function LoadsPage() {
  const { tests, error } = useStored();
  const running = useJobs(loads).find(({ end }) => end === null);
  const [selected, setSelected] = useState<string | null>(null);
  const all = tests ?? [];
  return (
    <>
      <PageHead title="Load tests" note="the latest 20, on this machine">
        <Button kind="primary" icon={Plus} onClick={() => openTab('load:new')}>
          New load test
        </Button>
      </PageHead>
      {running !== undefined && (
        <p className={css['running']} role="status">
          <button type="button" className={css['link']} onClick={() => openTab(`load:${running.channel}`)}>
            {running.state.name} under load
          </button>
          <span>
            {clock(running.state.seconds.at(-1)?.at ?? 0)} of {clock(running.state.durationMs / 1000)}
          </span>
          <Button size="small" onClick={() => stopLoad(running.channel)}>
            Stop
          </Button>
        </p>
      )}
      {error !== null && <p className={css['failed']}>They cannot be read: {error}</p>}
      {tests?.length === 0 ? (
        <p className={css['none']}>
          None yet. A load test sends the requests of a collection with many users, and measures how the
          server bears it.
        </p>
      ) : (
        <RowList
          label="Load tests"
          columns={COLUMNS}
          count={all.length}
          rowAt={(index) => all[index]!}
          keyOf={({ id }) => id}
          selected={selected}
          onSelect={({ id }) => setSelected(id)}
        />
      )}
    </>
  );
}

function useStored(): { readonly tests: readonly StoredTest[] | null; readonly error: string | null } {
  const [tests, setTests] = useState<readonly StoredTest[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => onWorkspaceEvent(({ type }) => type === 'history' && setChanges((now) => now + 1)), []);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.load_tests', {}, ended.signal).then(
      ({ loadTests }) => {
        setTests(loadTests);
        setError(null);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [changes]);
  return { tests, error };
}
