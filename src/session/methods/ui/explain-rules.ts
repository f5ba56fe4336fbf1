// Explains which rules matched a request, and why others nearly matched but did not.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flowOf, requestId } from '../fields.ts';

export const explainRules = defineMethod({
  name: 'ui.explain_rules',
  summary: 'Explains for each rule whether it matches a captured request, and why not',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: requestId }),
  result: z.array(
    z
      .object({
        tool: z.string(),
        title: z.string(),
        id: z.string(),
        name: z.string(),
        active: z.boolean(),
        result: z.enum(['matched', 'nearly', 'not']),
        reasons: z.array(z.string()).readonly(),
      })
      .readonly(),
  ),
  run: async (app, { id }) => [...(await app.tools.explain(flowOf(app, id)))],
});
