// The set-up of a load test, saved or not: its profile, what it sends, what must hold, and the same for k6.
import { CodeXml, Play, Save, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Note, SectionHead, Spinner } from '../../../parts/index.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { UnsavedNote } from '../jobs/unsaved-note.tsx';
import { save } from '../model/saving.ts';
import { SaveDialog } from '../parts/save-dialog.tsx';
import { ConditionTable } from './condition-table.tsx';
import { CopyCommand } from './copy-command.tsx';
import { K6Pane, saveK6 } from './k6-pane.tsx';
import css from './setup.module.css';
import { Profile } from './profile.tsx';
import { RemoteQuestion } from './remote-question.tsx';
import { fieldsOf, type SavedFields } from './saved-setup.ts';
import type { LoadSetup } from './setup-parts.ts';
import { clock, loadParams, loadText, secondsOf } from './setup.ts';
import { TrafficForm } from './traffic-form.tsx';
import { usePlan, type Plan } from './use-plan.ts';
import { useNewSetup, useSavedSetup, type TabSetup } from './use-setup.ts';
import { useStart } from './use-start.ts';
import { WeightTable } from './weight-table.tsx';

export function SetupPage() {
  return <Setup given={useNewSetup()} />;
}

/** `tabKey`: `loadTest:<id>`. */
export function SavedLoadTest({ tabKey }: { readonly tabKey: string }) {
  return <Setup given={useSavedSetup(tabKey)} />;
}

function Setup({ given }: { readonly given: TabSetup }) {
  const { setup, tab } = given;
  const params = loadParams(setup);
  const { plan, error: planError } = usePlan(params);
  const starting = useStart(tab, params, plan);
  const [naming, setNaming] = useState<SavedFields | null>(null);
  const change = (part: Partial<LoadSetup>): void => {
    starting.forgetError();
    given.change(part);
  };
  const error = starting.error ?? planError?.message ?? null;
  return (
    <>
      <Head given={given} plan={plan} starting={starting} onSaveAs={() => setNaming(fieldsOf(setup))} />
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
          <WeightTable setup={setup} onChange={change} />
          <SectionHead title="Thresholds" note="what must hold at the end" />
          <ConditionTable setup={setup} plan={plan} onChange={change} />
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
      {naming !== null && (
        <SaveDialog
          kind="loadTest"
          title="Save as a load test"
          text="A file of the workspace, in Git like the others: proxyctl perf --config takes it, too."
          action="Save load test"
          initial={given.name ?? 'Load test'}
          fields={{ ...naming }}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}

interface HeadProps {
  readonly given: TabSetup;
  readonly plan: Plan | null;
  readonly starting: ReturnType<typeof useStart>;
  readonly onSaveAs: () => void;
}

function Head({ given, plan, starting, onSaveAs }: HeadProps) {
  const { setup, object, name, tab } = given;
  const { isBusy, isReady, asked, start } = starting;
  const exportK6 = (): void => {
    if (plan !== null) saveK6(plan);
  };
  useSetupCommands({ given, plan, starting, onSaveAs, exportK6 });
  return (
    <PageHead title={name ?? 'New load test'} note={`${clock(secondsOf(setup.stages))}, ${loadText(setup)}`}>
      {isBusy && <Spinner label="Starting" />}
      {object === null ? (
        <Button icon={Save} disabled={fieldsOf(setup) === null} onClick={onSaveAs}>
          Save as…
        </Button>
      ) : (
        object.isUnsaved && (
          <Button icon={Save} keys="mod+s" onClick={() => void save(tab)}>
            Save
          </Button>
        )
      )}
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

const MISSING = 'Something is missing or wrong';

function useSetupCommands({
  given: { object, tab, setup },
  plan,
  starting: { isReady, start },
  onSaveAs,
  exportK6,
}: HeadProps & { readonly exportK6: () => void }): void {
  const isWrong = fieldsOf(setup) === null;
  useCommands([
    {
      id: 'client.startLoad',
      title: 'Start the load test',
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      icon: Play,
      ...(!isReady && { why: MISSING }),
      run: start,
    },
    {
      id: 'client.save',
      title: object === null ? 'Save as a load test…' : 'Save',
      group: 'client',
      keys: 'mod+s',
      inFields: true,
      icon: Save,
      ...(isWrong && { why: MISSING }),
      run: () => (object === null ? onSaveAs() : void save(tab)),
    },
    {
      id: 'client.saveLoadAs',
      title: 'Save as another load test…',
      group: 'client',
      ...(isWrong && { why: MISSING }),
      run: onSaveAs,
    },
    {
      id: 'client.exportK6',
      title: 'Export the load test to k6',
      group: 'client',
      icon: CodeXml,
      ...(plan === null && { why: MISSING }),
      run: exportK6,
    },
  ]);
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
