// The open tabs of the window, and the one that is shown. They survive a reload, and with ./window-tabs.ts a restart.
import { createStore } from '../../../state/store.ts';

/** A tab: an object of the workspace, or a page such as `page:history`. */
export interface Tab {
  readonly key: string;
  /** True for the tab that the next click in the tree replaces. */
  readonly isPreview: boolean;
}

export interface Tabs {
  readonly list: readonly Tab[];
  readonly current: string | null;
}

const STORED = 'proxyctl.client.tabs';
const MAX_CLOSED = 20;

const stored = storedTabs();
export const tabs = createStore<Tabs>(stored ?? { list: [], current: null });
/** True for a window that has had no tabs in this workspace yet. */
export const isNewWindow = stored === null;
const closed: Tab[] = [];

tabs.subscribe(() => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(tabs.get()));
  } catch {
    // Without storage, or when it is full, tabs last as long as the page.
  }
});

/** Shows a tab; opens it where it is not. A preview replaces the preview tab. */
export function openTab(key: string, mode: 'preview' | 'own' = 'own'): void {
  const { list } = tabs.get();
  const present = list.find((tab) => tab.key === key);
  const isPreview = mode === 'preview' && (present?.isPreview ?? true);
  tabs.set({
    list: present === undefined ? added(list, { key, isPreview }) : changed(list, { key, isPreview }),
    current: key,
  });
}

function added(list: readonly Tab[], tab: Tab): readonly Tab[] {
  const preview = list.findIndex(({ isPreview }) => isPreview);
  if (!tab.isPreview || preview === -1) return [...list, tab];
  return list.with(preview, tab);
}

function changed(list: readonly Tab[], tab: Tab): readonly Tab[] {
  return list.map((each) => (each.key === tab.key ? tab : each));
}

/** Makes a preview tab one of its own, such as when it is edited. */
export function ownTab(key: string): void {
  if (tabs.get().list.some((tab) => tab.key === key && tab.isPreview))
    tabs.update(({ list, current }) => ({ list: changed(list, { key, isPreview: false }), current }));
}

/** Closes a tab; the one after it is shown. */
export function closeTab(key: string): void {
  const { list, current } = tabs.get();
  const at = list.findIndex((tab) => tab.key === key);
  if (at === -1) return;
  closed.push(list[at]!);
  closed.splice(0, closed.length - MAX_CLOSED);
  const rest = list.toSpliced(at, 1);
  const next = rest[at] ?? rest.at(-1) ?? null;
  tabs.set({ list: rest, current: current === key ? (next?.key ?? null) : current });
}

/** Opens the tab that was closed last again. Returns its key. */
export function reopenTab(): string | null {
  const tab = closed.pop();
  if (tab !== undefined) openTab(tab.key);
  return tab?.key ?? null;
}

export function hasClosedTabs(): boolean {
  return closed.length > 0;
}

/** Shows the tab after the present one, or before it. */
export function stepTab(step: 1 | -1): void {
  const { list, current } = tabs.get();
  const at = list.findIndex(({ key }) => key === current);
  const next = list[(at + step + list.length) % list.length];
  if (next !== undefined) tabs.update((now) => ({ ...now, current: next.key }));
}

/** Opens tabs before those that are open. The one that is shown stays, if there is one. */
export function addTabs({ list, current }: Tabs): void {
  tabs.update((now) => {
    const open = new Set(now.list.map(({ key }) => key));
    const added = list.filter(({ key }) => !open.has(key));
    return { list: [...added, ...now.list], current: now.current ?? current };
  });
}

export function moveTab(key: string, to: number): void {
  tabs.update(({ list, current }) => {
    const tab = list.find((each) => each.key === key);
    if (tab === undefined) return { list, current };
    const rest = list.filter((each) => each !== tab);
    return { list: rest.toSpliced(to, 0, tab), current };
  });
}

function storedTabs(): Tabs | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    if (isTabs(value)) return value;
  } catch {
    // Another version may have written it.
  }
  return null;
}

function isTabs(value: unknown): value is Tabs {
  if (typeof value !== 'object' || value === null || !('list' in value) || !Array.isArray(value.list))
    return false;
  return value.list.every(
    (tab: unknown) => typeof tab === 'object' && tab !== null && 'key' in tab && typeof tab.key === 'string',
  );
}
