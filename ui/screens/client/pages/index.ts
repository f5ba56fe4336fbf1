// The pages of the client that are no objects of the workspace, each in a tab of its own.
import { Braces, Cookie, Database, GitBranch, History, Search, Trash2, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

export interface ClientPage {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Component: LazyExoticComponent<ComponentType>;
}

export const pages: readonly ClientPage[] = [
  {
    id: 'search',
    title: 'Search',
    icon: Search,
    Component: lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage })),
  },
  {
    id: 'environments',
    title: 'Environments',
    icon: Braces,
    Component: lazy(async () => ({ default: (await import('../environments/index.ts')).EnvironmentsPage })),
  },
  {
    id: 'datasets',
    title: 'Datasets',
    icon: Database,
    Component: lazy(async () => ({ default: (await import('./datasets-page.tsx')).DatasetsPage })),
  },
  {
    id: 'history',
    title: 'History',
    icon: History,
    Component: lazy(async () => ({ default: (await import('./history-page.tsx')).HistoryPage })),
  },
  {
    id: 'git',
    title: 'Changes',
    icon: GitBranch,
    Component: lazy(async () => ({ default: (await import('../git/git-page.tsx')).GitPage })),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    icon: Cookie,
    Component: lazy(async () => ({ default: (await import('./cookies-page.tsx')).CookiesPage })),
  },
  {
    id: 'trash',
    title: 'Trash',
    icon: Trash2,
    Component: lazy(async () => ({ default: (await import('./trash-page.tsx')).TrashPage })),
  },
];
