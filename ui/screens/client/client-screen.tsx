// The API client: the tree of the workspace at the left, and what is open in tabs.
import { useEffect } from 'react';
import { StatusFigures } from '../../parts/index.ts';
import { count } from '../../state/actions.ts';
import { locationFragment } from '../../state/location.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import type { ScreenProps } from '../contract.ts';
import { useCommandSource } from '../../commands/index.ts';
import { useClientCommands } from './client-commands.ts';
import css from './client.module.css';
import { EnvironmentMenu } from './environment-menu.tsx';
import { WorkspaceChooser } from './files/index.ts';
import { foundObjects } from './found-objects.ts';
import { Start } from './start.tsx';
import { openExample } from './model/shown-example.ts';
import { openObject } from './model/objects.ts';
import { editCaptured } from './model/captured.ts';
import { LoadFigures } from './loads/load-figures.tsx';
import { MockFigures } from './mocks/mock-figures.tsx';
import { openTab, tabs } from './model/tabs.ts';
import { rememberTabs } from './model/window-tabs.ts';
import { objectKey, unsaved, workspace, type WorkspaceView } from './model/workspace.ts';
import { RunningFigure } from './runs/index.ts';
import { TabContent } from './tab-content.tsx';
import { ExportSheet } from './transfer/export-sheet.tsx';
import { ImportSheet } from './transfer/import-sheet.tsx';
import { droppedSources, hasFiles, openImport } from './transfer/sources.ts';
import { PANEL, TabStrip } from './tabs/tab-strip.tsx';
import { countRequests } from './tree/rows.ts';
import { TreeSidebar } from './tree/tree-sidebar.tsx';

void rememberTabs();

function ClientScreen({ params }: ScreenProps) {
  const { value: view, error } = useResource(workspace);
  const { current } = useStore(tabs);
  useEffect(() => {
    const { kind, id, page, from } = params;
    if (kind === 'example' && id !== undefined) openExample(id);
    else if (kind !== undefined && id !== undefined) openTab(objectKey(kind, id));
    if (page !== undefined) openTab(`page:${page}`);
    if (from !== undefined) void editCaptured(Number(from));
    // The tab that is shown is remembered; the same link may be followed again.
    if (Object.keys(params).length > 0) history.replaceState(null, '', locationFragment('client'));
  }, [params]);
  useClientCommands();
  useCommandSource(foundObjects);
  if (view === null)
    return error === null ? null : <p className={css['failed']}>The workspace cannot be opened: {error}</p>;
  return (
    <div
      className={css['screen']}
      onDragOver={(event) => {
        if (hasFiles(event.dataTransfer)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        void droppedSources(event.dataTransfer).then(openImport);
      }}
    >
      <TreeSidebar view={view} current={current} />
      <div className={css['content']}>
        <TabStrip end={<EnvironmentMenu />} />
        <WorkspaceNote view={view} />
        <div
          className={css['panel']}
          id={PANEL}
          role={current === null ? undefined : 'tabpanel'}
          aria-labelledby={current === null ? undefined : `tab-${current}`}
        >
          {current === null ? <Start view={view} /> : <TabContent key={current} tabKey={current} />}
        </div>
      </div>
      <ImportSheet />
      <ExportSheet />
      <WorkspaceChooser />
      <Figures view={view} current={current} />
    </div>
  );
}

function WorkspaceNote({ view: { gone, readOnly } }: { readonly view: WorkspaceView }) {
  if (gone !== null)
    return (
      <p className={css['note']} role="alert">
        The folder of the workspace cannot be read: {gone}
      </p>
    );
  if (readOnly === null) return null;
  return (
    <p className={css['note']} role="status">
      Nothing can be saved here: {readOnly}. Requests can be sent.
    </p>
  );
}

function Figures({ view, current }: { readonly view: WorkspaceView; readonly current: string | null }) {
  const isUnsaved = useStore(unsaved).has(current ?? '');
  const requests = view.tree.reduce(
    (sum, each) => sum + (each.kind === 'collection' ? countRequests(each) : 0),
    0,
  );
  const folder = view.folder.split(/[\\/]/).at(-1) ?? view.folder;
  return (
    <StatusFigures>
      <span title={view.folder}>Workspace {folder}</span>
      <span>{count(requests, 'request')}</span>
      <RunningFigure />
      {view.problems.length > 0 && <span>{count(view.problems.length, 'file')} cannot be read</span>}
      <MockFigures />
      <LoadFigures />
      {isUnsaved && <span>{titleOf(current!)} is not saved</span>}
    </StatusFigures>
  );
}

function titleOf(key: string): string {
  const { name } = openObject(key).value;
  return typeof name === 'string' && name !== '' ? name : 'This request';
}

// React.lazy takes the default export.
// eslint-disable-next-line no-restricted-syntax -- see above
export default ClientScreen;
