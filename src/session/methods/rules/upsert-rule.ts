// Creates or changes a rule.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { rule, ruleFields, toolName } from '../fields.ts';

export const upsertRule = defineMethod({
  name: 'upsert_rule',
  summary:
    'Creates a rule, or changes the given fields of the one with this id, and switches its tool on; see exampleRule of list_rules',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({ tool: toolName, rule: ruleFields }),
  result: rule,
  async run(app, params) {
    const saved = await app.changeTools((tools) => tools.upsert(params.tool, params.rule));
    const warnings = await app.tools.warnings(params.tool, saved.id);
    return warnings.length === 0 ? { ...saved } : { ...saved, warnings };
  },
});
