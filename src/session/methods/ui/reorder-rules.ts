// Changes the order of a tool's rules. Rules are tried in this order.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { text, toolName } from '../fields.ts';

const IDS = 'a list of ids of rules';

export const reorderRules = defineMethod({
  name: 'ui.reorder_rules',
  summary: 'Reorders the rules of a debugging tool',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ tool: toolName, ids: z.array(text, IDS) }),
  result: z.strictObject({ ids: z.array(z.string()) }),
  async run(app, { tool, ids }) {
    await app.changeTools((tools) => tools.reorder(tool, ids));
    return { ids };
  },
});
