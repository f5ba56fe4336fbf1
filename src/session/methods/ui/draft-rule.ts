// Drafts a rule that matches a captured request, for the user to complete and save.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flowOf, requestId, rule, toolName } from '../fields.ts';

export const draftRule = defineMethod({
  name: 'ui.draft_rule',
  summary: 'Returns a rule that matches a captured request, without saving it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ tool: toolName, id: requestId }),
  result: rule,
  run: async (app, { tool, id }) => ({ ...(await app.tools.draftFromFlow(tool, flowOf(app, id))) }),
});
