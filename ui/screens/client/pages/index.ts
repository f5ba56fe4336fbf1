// The pages of the client that are no objects of the workspace, each in a tab of its own.
import {
  Braces,
  Cookie,
  Database,
  FileText,
  Gauge,
  GitBranch,
  History,
  Layers,
  ListChecks,
  Search,
  Trash2,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { LoadMark } from '../loads/load-figures.tsx';
import type { TreeObject } from '../model/workspace.ts';
import { MockMark } from '../mocks/mock-figures.tsx';
import { SpecMark } from '../specs/spec-mark.tsx';

export interface ClientPage {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** False for a page that something else than the sidebar opens. */
  readonly isListed?: boolean;
  /** The kind of objects that it lists, whose number its link has. */
  readonly kind?: TreeObject['kind'];
  /** Shown at the end of its link. */
  readonly Mark?: ComponentType;
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
    kind: 'environment',
    icon: Braces,
    Component: lazy(async () => ({ default: (await import('../environments/index.ts')).EnvironmentsPage })),
  },
  {
    id: 'specs',
    title: 'Specs',
    kind: 'spec',
    icon: FileText,
    Mark: SpecMark,
    Component: lazy(async () => ({ default: (await import('./specs-page.tsx')).SpecsPage })),
  },
  {
    id: 'flows',
    title: 'Flows',
    kind: 'flow',
    icon: Workflow,
    Component: lazy(async () => ({ default: (await import('./flows-page.tsx')).FlowsPage })),
  },
  {
    id: 'datasets',
    title: 'Datasets',
    kind: 'dataset',
    icon: Database,
    Component: lazy(async () => ({ default: (await import('./datasets-page.tsx')).DatasetsPage })),
  },
  {
    id: 'mocks',
    title: 'Mocks',
    icon: Layers,
    Mark: MockMark,
    Component: lazy(async () => ({ default: (await import('../mocks/mocks-page.tsx')).MocksPage })),
  },
  {
    id: 'loads',
    title: 'Load tests',
    icon: Gauge,
    Mark: LoadMark,
    Component: lazy(async () => ({ default: (await import('../loads/loads-page.tsx')).LoadsPage })),
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
  {
    id: 'together',
    title: 'Several requests',
    icon: ListChecks,
    isListed: false,
    Component: lazy(async () => ({ default: (await import('../together/together-page.tsx')).TogetherPage })),
  },
];
