// Deletes a rule.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { text, toolName } from '../fields.ts';

export const deleteRule = defineMethod({
  name: 'delete_rule',
  summary: 'Deletes a rule',
  effect: 'destructive',
  faces: EVERYWHERE,
  params: z.strictObject({ tool: toolName, id: text }),
  result: z.strictObject({ deleted: z.string() }),
  async run(app, { tool, id }) {
    await app.changeTools((tools) => tools.remove(tool, id));
    return { deleted: id };
  },
});
