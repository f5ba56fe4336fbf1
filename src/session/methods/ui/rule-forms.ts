// Describes the rules of the debugging tools. The pages draw their editors from this description.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

const fields = z.record(z.string(), z.unknown()).readonly().nullable();

export const ruleForms = defineMethod({
  name: 'ui.rule_forms',
  summary: 'Returns the JSON Schema and the defaults of the rules of each debugging tool',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(
    z
      .object({
        tool: z.string(),
        matching: z.enum(['first', 'all']),
        schema: fields,
        defaults: fields,
        starter: z.record(z.string(), z.unknown()).readonly(),
        own: z.array(z.string()).readonly(),
      })
      .readonly(),
  ),
  run: ({ tools }) => [...tools.ruleForms()],
});
