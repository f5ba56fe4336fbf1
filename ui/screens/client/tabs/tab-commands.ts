// The commands of the strip of tabs.
import { useCommands } from '../../../commands/index.ts';
import { close } from '../model/saving.ts';
import { newRequest } from '../model/steps.ts';
import { reopenTab, stepTab } from '../model/tabs.ts';

export function useTabCommands(current: string | null): void {
  const shared = { group: 'client' } as const;
  useCommands([
    {
      ...shared,
      id: 'client.new-request',
      title: 'New request',
      keys: ['n', 'alt+t'],
      run: () => newRequest(),
    },
    {
      ...shared,
      id: 'client.close-tab',
      title: 'Close the tab',
      keys: 'alt+w',
      ...(current === null && { why: 'No tab is open' }),
      run: () => current !== null && close(current),
    },
    {
      ...shared,
      id: 'client.reopen-tab',
      title: 'Reopen the closed tab',
      keys: 'alt+shift+t',
      run: () => void reopenTab(),
    },
    { ...shared, id: 'client.next-tab', title: 'Go to the next tab', keys: 'alt+.', run: () => stepTab(1) },
    {
      ...shared,
      id: 'client.previous-tab',
      title: 'Go to the tab before',
      keys: 'alt+,',
      run: () => stepTab(-1),
    },
  ]);
}
