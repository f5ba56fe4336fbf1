// The set-up of a run: which requests in which order, with which data, and how.
import { Copy, FileCode2, Play, Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, IconButton, Menu, PaneHead, type MenuEntry } from '../../../parts/index.ts';
import { copyText, count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { save } from '../model/saving.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace, type TreeObject } from '../model/workspace.ts';
import { ConfigurationDialog } from './configuration-dialog.tsx';
import { DataPreview } from './data-preview.tsx';
import { datasets } from './datasets.ts';
import { OptionsPane } from './options-pane.tsx';
import { OtherWindows } from './other-windows.tsx';
import { RequestChoice } from './request-choice.tsx';
import { choiceOf } from './selection.ts';
import { useRunText } from './run-text.ts';
import type { TabSetup } from './setup.ts';
import { UnsavedNote } from './unsaved-note.tsx';
import { unsavedOf, useUnsaved } from './unsaved.ts';
import css from './runs.module.css';
import form from './setup.module.css';

type LastRun = ResultOf<'client.last_run'>;

interface SetupPaneProps {
  readonly given: TabSetup;
  readonly collection: TreeObject;
  readonly title: string;
  readonly onRun: () => void;
  readonly onSnippet: () => void;
  /** Returns to the run before; null without one. */
  readonly onBack: (() => void) | null;
}

export function SetupPane({ given, collection, title, onRun, onSnippet, onBack }: SetupPaneProps) {
  const { setup, object, tab } = given;
  const [isAsking, setAsking] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const all = choiceOf(collection, setup);
  const chosen = all.filter(({ isOn }) => isOn).length;
  const last = useLastRun(given, collection.id);
  const unsaved = useUnsaved(collection.id, setup);
  const run = (): void => {
    if (chosen === 0) return;
    if (unsavedOf(collection.id, setup).length > 0) setAsking(true);
    else onRun();
  };
  const runNow = (): void => {
    setAsking(false);
    onRun();
  };
  useSetupCommands({ given, isEmpty: chosen === 0, run, name: () => setNaming(true), onSnippet });
  return (
    <div className={css['page']}>
      <PaneHead wraps title={title} note={useSize(given, all.length, chosen)}>
        {onBack !== null && <Button onClick={onBack}>Back to the run</Button>}
        <Configurations collection={collection} tab={tab} onSaveAs={() => setNaming(true)} />
        {object?.isUnsaved === true && (
          <Button icon={Save} keys="mod+s" onClick={() => void save(tab)}>
            Save
          </Button>
        )}
        <Button icon={FileCode2} onClick={onSnippet}>
          Run in CI…
        </Button>
        <Button kind="primary" icon={Play} keys="mod+enter" disabled={chosen === 0} onClick={run}>
          Run
        </Button>
      </PaneHead>
      <OtherWindows tab={tab} collection={collection.id} />
      {isAsking && unsaved.length > 0 && (
        <UnsavedNote
          collection={collection.id}
          keys={unsaved}
          onRun={runNow}
          onClose={() => setAsking(false)}
        />
      )}
      <div className={form['setup']}>
        <RequestChoice given={given} collection={collection} last={last} />
        <div className={form['options']}>
          <OptionsPane given={given} />
          {setup.dataset !== null && <DataPreview name={setup.dataset} />}
          <CommandLine given={given} collection={collection.id} />
        </div>
      </div>
      {isNaming && (
        <ConfigurationDialog given={given} collection={collection} onClose={() => setNaming(false)} />
      )}
    </div>
  );
}

function CommandLine({ given, collection }: { readonly given: TabSetup; readonly collection: string }) {
  const { text } = useRunText(given, collection, 'command');
  if (text === '') return null;
  return (
    <p className={form['command']}>
      <code title={text}>{text}</code>
      <IconButton
        icon={Copy}
        label="Copy the command"
        onClick={() => void copyText(text, 'Copied the command')}
      />
    </p>
  );
}

/** Such as `22 of 24 requests, 3 iterations: 66 requests`. */
function useSize({ setup }: TabSetup, all: number, chosen: number): string {
  const { value } = useResource(datasets);
  const rows = value?.find(({ name }) => name === setup.dataset)?.rows;
  const iterations = setup.iterations ?? Math.max(1, rows ?? 1);
  const some = chosen === all ? count(all, 'request') : `${chosen} of ${count(all, 'request')}`;
  if (iterations === 1) return some;
  return `${some}, ${count(iterations, 'iteration')}: ${count(chosen * iterations, 'request')}`;
}

interface ConfigurationsProps {
  readonly collection: TreeObject;
  readonly tab: string;
  readonly onSaveAs: () => void;
}

/** The saved configurations of the collection. */
function Configurations({ collection, tab, onSaveAs }: ConfigurationsProps) {
  const { value } = useResource(workspace);
  const own = (value?.tree ?? []).filter(
    ({ kind, collectionId: of }) => kind === 'run' && (of === collection.id || of === collection.name),
  );
  const entries: readonly MenuEntry[] = [
    ...own.map(({ id, name }) => ({
      label: name,
      checked: tab === objectKey('run', id),
      onSelect: () => openTab(objectKey('run', id)),
    })),
    ...(own.length > 0 ? (['separator'] as const) : []),
    { label: 'Save as a configuration…', icon: Save, onSelect: onSaveAs },
  ];
  return (
    <Menu align="end" entries={entries}>
      <Button>Configurations</Button>
    </Menu>
  );
}

interface SetupCommands {
  readonly given: TabSetup;
  readonly isEmpty: boolean;
  readonly run: () => void;
  readonly name: () => void;
  readonly onSnippet: () => void;
}

function useSetupCommands({ given: { tab, object }, isEmpty, run, name, onSnippet }: SetupCommands): void {
  const shared = { group: 'client', heading: 'Run' } as const;
  useCommands([
    {
      ...shared,
      id: 'client.run-start',
      title: 'Run',
      keys: ['mod+enter', 'alt+r'],
      inFields: true,
      ...(isEmpty && { why: 'No request is chosen' }),
      run,
    },
    {
      ...shared,
      id: 'client.save',
      title: object === null ? 'Save as a run configuration…' : 'Save',
      keys: 'mod+s',
      inFields: true,
      run: () => (object === null ? name() : void save(tab)),
    },
    { ...shared, id: 'client.run-configuration', title: 'Save as a run configuration…', run: name },
    {
      ...shared,
      id: 'client.run-ci',
      title: 'Run the same in CI…',
      words: 'github gitlab shell command',
      run: onSnippet,
    },
  ]);
}

/** Returns the last run of the same; null while that is not known. */
function useLastRun({ setup }: TabSetup, collection: string): LastRun | null {
  const [last, setLast] = useState<LastRun | null>(null);
  const { only, isOrdered, environment, dataset } = setup;
  const key = JSON.stringify({
    collection,
    ...(only.length > 0 && { only, isOrdered }),
    ...(environment !== null && { environment }),
    ...(dataset !== null && { dataset }),
  });
  const latest = useRef('');
  useEffect(() => {
    latest.current = key;
    rpc('client.last_run', JSON.parse(key) as { collection: string }).then(
      (found) => latest.current === key && setLast(found),
      // What is wrong with the names is said when it is run.
      () => latest.current === key && setLast(null),
    );
  }, [key]);
  return last;
}
