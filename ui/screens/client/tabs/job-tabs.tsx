// The tabs of what goes on in channels: a key such as `mock:new`, or `mock:` and the id of a channel.
import { Gauge, Layers, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { useLoadTitle } from '../loads/title.ts';
import { useMockTitle } from '../mocks/title.ts';

export interface JobTab {
  readonly kind: string;
  readonly icon: LucideIcon;
  readonly useTitle: (id: string) => string;
  readonly Component: LazyExoticComponent<ComponentType<{ readonly id: string }>>;
}

const jobTabs: readonly JobTab[] = [
  {
    kind: 'mock',
    icon: Layers,
    useTitle: useMockTitle,
    Component: lazy(async () => ({ default: (await import('../mocks/mock-tab.tsx')).MockTab })),
  },
  {
    kind: 'load',
    icon: Gauge,
    useTitle: useLoadTitle,
    Component: lazy(async () => ({ default: (await import('../loads/load-tab.tsx')).LoadTab })),
  },
];

/** Returns the kind of a tab, and what follows in its key; null for other tabs. */
export function jobTabOf(key: string): { readonly tab: JobTab; readonly id: string } | null {
  const tab = jobTabs.find(({ kind }) => key.startsWith(`${kind}:`));
  return tab === undefined ? null : { tab, id: key.slice(tab.kind.length + 1) };
}
