// The assistants, and the calls that the app has logged.
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import type { ResultOf } from '../../../src/session/methods/ui-types.ts';
import { createResource } from '../../state/resource.ts';
import { say } from '../../state/toasts.ts';

export type AssistantProgram = ResultOf<'ui.assistants'>[number];
export type AssistantCall = ResultOf<'ui.assistant_calls'>[number];

export const programs = createResource(() => rpc('ui.assistants', {}));
export const calls = createResource(() => rpc('ui.assistant_calls', { limit: 500 }));

/** Undoes the change of a call, and says so. */
export async function undoCall({ id, tool }: AssistantCall): Promise<void> {
  await attempt('It cannot be taken back', async () => {
    await rpc('ui.undo_assistant_call', { id });
    say(`${tool} is taken back`);
  });
  await calls.load();
}
