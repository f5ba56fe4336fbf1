// Creates a rule that matches a captured request, for the user to complete.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flag, flowOf, requestId, rule, toolName } from '../fields.ts';
import { matchesField, matchesNow } from './matches-now.ts';
import { restoreRule } from './restore-rule.ts';

export const ruleFromRequest = defineMethod({
  name: 'rule_from_request',
  summary: 'Creates a rule that matches a captured request, saves it and switches its tool on',
  effect: 'write',
  faces: EVERYWHERE,
  toolset: 'rules',
  undo: (app, { tool }) => restoreRule(app, { tool }, (created) => created.rule),
  params: z.strictObject({
    tool: toolName,
    id: requestId,
    open: flag.optional().describe('Also show it in the Tools window of the app'),
  }),
  result: z.strictObject({ tool: z.string(), rule, matches: matchesField }),
  async run(app, { tool, id, open = false }) {
    const flow = flowOf(app, id);
    const created = await app.changeTools((tools) => tools.ruleFromFlow(tool, flow));
    const [listed] = app.tools.list(tool);
    const name = listed?.tool ?? tool;
    if (open) await app.show({ target: 'tools', tool: name, rule: created.id });
    return { tool: name, rule: { ...created }, matches: await matchesNow(app, tool, [created]) };
  },
});
