// Lists the debugging tools with their rules.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { rule, toolName } from '../fields.ts';

export const listRules = defineMethod({
  name: 'list_rules',
  summary:
    'Lists the debugging tools: whether each is on, its rules, and an example with every field of a rule',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ tool: toolName.optional() }),
  result: z.array(
    z.strictObject({
      tool: z.string(),
      title: z.string(),
      enabled: z.boolean(),
      summary: z.string(),
      rules: z.array(rule).readonly(),
      exampleRule: rule.nullable(),
    }),
  ),
  run: ({ tools }, { tool }) => [...tools.list(tool)],
});
