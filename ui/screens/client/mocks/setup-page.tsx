// The set-up of a mock server: what it responds with, how it behaves, where it listens, and a preview of its routes.
import { Play, Terminal } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, Spinner } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { UnsavedNote } from '../jobs/unsaved-note.tsx';
import { environments } from '../model/environments.ts';
import { closeTab, openTab } from '../model/tabs.ts';
import { workspace } from '../model/workspace.ts';
import css from './mocks.module.css';
import { startMock } from './model.ts';
import { Preview } from './preview.tsx';
import { SetupForm } from './setup-form.tsx';
import { mockCommand, mockSetup, startParams, type MockSetup, type StartError } from './setup.ts';

export function SetupPage() {
  const setup = useChosen();
  const [error, setError] = useState<StartError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const params = startParams(setup);
  const start = async (): Promise<void> => {
    if (params === null || isBusy) return;
    setBusy(true);
    try {
      const channel = await startMock(params);
      closeTab('mock:new');
      openTab(`mock:${channel}`);
    } catch (reason) {
      setError({ field: reason instanceof ApiError ? reason.field : null, message: messageOf(reason) });
    } finally {
      setBusy(false);
    }
  };
  useCommands([
    {
      id: 'client.startMock',
      title: 'Start the mock server',
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      icon: Play,
      ...(params === null && { why: 'Something is missing or wrong' }),
      run: () => void start(),
    },
  ]);
  const change = (part: Partial<MockSetup>): void => {
    setError(null);
    mockSetup.set({ ...setup, ...part });
  };
  return (
    <>
      <PageHead title="New mock" note="stopped, answers nothing yet">
        {isBusy && <Spinner label="Starting" />}
        <CopyCommand setup={setup} />
        <Button
          kind="primary"
          icon={Play}
          keys="mod+enter"
          disabled={params === null || isBusy}
          onClick={() => void start()}
        >
          Start
        </Button>
      </PageHead>
      {setup.source !== 'spec' && <UnsavedNote collection={setup.collection} />}
      <div className={css['columns']}>
        <SetupForm setup={setup} error={error} onChange={change} />
        <Preview setup={setup} />
      </div>
    </>
  );
}

function CopyCommand({ setup }: { readonly setup: MockSetup }) {
  const { value } = useResource(workspace);
  const known = useResource(environments).value ?? [];
  const nodeOf = (kind: 'collection' | 'spec') =>
    value?.tree.find((each) => each.kind === kind && each.id === setup[kind]);
  const [collection, spec] = [nodeOf('collection'), nodeOf('spec')];
  const subject = setup.source === 'spec' ? spec : collection;
  const environment = known.find(({ id }) => id === setup.environment)?.name ?? '';
  if (subject === undefined) return null;
  const name = subject.kind === 'spec' ? subject.path : subject.name;
  const beside = setup.source === 'both' && spec !== undefined ? { spec: spec.path } : {};
  return (
    <Button
      icon={Terminal}
      onClick={() =>
        void copyText(mockCommand(setup, { name, environment, ...beside }), 'Copied the command')
      }
    >
      Copy command
    </Button>
  );
}

/** Returns what is chosen; what is not in the workspace any more, or was never chosen, is the first that there is. */
function useChosen(): MockSetup {
  const setup = useStore(mockSetup);
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value;
  const first = (kind: 'collection' | 'spec'): string => {
    const all = tree.filter((each) => each.kind === kind);
    return all.some(({ id }) => id === setup[kind]) ? setup[kind] : (all[0]?.id ?? '');
  };
  const isGone = known !== null && !known.some(({ id }) => id === setup.environment);
  return {
    ...setup,
    collection: first('collection'),
    spec: first('spec'),
    environment: isGone ? '' : setup.environment,
  };
}
