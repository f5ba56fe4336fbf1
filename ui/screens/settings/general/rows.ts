// The rows of the general page beside settings of the app: preferences, and facts of the program.
import type { ComponentType } from 'react';
import { DataFolder } from './data-folder.tsx';
import { Layout } from './layout.tsx';
import { Theme, Times } from './looks.tsx';
import { Version } from './version.tsx';

export interface GeneralRow {
  readonly title: string;
  readonly hint: string;
  /** Further words that find the row. */
  readonly words: string;
  readonly Control: ComponentType;
}

/** Above the settings of the app. */
export const looks: readonly GeneralRow[] = [
  {
    title: 'Theme',
    hint: 'Light and dark have the same contrast. Kept in this browser.',
    words: 'appearance colours dark mode',
    Control: Theme,
  },
  {
    title: 'Times',
    hint: 'Of requests, messages and logs. Exports always have UTC. Kept in this browser.',
    words: 'clock zone utc local language format',
    Control: Times,
  },
];

/** Below the settings of the app. */
export const facts: readonly GeneralRow[] = [
  {
    title: 'Layout',
    hint: 'Columns and sizes as they were at first. Saved filters stay.',
    words: 'reset preferences columns width panes default',
    Control: Layout,
  },
  {
    title: 'Data folder',
    hint: 'Settings, rules, the root certificate, kept traffic and the workspace.',
    words: 'path location disk size open home',
    Control: DataFolder,
  },
  {
    title: 'Version',
    hint: 'The registry of npm is asked only when you check.',
    words: 'about update upgrade newest node',
    Control: Version,
  },
];
