// The uses of a variable, and its renaming everywhere.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import { VARIABLE_SCOPES, scope } from '../../workspace/environments/variable-owner.ts';
import { masked } from '../../workspace/masks.ts';
import { objectId, window } from '../fields.ts';
import { occurrence, shownOccurrence } from './search.ts';

const NAME = 'the name of a variable';
const name = z
  .string(NAME)
  .trim()
  .min(1, NAME)
  .max(1000, NAME)
  .refine((text) => !/[{}]/.test(text), `${NAME} without braces`);
const owned = {
  scope: scope.describe(`${VARIABLE_SCOPES.join(', ')}; environment without owner means all of them`),
  owner: objectId.optional().describe('Id of the environment, collection, folder or request'),
  name,
};

export const variableUses = defineMethod({
  name: 'client.variable_uses',
  summary: 'Finds where a variable is used, by file; with a new name it shows what would stand there',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...owned, to: name.optional() }),
  result: z.strictObject({ occurrences: z.array(occurrence), files: z.number() }),
  async run(app, { to, scope: of, owner, name: called }) {
    const { variableUses: uses } = await import('../../../client-files/variables.ts');
    const files = await app.clientFiles();
    const variable = { scope: of, owner, name: called };
    const occurrences = await uses(files, variable, to ?? null, (fields) => masked(fields, app.workspace));
    return {
      occurrences: occurrences.map(shownOccurrence),
      files: new Set(occurrences.map(({ object: { kind, id } }) => `${kind}/${id}`)).size,
    };
  },
});

export const variableCounts = defineMethod({
  name: 'client.variable_counts',
  summary: 'Counts how often each variable is used in the workspace',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ counts: z.array(z.strictObject({ name: z.string(), uses: z.number() })) }),
  async run(app) {
    const { variableCounts: counted } = await import('../../../client-files/variable-counts.ts');
    const counts = await counted(await app.clientFiles());
    return { counts: Array.from(counts, ([name, uses]) => ({ name, uses })) };
  },
});

export const renameVariable = defineMethod({
  name: 'client.rename_variable',
  summary: 'Renames a variable and its uses, in drafts, or in files without one, as one step',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...owned,
    to: name,
    occurrences: z
      .array(z.string(), 'a list of occurrences, as client.variable_uses shows them')
      .max(100_000)
      .readonly()
      .optional()
      .describe('By default all without a risk'),
    window,
  }),
  result: z.strictObject({ occurrences: z.number(), objects: z.number() }),
  async run(app, { scope: of, owner, name: called, to, occurrences, window: by }) {
    const { renameVariable: rename, variableUses: uses } = await import('../../../client-files/variables.ts');
    const files = await app.clientFiles();
    const variable = { scope: of, owner, name: called };
    const shown = <T>(fields: T): T => masked(fields, app.workspace);
    const safe = async (): Promise<readonly string[]> =>
      (await uses(files, variable, to, shown)).flatMap((each) =>
        each.risk === null ? [each.occurrence] : [],
      );
    const chosen = new Set(occurrences ?? (await safe()));
    const label = `Renamed ${called} to ${to}`;
    return rename(files, { label, window: by }, variable, { to, occurrences: chosen, shown });
  },
});
