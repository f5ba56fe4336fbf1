// Saves the complete rule from the editor, not a change of it.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { rule, ruleFields, toolName, wholeNumber } from '../fields.ts';

const INDEX = 'Place of a new rule, from 0; by default last';

export const saveRule = defineMethod({
  name: 'ui.save_rule',
  summary: 'Saves a rule as a whole, in place of the one with its id; leaves its tool on or off',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    tool: toolName,
    rule: ruleFields,
    index: wholeNumber(0, 1_000_000).optional().describe(INDEX),
  }),
  result: rule,
  async run(app, params) {
    const saved = await app.changeTools((tools) => tools.put(params.tool, params.rule, params.index));
    const warnings = await app.tools.warnings(params.tool, saved.id);
    return warnings.length === 0 ? { ...saved } : { ...saved, warnings };
  },
});
