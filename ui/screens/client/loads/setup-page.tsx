// The set-up of a load test: its profile with a handle for each stage, what it sends, and what must hold.
import { ChevronDown, CodeXml, Play, Terminal, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, Menu, Note, SectionHead, Segmented, Spinner } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { environments } from '../jobs/environments.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { placed } from '../model/steps.ts';
import { closeTab, openTab } from '../model/tabs.ts';
import { workspace } from '../model/workspace.ts';
import { loadCommand } from './command.ts';
import { ConditionTable } from './condition-table.tsx';
import { K6Pane, saveK6 } from './k6-pane.tsx';
import css from './loads.module.css';
import { startLoad } from './model.ts';
import { ProfileChart } from './profile-chart.tsx';
import { notAllowed, RemoteQuestion } from './remote-question.tsx';
import {
  clock,
  loadParams,
  loadSetup,
  PATTERN_NAMES,
  patternStages,
  peakOf,
  secondsOf,
  stagesError,
} from './setup.ts';
import type { LoadSetup } from './setup-parts.ts';
import { StageTable } from './stage-table.tsx';
import { TrafficForm } from './traffic-form.tsx';
import { usePlan } from './use-plan.ts';

const OF = [
  ['users', 'Users'],
  ['rate', 'Rate'],
] as const;

export function SetupPage() {
  const setup = useChosen();
  const params = loadParams(setup);
  const { plan, error: planError } = usePlan(params);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isReady = params !== null && plan !== null && !isBusy;
  const remote = plan === null ? [] : plan.hosts.filter(({ isLocal }) => !isLocal).map(({ host }) => host);
  const asked = notAllowed(remote);
  const begin = async (): Promise<void> => {
    if (params === null) return;
    setBusy(true);
    try {
      const channel = await startLoad(params);
      closeTab('load:new');
      openTab(`load:${channel}`);
    } catch (reason) {
      setError(messageOf(reason));
      setBusy(false);
    }
  };
  const start = (): void => {
    if (!isReady) return;
    if (asked.length > 0) setAsking(true);
    else void begin();
  };
  useCommands([
    {
      id: 'client.startLoad',
      title: 'Start the load test',
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      icon: Play,
      ...(!isReady && { why: 'Something is missing or wrong' }),
      run: start,
    },
    {
      id: 'client.exportK6',
      title: 'Export the load test to k6',
      group: 'client',
      icon: CodeXml,
      ...(plan === null && { why: 'Something is missing or wrong' }),
      run: () => plan !== null && saveK6(plan),
    },
  ]);
  const change = (part: Partial<LoadSetup>): void => {
    setError(null);
    loadSetup.set({ ...setup, ...part });
  };
  const shownError = error ?? planError?.message ?? null;
  return (
    <>
      <PageHead title="New load test" note={`${clock(secondsOf(setup.stages))}, ${loadText(setup)}`}>
        {isBusy && <Spinner label="Starting" />}
        <CopyCommand setup={setup} isReady={isReady} />
        <Button icon={CodeXml} disabled={plan === null} onClick={() => plan !== null && saveK6(plan)}>
          Export k6
        </Button>
        <Button kind="primary" icon={Play} keys="mod+enter" disabled={!isReady} onClick={start}>
          {asked.length > 0 ? 'Start…' : 'Start'}
        </Button>
      </PageHead>
      {shownError !== null && (
        <p className={css['failed']} role="alert">
          {shownError}
        </p>
      )}
      {remote.length > 0 && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          title={`${remote.join(', ')} ${remote.length === 1 ? 'is another machine' : 'are other machines'}`}
        >
          <p>All of the load comes from here. Start asks once, and names the host.</p>
        </Note>
      )}
      <div className={css['columns']}>
        <Profile setup={setup} onChange={change} />
        <div className={css['side']}>
          <SectionHead title="Traffic" />
          <TrafficForm setup={setup} plan={plan} onChange={change} />
          <SectionHead title="Thresholds" note="what must hold at the end" />
          <ConditionTable conditions={setup.conditions} onChange={(conditions) => change({ conditions })} />
          <K6Pane plan={plan} />
        </div>
      </div>
      {isAsking && (
        <RemoteQuestion
          hosts={asked}
          load={loadText(setup)}
          onStart={() => void begin()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function CopyCommand({ setup, isReady }: { readonly setup: LoadSetup; readonly isReady: boolean }) {
  const known = useResource(environments).value ?? [];
  const nameOf = (kind: string, id: string): string =>
    id === '' ? '' : (placed(`${kind}:${id}`)?.object.name ?? '');
  const names = {
    collection: nameOf('collection', setup.collection),
    only: nameOf('folder', setup.only) || nameOf('request', setup.only),
    environment: known.find(({ id }) => id === setup.environment)?.name ?? '',
    dataset: nameOf('dataset', setup.dataset),
  };
  return (
    <Button
      icon={Terminal}
      disabled={!isReady}
      onClick={() => void copyText(loadCommand(setup, names), 'Copied the command')}
    >
      Copy command
    </Button>
  );
}

function loadText({ of, stages }: LoadSetup): string {
  const peak = peakOf(stages).toLocaleString('en');
  return of === 'users' ? `up to ${peak} users` : `up to ${peak} iterations a second`;
}

interface ProfileProps {
  readonly setup: LoadSetup;
  readonly onChange: (part: Partial<LoadSetup>) => void;
}

function Profile({ setup, onChange }: ProfileProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const { stages } = setup;
  const error = stagesError(setup);
  return (
    <section className={css['main']} aria-label="Profile">
      <SectionHead title="Profile" note={`${clock(secondsOf(stages))}, ${loadText(setup)}`}>
        <Segmented label="Load" value={setup.of} options={OF} onChange={(of) => onChange({ of })} />
        <Menu
          align="end"
          entries={PATTERN_NAMES.map((name) => ({
            label: name,
            onSelect: () => onChange({ stages: patternStages(name, stages) }),
          }))}
        >
          <Button size="small">
            From a pattern
            <ChevronDown aria-hidden />
          </Button>
        </Menu>
      </SectionHead>
      <ProfileChart
        setup={setup}
        selected={selected}
        onSelect={setSelected}
        onChange={(at, stage) => onChange({ stages: stages.with(at, stage) })}
      />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      <StageTable
        setup={setup}
        selected={selected}
        onSelect={setSelected}
        onChange={(changed) => onChange({ stages: changed })}
      />
    </section>
  );
}

/** Returns what is chosen; what is not in the workspace any more, or was never chosen, is the first that there is. */
function useChosen(): LoadSetup {
  const setup = useStore(loadSetup);
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value;
  const collections = tree.filter(({ kind }) => kind === 'collection');
  const isThere = collections.some(({ id }) => id === setup.collection);
  const isIn = (kind: string, id: string): boolean =>
    tree.some((each) => each.kind === kind && each.id === id);
  return {
    ...setup,
    collection: isThere ? setup.collection : (collections[0]?.id ?? ''),
    only: isThere ? setup.only : '',
    dataset: isIn('dataset', setup.dataset) ? setup.dataset : '',
    environment: known !== null && !known.some(({ id }) => id === setup.environment) ? '' : setup.environment,
  };
}
