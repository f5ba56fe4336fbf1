// A collection in the runner: its set-up, then the run.
import { FileX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, Note } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { saveReport } from './reports.ts';
import { close } from '../model/saving.ts';
import { workspace, type TreeObject } from '../model/workspace.ts';
import { LivePane } from './live-pane.tsx';
import { onRunEnd, startRun, useRun } from './live.ts';
import { runParams, useCollectionSetup, useConfigurationSetup, type TabSetup } from './setup.ts';
import { SetupPane } from './setup-pane.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';

/** `tabKey`: `runner:<id>` of a collection. */
export function CollectionRunner({ tabKey }: { readonly tabKey: string }) {
  return <Runner given={useCollectionSetup(tabKey)} />;
}

/** `tabKey`: `run:<id>` of a configuration. */
export function ConfigurationRunner({ tabKey }: { readonly tabKey: string }) {
  return <Runner given={useConfigurationSetup(tabKey)} />;
}

function Runner({ given }: { readonly given: TabSetup }) {
  const { tab, setup, name } = given;
  const { value: view } = useResource(workspace);
  const run = useRun(tab);
  const [shown, setShown] = useState<'setup' | 'run'>('run');
  const [hasSnippet, setSnippet] = useState(false);
  useReportsAtEnd(given);
  const isWaiting = given.here.watches && run !== null && !run.isGoing;
  const collection = view === null ? null : collectionOf(view.tree, setup.collection);
  if (collection === null)
    return (
      <Note
        tone="danger"
        icon={FileX}
        title="Its collection is not in the workspace any more"
        actions={<Button onClick={() => close(tab)}>Close</Button>}
      />
    );
  const start = (repeats?: string): void => {
    setShown('run');
    const params = runParams(given, collection.id);
    void startRun(tab, { ...params, ...(repeats !== undefined && { repeats }) });
  };
  const title = name ?? collection.name;
  const watch = isWaiting && <RunOnChange onChange={() => start()} />;
  const snippet = hasSnippet && (
    <SnippetDialog setup={given} collection={collection} onClose={() => setSnippet(false)} />
  );
  if (run === null || (shown === 'setup' && !run.isGoing))
    return (
      <>
        <SetupPane
          given={given}
          collection={collection}
          title={title}
          onRun={() => start()}
          onSnippet={() => setSnippet(true)}
          onBack={run === null ? null : () => setShown('run')}
        />
        {watch}
        {snippet}
      </>
    );
  return (
    <>
      <LivePane
        key={run.startedAt}
        run={run}
        title={title}
        note={noteOf(given, run.start?.environment ?? null, run.start?.repeats ?? null)}
        onAgain={() => start()}
        onFailedAgain={() => run.channel !== null && start(run.channel)}
        onSetup={() => setShown('setup')}
        onSnippet={() => setSnippet(true)}
      />
      {watch}
      {snippet}
    </>
  );
}

/** Kinds of objects that a run reads. */
const READ: ReadonlySet<string> = new Set([
  'request',
  'folder',
  'collection',
  'environment',
  'globals',
  'dataset',
]);
/** Milliseconds in which further changes are gathered. */
const GATHER_MS = 300;

/** Calls `onChange` after files that runs read have changed. */
function RunOnChange({ onChange }: { readonly onChange: () => void }) {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onWorkspaceEvent((event) => {
      if (event.type !== 'files' || !event.changes.some(({ kind }) => READ.has(kind))) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  return null;
}

/** Saves the reports that the set-up asks for when the run ends. */
function useReportsAtEnd({ tab, setup: { reports } }: TabSetup): void {
  useEffect(
    () =>
      onRunEnd((ended, each) => {
        if (ended === tab && each.channel !== null && each.end?.outcome === 'ended')
          for (const format of reports) void saveReport(each.channel, format);
      }),
    [tab, reports],
  );
}

function collectionOf(tree: readonly TreeObject[], reference: string): TreeObject | null {
  const all = tree.filter(({ kind }) => kind === 'collection');
  return all.find(({ id }) => id === reference) ?? all.find(({ name }) => name === reference) ?? null;
}

/** Such as `Staging, customers, 2 at a time`. */
function noteOf({ setup }: TabSetup, environment: string | null, repeats: string | null): string {
  return [
    environment ?? 'no environment',
    ...(setup.dataset === null ? [] : [setup.dataset]),
    ...(setup.parallel > 1 ? [`${setup.parallel} at a time`] : []),
    ...(repeats === null ? [] : ['only what failed']),
  ].join(', ');
}
