// The commands of a request in a tab.
import { Code, Save, Trash2 } from 'lucide-react';
import { useCommands, type Command } from '../../../commands/index.ts';
import { useStore } from '../../../state/store.ts';
import { disconnect } from '../connections/index.ts';
import { isOpen } from '../connections/state.ts';
import type { OpenObject } from '../model/open-object.ts';
import { discard } from '../model/saving.ts';
import { useSend } from '../sends/index.ts';
import { requestView, type RequestView } from './fields.ts';
import { isBelow } from './request-split.tsx';
import { typeView } from './types/index.ts';

interface RequestActions {
  readonly tabKey: string;
  readonly object: OpenObject;
  readonly onSave: () => void;
  readonly onSend: () => void;
  readonly onCode: () => void;
}

/** Offers them while the tab is shown. */
export function useRequestCommands({ tabKey, object, onSave, onSend, onCode }: RequestActions): void {
  const request = requestView(object.value);
  const state = useSend(tabKey);
  const below = useStore(isBelow);
  useCommands([
    {
      id: 'client.save',
      title: 'Save',
      group: 'client',
      keys: 'mod+s',
      inFields: true,
      icon: Save,
      run: onSave,
    },
    {
      id: 'client.send',
      title: typeView(request.type).send(request),
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      run: onSend,
    },
    {
      id: 'client.stop',
      title: isOpen(state) ? 'Disconnect' : 'Stop',
      group: 'client',
      keys: 'mod+.',
      inFields: true,
      ...(state.type !== 'going' && { why: 'Nothing goes on' }),
      run: () => disconnect(tabKey),
    },
    discardCommand(tabKey, object),
    {
      id: 'client.code',
      title: 'Show the request as code',
      group: 'client',
      icon: Code,
      words: 'curl snippet copy as',
      ...(!hasCode(request) && { why: 'Only requests over HTTP are shown as code' }),
      run: onCode,
    },
    belowCommand(below),
  ]);
}

/** Returns true for a request that is shown as code. */
export function hasCode({ type }: RequestView): boolean {
  return type === 'http' || type === 'graphql';
}

/** Gives up what was typed; folders and collections have it too. */
export function discardCommand(tabKey: string, { isUnsaved }: OpenObject): Command {
  return {
    id: 'client.discard',
    title: 'Discard the changes',
    group: 'client',
    icon: Trash2,
    ...(!isUnsaved && { why: 'Nothing has changed' }),
    run: () => void discard(tabKey),
  };
}

function belowCommand(below: boolean): Command {
  return {
    id: 'client.below',
    title: below ? 'Show the response at the right' : 'Show the response below',
    group: 'client',
    keys: 'alt+d',
    run: () => isBelow.set(!below),
  };
}
