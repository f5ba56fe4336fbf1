// Contents of a collection in figures, and its last runs.
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { durationText } from '../../../format/measures.ts';
import { Button, SectionHead } from '../../../parts/index.ts';
import { Facts } from '../../../parts/name-values.tsx';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { gitStatus } from '../git/index.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import { mocks } from '../mocks/model.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace, type TreeObject } from '../model/workspace.ts';
import { shortTime } from '../runs/short-time.ts';
import { countExamples, countFolders, typesText } from './contents.ts';
import css from './holder.module.css';
import { SpecNotice } from './spec-notice.tsx';

type Runs = ResultOf<'client.runs'>;

const SHOWN_RUNS = 5;

export function HolderAbout({ collection }: { readonly collection: TreeObject }) {
  const { value: git } = useResource(gitStatus);
  const { value: view } = useResource(workspace);
  const folder = collection.path.replace(/\/[^/]*$/, '');
  const changed = (git?.objects ?? []).filter(({ path }) => path.startsWith(`${folder}/`)).length;
  const runs = useRuns(collection.id);
  const mock = useJobs(mocks).find(({ end, state }) => end === null && state.collection === collection.id);
  const spec = view?.tree.find(({ kind, collectionId }) => kind === 'spec' && collectionId === collection.id);
  const own = (view?.tree ?? []).filter(
    ({ collectionId }) => collectionId === collection.id || collectionId === collection.name,
  );
  return (
    <aside className={css['about']} aria-label="About the collection">
      <SectionHead title="About" />
      <Facts
        rows={[
          ['Requests', typesText(collection)],
          ['Examples', String(countExamples(collection))],
          ['Folders', String(countFolders(collection))],
          ['Files', folder],
          ['Description', spec && <TabLink to={objectKey('spec', spec.id)}>{spec.name}</TabLink>],
          ['Mock', mock && <TabLink to={`mock:${mock.channel}`}>{mock.state.url}</TabLink>],
          ['Changed', changed > 0 ? `${count(changed, 'file')}, not committed` : null],
        ]}
      />
      {spec !== undefined && <SpecNotice spec={spec.id} />}
      <SavedList title="Run configurations" objects={own.filter(({ kind }) => kind === 'run')} />
      <SavedList title="Load tests" objects={own.filter(({ kind }) => kind === 'loadTest')} />
      <RunList runs={runs.value} error={runs.error} />
    </aside>
  );
}

interface TabLinkProps {
  readonly to: string;
  readonly children: string;
}

function TabLink({ to, children }: TabLinkProps) {
  return (
    <button type="button" className={css['link']} onClick={() => openTab(to)}>
      {children}
    </button>
  );
}

interface SavedListProps {
  readonly title: string;
  readonly objects: readonly TreeObject[];
}

function SavedList({ title, objects }: SavedListProps) {
  if (objects.length === 0) return null;
  return (
    <>
      <SectionHead title={title} note={objects.length} />
      <ul className={css['list']}>
        {objects.map(({ kind, id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => openTab(objectKey(kind, id))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RunListProps {
  readonly runs: Runs | null;
  readonly error: string | null;
}

function RunList({ runs, error }: RunListProps) {
  return (
    <>
      <SectionHead title="Runs" note={runs === null ? undefined : `${runs.total}, on this machine`}>
        <Button size="small" onClick={() => openTab('page:history')}>
          All
        </Button>
      </SectionHead>
      {error !== null && <p className={css['failed']}>{error}</p>}
      {runs?.past.length === 0 && <p className={css['quiet']}>It was not run yet.</p>}
      <ul className={css['runs']}>
        {(runs?.past ?? []).slice(0, SHOWN_RUNS).map(({ id, success, startedAt, environment, totals }) => {
          const { tests, failedTests, failedRequests, durationMs } = totals as Readonly<
            Record<string, number>
          >;
          const failed = (failedTests ?? 0) + (failedRequests ?? 0);
          return (
            <li key={id} data-success={success}>
              {success ? (
                <CircleCheck role="img" aria-label="Passed" />
              ) : (
                <CircleX role="img" aria-label="Failed" />
              )}
              <span>
                {shortTime(startedAt)}, {environment ?? 'no environment'}
              </span>
              <span>{failed > 0 ? `${failed} failed` : `${tests ?? 0} passed`}</span>
              <span>{durationText(durationMs ?? 0)}</span>
            </li>
          );
        })}
      </ul>
      {runs !== null && <Trend runs={runs} />}
    </>
  );
}

const TREND = { width: 240, height: 36 } as const;

/** The median response time of the runs, as a line. */
function Trend({ runs: { past } }: { readonly runs: Runs }) {
  const values = past
    .map(
      ({ totals }) => (totals as { readonly responseMs?: { readonly median?: number } }).responseMs?.median,
    )
    .filter((value): value is number => value !== undefined)
    .toReversed();
  if (values.length < 3) return null;
  const max = Math.max(...values, 1);
  const points = values.map(
    (value, at) =>
      `${(at / (values.length - 1)) * TREND.width},${TREND.height - 2 - (value / max) * (TREND.height - 4)}`,
  );
  const now = durationText(values.at(-1)!);
  return (
    <figure className={css['trend']}>
      <figcaption>
        <span>median response of a run</span> <span>now {now}</span>
      </figcaption>
      <svg viewBox={`0 0 ${TREND.width} ${TREND.height}`} preserveAspectRatio="none" aria-hidden>
        <polyline points={points.join(' ')} />
      </svg>
    </figure>
  );
}

/** Returns the last runs, read again when one has ended. */
function useRuns(collection: string): RunListProps & { readonly value: Runs | null } {
  const [value, setValue] = useState<Runs | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    const read = (): void => {
      rpc('client.runs', { collection }).then(
        (found) => isShown && setValue(found),
        (reason: unknown) => isShown && setError(messageOf(reason)),
      );
    };
    read();
    const end = onWorkspaceEvent(({ type }) => type === 'history' && read());
    return () => {
      isShown = false;
      end();
    };
  }, [collection]);
  return { value, runs: value, error };
}
