// The assistants that use the app: their connections, their calls, and undo for them.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { AppContext, Assistants } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams, wholeNumber } from '../fields.ts';

const MAX_CALLS = 1000;
const DEFAULT_CALLS = 200;

export const assistantPrograms = defineMethod({
  name: 'ui.assistants',
  summary: 'Lists the assistants that are known, and how each is connected',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      file: z.string(),
      isOfProject: z.boolean(),
      config: z.string(),
      command: z.string(),
    }),
  ),
  run: (app) => [...assistantsOf(app).programs()],
});

export const assistantCalls = defineMethod({
  name: 'ui.assistant_calls',
  summary: 'Lists what assistants have called, newest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ limit: wholeNumber(1, MAX_CALLS).optional() }),
  result: z.array(
    z.strictObject({
      id: z.string(),
      time: z.string(),
      client: z.string(),
      tool: z.string(),
      params: z.string(),
      outcome: z.enum(['ok', 'error', 'cancelled']),
      error: z.string(),
      durationMs: z.number(),
      undo: z.enum(['possible', 'done', 'none']),
    }),
  ),
  run: async (app, { limit = DEFAULT_CALLS }) => [...(await assistantsOf(app).calls(limit))],
});

export const undoAssistantCall = defineMethod({
  name: 'ui.undo_assistant_call',
  summary: 'Takes back the change that an assistant made with a call',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ id: z.string('the id of a call, as ui.assistant_calls lists it') }),
  result: z.strictObject({ undone: z.literal(true) }),
  async run(app, { id }) {
    await assistantsOf(app).undo(id);
    return { undone: true as const };
  },
});

function assistantsOf({ assistants }: AppContext): Assistants {
  if (assistants === null) throw new UserError('UNSUPPORTED', 'this app knows no assistants');
  return assistants;
}
