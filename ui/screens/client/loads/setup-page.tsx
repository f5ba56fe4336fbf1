// The set-up of a load test: its profile, what it sends, what must hold, and the same for k6.
import { CodeXml, Play, TriangleAlert } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Note, SectionHead, Spinner } from '../../../parts/index.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { UnsavedNote } from '../jobs/unsaved-note.tsx';
import { ConditionTable } from './condition-table.tsx';
import { CopyCommand } from './copy-command.tsx';
import { K6Pane, saveK6 } from './k6-pane.tsx';
import css from './setup.module.css';
import { Profile } from './profile.tsx';
import { RemoteQuestion } from './remote-question.tsx';
import type { LoadSetup } from './setup-parts.ts';
import { clock, loadParams, loadSetup, loadText, secondsOf } from './setup.ts';
import { TrafficForm } from './traffic-form.tsx';
import { useChosen } from './use-chosen.ts';
import { usePlan, type Plan } from './use-plan.ts';
import { useStart } from './use-start.ts';

export function SetupPage() {
  const setup = useChosen();
  const params = loadParams(setup);
  const { plan, error: planError } = usePlan(params);
  const starting = useStart(params, plan);
  const change = (part: Partial<LoadSetup>): void => {
    starting.forgetError();
    loadSetup.set({ ...setup, ...part });
  };
  const error = starting.error ?? planError?.message ?? null;
  return (
    <>
      <Head setup={setup} plan={plan} starting={starting} />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      <UnsavedNote collection={setup.collection} />
      <RemoteNote hosts={starting.remote} />
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
      {starting.isAsking && (
        <RemoteQuestion
          hosts={starting.asked}
          load={loadText(setup)}
          onStart={() => void starting.begin()}
          onClose={starting.endAsking}
        />
      )}
    </>
  );
}

interface HeadProps {
  readonly setup: LoadSetup;
  readonly plan: Plan | null;
  readonly starting: ReturnType<typeof useStart>;
}

function Head({ setup, plan, starting: { isBusy, isReady, asked, start } }: HeadProps) {
  const exportK6 = (): void => {
    if (plan !== null) saveK6(plan);
  };
  const missing = 'Something is missing or wrong';
  useCommands([
    {
      id: 'client.startLoad',
      title: 'Start the load test',
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      icon: Play,
      ...(!isReady && { why: missing }),
      run: start,
    },
    {
      id: 'client.exportK6',
      title: 'Export the load test to k6',
      group: 'client',
      icon: CodeXml,
      ...(plan === null && { why: missing }),
      run: exportK6,
    },
  ]);
  return (
    <PageHead title="New load test" note={`${clock(secondsOf(setup.stages))}, ${loadText(setup)}`}>
      {isBusy && <Spinner label="Starting" />}
      <CopyCommand setup={setup} isReady={isReady} />
      <Button icon={CodeXml} disabled={plan === null} onClick={exportK6}>
        Export k6
      </Button>
      <Button kind="primary" icon={Play} keys="mod+enter" disabled={!isReady} onClick={start}>
        {asked.length > 0 ? 'Start…' : 'Start'}
      </Button>
    </PageHead>
  );
}

function RemoteNote({ hosts }: { readonly hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  const are = hosts.length === 1 ? 'is another machine' : 'are other machines';
  return (
    <Note tone="warn" icon={TriangleAlert} title={`${hosts.join(', ')} ${are}`}>
      <p>All of the load comes from here. Start asks once, and names the host.</p>
    </Note>
  );
}
