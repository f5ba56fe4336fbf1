// Counts the captured requests to which each rule applied.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { toolName } from '../fields.ts';

export const ruleHits = defineMethod({
  name: 'ui.rule_hits',
  summary: 'Counts, for each rule of a tool, the requests of the traffic list that it has applied to',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ tool: toolName }),
  result: z.record(z.string(), z.number()),
  async run({ tools, traffic }, { tool }) {
    const [listed] = tools.list(tool);
    const counts = new Map<string, number>();
    for await (const { matchedRules } of traffic.selected())
      for (const match of matchedRules)
        if (match.tool === listed?.tool) counts.set(match.id, (counts.get(match.id) ?? 0) + 1);
    return Object.fromEntries(counts);
  },
});
