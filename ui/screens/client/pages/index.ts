// The pages of the client that are no objects of the workspace, each in a tab of its own.
import { Braces, Cookie, Trash2, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

export interface ClientPage {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Component: LazyExoticComponent<ComponentType>;
}

export const pages: readonly ClientPage[] = [
  {
    id: 'environments',
    title: 'Environments',
    icon: Braces,
    Component: lazy(async () => ({ default: (await import('../environments/index.ts')).EnvironmentsPage })),
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
