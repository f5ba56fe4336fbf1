// The pages of the client that are no objects of the workspace, each in a tab of its own.
import {
  Braces,
  Cookie,
  Database,
  FileText,
  History,
  Search,
  Trash2,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
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
    id: 'specs',
    title: 'Specs',
    icon: FileText,
    Component: lazy(async () => ({ default: (await import('./specs-page.tsx')).SpecsPage })),
  },
  {
    id: 'flows',
    title: 'Flows',
    icon: Workflow,
    Component: lazy(async () => ({ default: (await import('./flows-page.tsx')).FlowsPage })),
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
