// The sources at the left: the sections of the traffic list as a tree.
import { Bookmark, Bot, CirclePause, CircleX, List, Lock, LockOpen, Pin, Plus } from 'lucide-react';
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { AppMark, IconButton, Keys } from '../../../parts/index.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { saveCurrentFilter } from '../actions/screen-actions.ts';
import type { Traffic } from '../model/rows.ts';
import { removeSavedFilter } from '../../../state/saved-filters.ts';
import {
  sourceCounts,
  useShownSessions,
  type HostNode,
  type PathNode,
  type SourceCounts,
} from '../model/source-counts.ts';
import { sourceKey, type Source } from '../model/sources.ts';
import { setSource, view } from '../model/view.ts';
import { AgentRuns } from './agent-runs.tsx';
import { Sessions } from './sessions.tsx';
import { SourceItem } from './source-item.tsx';
import css from './sources.module.css';

const MAX_HOSTS = 300;

export const Sidebar = memo(function Sidebar({ held }: Pick<Traffic, 'held'>) {
  const { total, pinned, errors, assistants, saved, sessions, apps, hosts } = useStore(sourceCounts);
  const shown = useShownSessions();
  const isAssistants = useSelected(view, ({ source }) => source.type === 'assistants');
  return (
    <div className={css['scroll']} onKeyDown={treeKeys}>
      <Sessions sessions={sessions} />
      {sessions.length > 1 && (
        <div className={css['group']}>In {shown === 1 ? '1 session' : `${shown} sessions`}</div>
      )}
      <div role="tree" aria-label="Sources">
        <SourceItem source={{ type: 'all' }} label="All requests" count={total} icon={<List />} />
        <SourceItem source={{ type: 'pinned' }} label="Pinned" count={pinned} icon={<Pin />} />
        <SourceItem source={{ type: 'errors' }} label="Errors" count={errors} icon={<CircleX />} />
        {(assistants > 0 || isAssistants) && (
          <SourceItem source={{ type: 'assistants' }} label="AI and MCP" count={assistants} icon={<Bot />} />
        )}
        {held.size > 0 && (
          <SourceItem source={{ type: 'held' }} label="Held" count={held.size} icon={<CirclePause />} />
        )}
      </div>
      {assistants > 0 && <AgentRuns />}
      <SavedFilters filters={saved} />
      <Group title="Apps" hint="Apps appear with their first request.">
        {apps.map(([app, count]) => (
          <SourceItem
            key={app}
            source={{ type: 'app', app }}
            label={app === '' ? 'No name' : app}
            icon={<AppMark app={app} />}
            {...{ count }}
          />
        ))}
      </Group>
      <Hosts hosts={hosts} />
    </div>
  );
});

function SavedFilters({ filters }: { readonly filters: SourceCounts['saved'] }) {
  return (
    <Group
      title="Saved filters"
      action={
        <IconButton icon={Plus} label="Save the current filter" size="small" onClick={saveCurrentFilter} />
      }
      hint={
        <>
          Save a filter with <Keys keys="mod+d" /> and it stays here.
        </>
      }
    >
      {filters.map(({ name, text, count }) => (
        <SourceItem
          key={name}
          source={{ type: 'saved', name }}
          label={name}
          count={count}
          icon={<Bookmark />}
          title={text}
          onRemove={() => {
            removeSavedFilter(name);
            setSource({ type: 'all' });
          }}
        />
      ))}
    </Group>
  );
}

/** The hosts, each with its paths when it is open. */
function Hosts({ hosts }: Pick<SourceCounts, 'hosts'>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void =>
    setOpen((keys) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const hidden = hosts.length - MAX_HOSTS;
  return (
    <>
      <Group title="Hosts" hint="Hosts appear with their first request.">
        {hosts.slice(0, MAX_HOSTS).map((host) => (
          <Branch key={host.host} host={host} node={host.node} level={1} open={open} onToggle={toggle} />
        ))}
      </Group>
      {hidden > 0 && <p className={css['hint']}>{hidden} more hosts. Filter with host: to find them.</p>}
    </>
  );
}

interface BranchProps {
  readonly host: HostNode;
  readonly node: PathNode;
  readonly level: number;
  /** The keys of the open sources. */
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** A path of a host, with the paths below it. */
function Branch({ host, node, level, open, onToggle }: BranchProps) {
  const source: Source = { type: 'host', host: host.host, path: node.path };
  const key = sourceKey(source);
  const isOpen = open.has(key);
  const children = isOpen ? node.children() : [];
  return (
    <>
      <SourceItem
        source={source}
        label={node.label}
        count={node.count}
        icon={level === 1 ? host.isDecrypted ? <LockOpen /> : <Lock /> : null}
        level={level}
        expanded={node.hasChildren ? isOpen : null}
        onToggle={() => onToggle(key)}
      />
      {children.map((child) => (
        <Branch key={child.path} node={child} level={level + 1} {...{ host, open, onToggle }} />
      ))}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly action?: ReactNode;
  /** Shown while there are no items; without a hint, an empty group is absent. */
  readonly hint?: ReactNode;
  readonly children: readonly ReactNode[];
}

function Group({ title, action, hint, children }: GroupProps) {
  if (children.length === 0 && hint === undefined) return null;
  return (
    <>
      <div className={css['group']}>
        {title}
        {action}
      </div>
      {children.length === 0 ? (
        <p className={css['hint']}>{hint}</p>
      ) : (
        <div role="tree" aria-label={title}>
          {children}
        </div>
      )}
    </>
  );
}

/** Moves through the visible items with the up and down keys. */
function treeKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const next = items[items.indexOf(event.target as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
}
