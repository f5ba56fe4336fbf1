// Imports the debugging tools and rules of a file.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';

const STATE = 'the content of a tools file, an object with version and tools';

export const importRules = defineMethod({
  name: 'ui.import_rules',
  summary: 'Adds the rules of a tools file to those that are there, or puts them in their place',
  effect: 'destructive',
  faces: UI_ONLY,
  params: z.strictObject({
    state: z.record(z.string(), z.unknown(), STATE),
    mode: z.enum(['add', 'replace'], '"add" or "replace"'),
  }),
  result: z.strictObject({ rules: z.number() }),
  async run(app, { state, mode }) {
    const before = mode === 'add' ? countRules(app.tools.list()) : 0;
    await app.changeTools((tools) => (mode === 'add' ? tools.add(state) : tools.load(state)));
    return { rules: countRules(app.tools.list()) - before };
  },
});

function countRules(tools: readonly { readonly rules: readonly unknown[] }[]): number {
  return tools.reduce((sum, { rules }) => sum + rules.length, 0);
}
