// The sidebar of the client: the tree of collections, requests that are not saved, and the other objects.
import { Plus, Search } from 'lucide-react';
import { useRef } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { IconButton, Keys, Menu, Sidebar, SideItem, type MenuEntry } from '../../../parts/index.ts';
import { locationFragment } from '../../../state/location.ts';
import { createPreference, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { openWorkspaces } from '../files/index.ts';
import { newFlow } from '../flows/new-flow.ts';
import { GitFoot } from '../git/index.ts';
import { newCollection, newRequest } from '../model/steps.ts';
import { REQUEST_KINDS } from '../request/request-kinds.ts';
import type { TreeObject, WorkspaceView } from '../model/workspace.ts';
import { pages } from '../pages/index.ts';
import { openImport } from '../transfer/sources.ts';
import { NotSaved } from './not-saved.tsx';
import { Tree } from './tree.tsx';
import { query, renaming, select } from '../model/tree-state.ts';
import css from './tree.module.css';

const WIDTH = 248;
const sidebarWidth = createPreference('client.sidebar', WIDTH, isNumber);

const OTHER_KINDS = REQUEST_KINDS.filter(({ type }) => type !== 'http');

interface TreeSidebarProps {
  readonly view: WorkspaceView;
  readonly current: string | null;
}

export function TreeSidebar({ view, current }: TreeSidebarProps) {
  return (
    <Sidebar
      label="Workspace"
      title="Workspace"
      head={<Head />}
      foot={<GitFoot />}
      width={sidebarWidth}
      initial={WIDTH}
      fixedFrom={1100}
    >
      {view.tree.every(({ kind }) => kind !== 'collection') && (
        <p className={css['hint']}>Collections appear here.</p>
      )}
      <Tree tree={view.tree} />
      <NotSaved view={view} current={current} />
      <PageLinks tree={view.tree} current={current} />
    </Sidebar>
  );
}

interface PageLinksProps extends Pick<TreeSidebarProps, 'current'> {
  readonly tree: readonly TreeObject[];
}

function PageLinks({ tree, current }: PageLinksProps) {
  const countOf = (kind: TreeObject['kind']): number | undefined =>
    tree.filter((each) => each.kind === kind).length || undefined;
  return (
    <nav aria-label="Pages of the workspace">
      <h2 className={css['group']}>Workspace</h2>
      {pages
        .filter(({ isListed = true }) => isListed)
        .map(({ id, title, icon, kind, Mark }) => (
          <SideItem
            key={id}
            href={locationFragment('client', { page: id })}
            icon={icon}
            title={title}
            count={kind === undefined ? undefined : countOf(kind)}
            isCurrent={current === `page:${id}`}
          >
            {Mark !== undefined && <Mark />}
          </SideItem>
        ))}
    </nav>
  );
}

const ADDITIONS: readonly MenuEntry[] = [
  { label: 'New request', keys: 'n', onSelect: () => newRequest() },
  {
    label: 'New request of another type',
    entries: OTHER_KINDS.map(({ title, fields }) => ({ label: title, onSelect: () => newRequest(fields) })),
  },
  { label: 'New collection', onSelect: () => void createCollection() },
  { label: 'New flow', onSelect: () => void newFlow() },
  'separator',
  { label: 'Import…', keys: 'mod+o', onSelect: () => openImport() },
  { label: 'Open another workspace…', onSelect: openWorkspaces },
];

function Head() {
  const text = useStore(query);
  const field = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'client.find',
      title: 'Find in the workspace',
      group: 'client',
      keys: 'mod+p',
      inFields: true,
      run: () => field.current?.focus(),
    },
    ...OTHER_KINDS.map(({ type, title, fields }) => ({
      id: `client.new-${type}`,
      title: `New ${title} request`,
      group: 'client' as const,
      run: () => void newRequest(fields),
    })),
  ]);
  return (
    <>
      <div className={css['find']} role="search">
        <Search aria-hidden />
        <input
          ref={field}
          type="text"
          aria-label="Find in the workspace"
          placeholder="Find"
          spellCheck={false}
          value={text}
          onChange={(event) => query.set(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') query.set('');
            if (event.key === 'ArrowDown' || event.key === 'Enter')
              document.querySelector<HTMLElement>('[data-workspace-tree]')?.focus();
          }}
        />
        {text === '' && (
          <span className={css['keys']}>
            <Keys keys="mod+p" />
          </span>
        )}
      </div>
      <Menu entries={ADDITIONS} align="end">
        <IconButton icon={Plus} label="Add to the workspace" />
      </Menu>
    </>
  );
}

async function createCollection(): Promise<void> {
  const key = await newCollection();
  if (key === null) return;
  select(key);
  renaming.set(key);
}
