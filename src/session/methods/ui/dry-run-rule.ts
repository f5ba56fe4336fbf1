// Finds the captured requests that a rule would match.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { ruleFields, toolName } from '../fields.ts';

export const dryRunRule = defineMethod({
  name: 'ui.dry_run_rule',
  summary: 'Finds which of the newest requests of the traffic list a rule would match, without saving it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ tool: toolName, rule: ruleFields }),
  result: z.object({
    matched: z.array(z.number()).readonly(),
    nearly: z.array(z.object({ id: z.number(), why: z.string() }).readonly()).readonly(),
    examined: z.number(),
    isCut: z.boolean(),
  }),
  run: ({ tools, traffic }, { tool, rule }) => tools.dryRun(tool, rule, traffic.newestFirst()),
});
