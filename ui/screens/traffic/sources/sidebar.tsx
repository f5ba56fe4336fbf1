// The sources at the left: sections of the traffic list as a tree.
import { Bookmark, CirclePause, CircleX, FileClock, List, Lock, LockOpen, Pin, Plus, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton, Keys, classes } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { saveCurrentFilter } from '../actions/screen-actions.ts';
import type { Traffic } from '../model/rows.ts';
import { removeSavedFilter } from '../model/saved-filters.ts';
import { sourceKey, type HostNode, type PathNode, type Source } from '../model/sources.ts';
import { setSource, view } from '../model/view.ts';
import { SourceItem } from './source-item.tsx';
import css from './sources.module.css';

const MAX_HOSTS = 300;

export function Sidebar({ traffic }: { readonly traffic: Traffic }) {
  const { counts, flows, held, saved } = traffic;
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
        ...{ level, expanded: hasChildren ? isOpen : null, onToggle: () => toggle(key) },
      }),
      ...children.flatMap((child) => path(host, child, level + 1)),
    ];
  };
  const hidden = counts.hosts.length - MAX_HOSTS;
  return (
    <div className={css['scroll']} role="tree" aria-label="Sources" onKeyDown={treeKeys}>
      {item({ type: 'all' }, 'All requests', flows.length, <List aria-hidden />)}
      {item({ type: 'pinned' }, 'Pinned', counts.pinned, <Pin aria-hidden />)}
      {item({ type: 'errors' }, 'Errors', counts.errors, <CircleX aria-hidden />)}
      {held.size > 0 && item({ type: 'held' }, 'Held', held.size, <CirclePause aria-hidden />)}
      <Group title="Saved filters">
        <IconButton icon={Plus} label="Save the current filter" size="small" onClick={saveCurrentFilter} />
      </Group>
      {saved.length === 0 && (
        <p className={css['hint']}>
          Save a filter with <Keys keys="mod+d" /> and it stays here.
        </p>
      )}
      {saved.map(({ name, text, matches }) =>
        item({ type: 'saved', name }, name, flows.filter(matches).length, <Bookmark aria-hidden />, {
          title: text,
          action: (
            <IconButton
              icon={X}
              label={`Remove the filter ${name}`}
              size="small"
              tabIndex={-1}
              onClick={() => {
                removeSavedFilter(name);
                setSource({ type: 'all' });
              }}
            />
          ),
        }),
      )}
      {counts.files.length > 0 && <Group title="Opened files" />}
      {counts.files.map(([file, count]) =>
        item({ type: 'opened', file }, file, count, <FileClock aria-hidden />),
      )}
      <Group title="Apps" />
      {counts.apps.length === 0 && <p className={css['hint']}>Apps appear with their first request.</p>}
      {counts.apps.map(([app, count]) =>
        item(
          { type: 'app', app },
          app,
          count,
          <span className={css['appMark']}>{app.charAt(0).toUpperCase()}</span>,
        ),
      )}
      <Group title="Hosts" />
      {counts.hosts.length === 0 && <p className={css['hint']}>Hosts appear with their first request.</p>}
      {counts.hosts.slice(0, MAX_HOSTS).flatMap((host) => path(host, host, 1))}
      {hidden > 0 && <p className={css['hint']}>{hidden} more hosts. Filter with host: to find them.</p>}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes(css['group'])} role="presentation">
      {title}
      {children}
    </div>
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
