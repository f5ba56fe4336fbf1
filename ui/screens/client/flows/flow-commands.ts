// The commands of a flow in a tab.
import { Play, Save, Square } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { menuCommands, type MenuEntry } from '../../../parts/index.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { discardCommand } from '../request/request-commands.ts';
import type { FlowRow } from './flow-rows.ts';
import { stopFlow, type RunOptions } from './runs.ts';
import { undoSteps } from './step-history.ts';

interface FlowActions {
  readonly tabKey: string;
  readonly object: OpenObject;
  readonly isGoing: boolean;
  readonly current: FlowRow | null;
  readonly entries: readonly MenuEntry[];
  readonly begin: (options?: RunOptions) => void;
}

/** Offers them while the tab is shown. */
export function useFlowCommands({ tabKey, object, isGoing, current, entries, begin }: FlowActions): void {
  const shared = { group: 'client', heading: 'Flow', inFields: true } as const;
  const from = current === null ? null : Number(current.key.split('.', 1)[0]);
  useCommands([
    { ...shared, id: 'client.save', title: 'Save', keys: 'mod+s', icon: Save, run: () => void save(tabKey) },
    { ...discardCommand(tabKey, object), heading: 'Flow' },
    {
      id: 'client.undo',
      title: 'Take back the last change',
      group: 'client',
      heading: 'Flow',
      keys: 'mod+z',
      run: () => undoSteps(tabKey),
    },
    {
      ...shared,
      id: 'client.send',
      title: 'Run the flow',
      keys: 'mod+enter',
      icon: Play,
      run: () => begin(),
    },
    {
      ...shared,
      id: 'client.flow-from',
      title: from === null ? 'Run from here' : `Run from step ${from}`,
      keys: 'mod+alt+enter',
      icon: Play,
      ...(from === null && { why: 'Choose a step' }),
      run: () => from !== null && begin({ from, keepsValues: true }),
    },
    {
      ...shared,
      id: 'client.stop',
      title: 'Stop the flow',
      keys: 'mod+.',
      icon: Square,
      ...(!isGoing && { why: 'Nothing goes on' }),
      run: () => void stopFlow(tabKey),
    },
    ...menuCommands(entries, { group: 'client', heading: 'Flow', id: 'client.flow' }),
  ]);
}
