// The open tabs: objects and pages, in the order opened.
import { FileText, Folder, Gauge, Play, Plus, Workflow, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { classes, IconButton, PointerMenu, type MenuEntry } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { jobTabOf } from './job-tabs.tsx';
import { useObject } from '../model/objects.ts';
import type { OpenObject } from '../model/open-object.ts';
import { close } from '../model/saving.ts';
import { newRequest, placed } from '../model/steps.ts';
import {
  hasClosedTabs,
  moveTab,
  openTab,
  ownTab,
  reopenTab,
  stepTab,
  tabs,
  type Tab,
} from '../model/tabs.ts';
import { unsaved } from '../model/workspace.ts';
import { pages } from '../pages/index.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import { RunnerTitle } from '../runs/index.ts';
import { infoVersion } from '../specs/info-version.ts';
import { useTabCommands } from './tab-commands.ts';
import css from './tab-strip.module.css';

export const PANEL = 'client-tab-panel';

export function TabStrip({ end }: { readonly end?: ReactNode }) {
  const { list, current } = useStore(tabs);
  const [dragged, setDragged] = useState<string | null>(null);
  const strip = useCurrentInView(current, list.length);
  useTabCommands(current);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowRight: () => stepTab(1),
      ArrowLeft: () => stepTab(-1),
      Delete: () => current !== null && close(current),
    };
    const run = steps[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const element = event.currentTarget;
    run();
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <div className={css['strip']}>
      <div ref={strip} className={css['list']} role="tablist" aria-label="Open tabs" onKeyDown={onKeyDown}>
        {list.map((tab, index) => (
          <TabView
            key={tab.key}
            tab={tab}
            isCurrent={tab.key === current}
            onDrag={setDragged}
            onDropHere={() => dragged !== null && moveTab(dragged, index)}
          />
        ))}
      </div>
      <IconButton icon={Plus} label="Open a new request" keys="alt+t" onClick={() => newRequest()} />
      <span className={css['gap']} />
      {end}
    </div>
  );
}

/** Scrolls to the current tab when another one is, and when the strip gets another width. */
function useCurrentInView(current: string | null, count: number): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = strip;
    if (element === null) return;
    const show = (): void =>
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const observer = new ResizeObserver(show);
    observer.observe(element);
    show();
    return () => observer.disconnect();
  }, [current, count]);
  return strip;
}

interface TabViewProps {
  readonly tab: Tab;
  readonly isCurrent: boolean;
  readonly onDrag: (key: string) => void;
  readonly onDropHere: () => void;
}

function TabView({ tab: { key, isPreview }, isCurrent, onDrag, onDropHere }: TabViewProps) {
  const isUnsaved = useStore(unsaved).has(key);
  const job = jobTabOf(key);
  const title =
    job !== null ? (
      <JobTitle key={key} {...job} />
    ) : key.startsWith('page:') ? (
      <PageTitle tabKey={key} />
    ) : key.startsWith('runner:') ? (
      <RunnerTitle tabKey={key} className={css['title']} />
    ) : (
      <ObjectTitle tabKey={key} />
    );
  return (
    <PointerMenu entries={() => tabMenu(key)}>
      <div
        role="tab"
        id={`tab-${key}`}
        className={css['tab']}
        aria-selected={isCurrent}
        aria-controls={PANEL}
        tabIndex={isCurrent ? 0 : -1}
        data-region-focus={isCurrent || undefined}
        data-preview={isPreview}
        data-unsaved={isUnsaved}
        draggable
        onMouseDown={(event) => {
          if (event.button === 0) openTab(key, 'preview');
          if (event.button === 1) close(key);
        }}
        onDoubleClick={() => ownTab(key)}
        onDragStart={() => onDrag(key)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDropHere}
      >
        {title}
        {isUnsaved && <span className={css['dot']} title="Not saved" />}
        {/* By keyboard a tab is closed with Delete, or with the command. */}
        <span
          className={css['close']}
          aria-hidden
          title="Close"
          onMouseDown={(event) => event.stopPropagation()}
          onClick={() => close(key)}
        >
          <X />
        </span>
      </div>
    </PointerMenu>
  );
}

/** Icons of objects that are not told by their method. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  collection: Folder,
  folder: Folder,
  spec: FileText,
  flow: Workflow,
  run: Play,
  loadTest: Gauge,
};

function ObjectTitle({ tabKey }: { readonly tabKey: string }) {
  const { value, state } = useObject(tabKey);
  const isRequest = tabKey.startsWith('request:');
  const Icon = ICONS[tabKey.slice(0, tabKey.indexOf(':'))];
  const name =
    typeof value['name'] === 'string' && value['name'] !== ''
      ? value['name']
      : (placed(tabKey)?.object.name ?? 'No name');
  return (
    <>
      {isRequest && <RequestLabel type={value['type']} method={value['method']} />}
      {Icon !== undefined && <Icon aria-hidden className={css['icon']} />}
      <span className={classes(css['title'], (state === 'deleted' || state === 'missing') && css['gone'])}>
        {state === 'loading' ? '' : `${name} ${versionOf(tabKey, value)}`.trim()}
      </span>
    </>
  );
}

/** Returns the version that a description gives itself. */
function versionOf(tabKey: string, { text }: OpenObject['value']): string {
  return tabKey.startsWith('spec:') && typeof text === 'string' ? infoVersion(text) : '';
}

function PageTitle({ tabKey }: { readonly tabKey: string }) {
  return (
    <span className={css['title']}>{pages.find(({ id }) => `page:${id}` === tabKey)?.title ?? tabKey}</span>
  );
}

function JobTitle({ tab: { icon: Icon, useTitle }, id }: NonNullable<ReturnType<typeof jobTabOf>>) {
  return (
    <>
      <Icon aria-hidden />
      <span className={css['title']}>{useTitle(id)}</span>
    </>
  );
}

function tabMenu(key: string): readonly MenuEntry[] {
  const { list } = tabs.get();
  const others = list.filter((tab) => tab.key !== key);
  return [
    { label: 'Close', keys: 'alt+w', onSelect: () => close(key) },
    {
      label: 'Close the others',
      disabled: others.length === 0,
      onSelect: () => others.forEach((tab) => close(tab.key)),
    },
    {
      label: 'Reopen the closed tab',
      keys: 'alt+shift+t',
      disabled: !hasClosedTabs(),
      onSelect: () => void reopenTab(),
    },
  ];
}
