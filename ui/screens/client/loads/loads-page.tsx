// The load tests: the one that runs, and those that are stored on this machine.
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { dateTimeText, durationText } from '../../../format/measures.ts';
import { Button, SectionHead } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import { openTab } from '../model/tabs.ts';
import { workspace } from '../model/workspace.ts';
import { ObjectsList } from '../lists/objects-list.tsx';
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
  const { tests, running: elsewhere, error } = useStored();
  const running = useJobs(loads).find(({ end }) => end === null);
  const [selected, setSelected] = useState<string | null>(null);
  const { value: view } = useResource(workspace);
  const isSaved = (view?.tree ?? []).some(({ kind }) => kind === 'loadTest');
  const all = tests ?? [];
  return (
    <>
      <PageHead title="Load tests" note={isSaved ? undefined : 'the latest 20, on this machine'}>
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
      {running === undefined && <Elsewhere running={elsewhere} />}
      {isSaved && (
        <section className={css['saved']} aria-label="Saved load tests">
          <SectionHead title="Saved" note="files of the workspace" />
          <ObjectsList kind="loadTest" empty="" />
          <SectionHead title="Ended" note="the latest 20, on this machine" />
        </section>
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

/** The load tests of other windows. */
function Elsewhere({ running }: Pick<Stored, 'running'>) {
  return running.map(({ channel, name }) => (
    <p key={channel} className={css['running']} role="status">
      <button type="button" className={css['link']} onClick={() => openTab(`load:${channel}`)}>
        {name} under load
      </button>
      <span>in another window</span>
    </p>
  ));
}

type Listed = ResultOf<'client.load_tests'>;

interface Stored {
  readonly tests: readonly StoredTest[] | null;
  readonly running: Listed['running'];
  readonly error: string | null;
}

/** Milliseconds between two looks at what goes on in other windows. */
const LOOK_MS = 2000;

function useStored(): Stored {
  const [listed, setListed] = useState<Listed | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => onWorkspaceEvent(({ type }) => type === 'history' && setChanges((now) => now + 1)), []);
  useEffect(() => {
    const timer = setInterval(() => setChanges((now) => now + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.load_tests', {}, ended.signal).then(
      (found) => {
        setListed(found);
        setError(null);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [changes]);
  return { tests: listed?.loadTests ?? null, running: listed?.running ?? [], error };
}
