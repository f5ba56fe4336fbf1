// Saves the complete rule from the editor, joined with what was changed elsewhere since.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { joinFields, type Fields } from '../../../base/join-fields.ts';
import type { ToolSet } from '../../../tools/tool-set.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { rule, ruleFields, toolName, wholeNumber } from '../fields.ts';

const INDEX = 'Place of a new rule, from 0; by default last';
const BASE =
  'The rule as it was when the edit began: changes of others since then stay; without it, all is replaced';

export const saveRule = defineMethod({
  name: 'ui.save_rule',
  summary: 'Saves a rule as a whole, in place of the one with its id; leaves its tool on or off',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    tool: toolName,
    rule: ruleFields,
    index: wholeNumber(0, 1_000_000).optional().describe(INDEX),
    base: ruleFields.optional().describe(BASE),
  }),
  result: rule,
  async run(app, { tool, rule: edited, index, base }) {
    const saved = await app.changeTools((tools) =>
      tools.put(tool, base === undefined ? edited : joined(tools, tool, edited, base), index),
    );
    const warnings = await app.tools.warnings(tool, saved.id);
    return warnings.length === 0 ? { ...saved } : { ...saved, warnings };
  },
});

/** Throws a UserError when others have changed the same fields, or removed the rule. */
function joined(tools: ToolSet, tool: string, edited: Fields, base: Fields): Fields {
  const now = tools.list(tool)[0]?.rules.find(({ id }) => id === edited['id']);
  if (now === undefined)
    throw new UserError('CONFLICT', 'the rule was deleted meanwhile: save it as a new one', { field: 'id' });
  const result = joinFields(base, edited, { ...now });
  const [field] = result.conflicts;
  if (field !== undefined)
    throw new UserError('CONFLICT', `${field} was changed meanwhile: decide between the two values`, {
      field,
    });
  return result.joined;
}
