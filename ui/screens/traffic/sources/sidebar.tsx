// The sources at the left: sections of the traffic list as a tree.
import {
  Bookmark,
  Bot,
  CirclePause,
  CircleX,
  FileClock,
  List,
  Lock,
  LockOpen,
  Pin,
  Plus,
} from 'lucide-react';
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { AppMark, IconButton, Keys } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { saveCurrentFilter } from '../actions/screen-actions.ts';
import type { Traffic } from '../model/rows.ts';
import { removeSavedFilter } from '../../../state/saved-filters.ts';
import { sourceCounts, type HostNode, type PathNode } from '../model/source-counts.ts';
import { sourceKey, type Source } from '../model/sources.ts';
import { setSource, view } from '../model/view.ts';
import { SourceItem } from './source-item.tsx';
import css from './sources.module.css';

const MAX_HOSTS = 300;

export const Sidebar = memo(function Sidebar({ held }: Pick<Traffic, 'held'>) {
  const counts = useStore(sourceCounts);
  const current = sourceKey(useStore(view).source);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void =>
    setOpen((keys) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const item = (
    source: Source,
    label: string,
    count: number,
    icon: ReactNode,
    rest: object = {},
  ): ReactNode => {
    const key = sourceKey(source);
    const onSelect = (): void => setSource(source);
    return (
      <SourceItem key={key} {...{ label, count, icon, onSelect, isCurrent: key === current }} {...rest} />
    );
  };
  const path = (host: HostNode, node: PathNode, level: number): readonly ReactNode[] => {
    const source: Source = { type: 'host', host: host.host, path: node.path };
    const key = sourceKey(source);
    const isOpen = open.has(key);
    const hasChildren = node.children.size > 0;
    const icon = level === 1 ? host.isDecrypted ? <LockOpen aria-hidden /> : <Lock aria-hidden /> : null;
    const children = isOpen ? [...node.children.values()].sort((a, b) => b.count - a.count) : [];
    return [
      item(source, node.label, node.count, icon, {
        level,
        expanded: hasChildren ? isOpen : null,
        onToggle: () => toggle(key),
      }),
      ...children.flatMap((child) => path(host, child, level + 1)),
    ];
  };
  const hidden = counts.hosts.length - MAX_HOSTS;
  return (
    <div className={css['scroll']} onKeyDown={treeKeys}>
      <div role="tree" aria-label="Sources">
        {item({ type: 'all' }, 'All requests', counts.total, <List aria-hidden />)}
        {item({ type: 'pinned' }, 'Pinned', counts.pinned, <Pin aria-hidden />)}
        {item({ type: 'errors' }, 'Errors', counts.errors, <CircleX aria-hidden />)}
        {(counts.assistants > 0 || current === 'assistants') &&
          item({ type: 'assistants' }, 'AI and MCP', counts.assistants, <Bot aria-hidden />)}
        {held.size > 0 && item({ type: 'held' }, 'Held', held.size, <CirclePause aria-hidden />)}
      </div>
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
        {counts.saved.map(({ name, text, count }) =>
          item({ type: 'saved', name }, name, count, <Bookmark aria-hidden />, {
            title: text,
            onRemove: () => {
              removeSavedFilter(name);
              setSource({ type: 'all' });
            },
          }),
        )}
      </Group>
      <Group title="Opened files">
        {counts.files.map(([file, count]) =>
          item({ type: 'opened', file }, file, count, <FileClock aria-hidden />),
        )}
      </Group>
      <Group title="Apps" hint="Apps appear with their first request.">
        {counts.apps.map(([app, count]) => item({ type: 'app', app }, app, count, <AppMark app={app} />))}
      </Group>
      <Group title="Hosts" hint="Hosts appear with their first request.">
        {counts.hosts.slice(0, MAX_HOSTS).flatMap((host) => path(host, host, 1))}
      </Group>
      {hidden > 0 && <p className={css['hint']}>{hidden} more hosts. Filter with host: to find them.</p>}
    </div>
  );
});

interface GroupProps {
  readonly title: string;
  readonly action?: ReactNode;
  /** Shown while there are no items; without it the group is then absent. */
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

/** Up and down move through the items in sight. */
function treeKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const next = items[items.indexOf(event.target as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
}
