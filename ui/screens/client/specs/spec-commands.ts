// The views of a description, and its commands.
import { RefreshCw, Save } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { menuCommands, type MenuEntry } from '../../../parts/index.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { discardCommand } from '../request/request-commands.ts';

export const VIEWS = [
  ['text', 'Text'],
  ['docs', 'Docs'],
  ['diff', 'Diff'],
  ['contract', 'Contract'],
] as const;
export type View = (typeof VIEWS)[number][0];

interface SpecActions {
  readonly tabKey: string;
  readonly object: OpenObject;
  readonly entries: readonly MenuEntry[];
  readonly show: (view: View) => void;
  readonly sync: () => void;
}

/** Offers them while the tab is shown. */
export function useSpecCommands({ tabKey, object, entries, show, sync }: SpecActions): void {
  const shared = { group: 'client', heading: 'API description' } as const;
  useCommands([
    {
      ...shared,
      id: 'client.save',
      title: 'Save',
      keys: 'mod+s',
      inFields: true,
      icon: Save,
      run: () => void save(tabKey),
    },
    { ...discardCommand(tabKey, object), ...shared },
    {
      ...shared,
      id: 'client.spec-sync',
      title: 'Synchronize the collection…',
      keys: 'mod+shift+y',
      inFields: true,
      icon: RefreshCw,
      run: sync,
    },
    ...VIEWS.map(([view, title]) => ({
      ...shared,
      id: `client.spec-${view}`,
      title: `Show ${title.toLowerCase()} of the description`,
      run: () => show(view),
    })),
    ...menuCommands(entries, { ...shared, id: 'client.spec' }),
  ]);
}
