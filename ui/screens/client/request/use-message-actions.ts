// The choices for a message of a connection: to expect it in later runs.
import { useMemo } from 'react';
import type { MessageAction } from '../messages/message-actions.ts';
import { openObject } from '../model/objects.ts';
import { say } from '../../../state/toasts.ts';
import { editRequest, requestView, type RequestType } from './fields.ts';
import { typeView } from './types/index.ts';

export function useMessageActions(tab: string, type: RequestType): readonly MessageAction[] {
  return useMemo(() => {
    const { expecting } = typeView(type);
    if (expecting === undefined) return [];
    return [
      {
        label: 'Add expect step',
        isFor: ({ direction, kind, omitted }) => direction === 'received' && kind === 'text' && omitted === 0,
        run: ({ text = '' }) => {
          const before = requestView(openObject(tab).value);
          const changed = expecting(before, text);
          editRequest(tab, changed);
          const restored = Object.fromEntries(
            Object.keys(changed).map((field) => [field, Reflect.get(before, field)]),
          );
          say('Added a step that expects this message', () => editRequest(tab, restored));
        },
      },
    ];
  }, [tab, type]);
}
