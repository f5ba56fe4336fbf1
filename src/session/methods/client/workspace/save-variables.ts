// Saves whole lists of variables, such as after their order has changed.
import { z } from 'zod';
import { checked } from '../../../../collections/edit/changes.ts';
import { variable } from '../../../../collections/model/values.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { OWNER, ownedVariables, scope } from '../../workspace/environments/variable-owner.ts';
import { reference, variables } from '../../workspace/fields.ts';
import { unmasked } from '../../workspace/masks.ts';
import { label, window } from '../fields.ts';

export const saveVariables = defineMethod({
  name: 'client.save_variables',
  summary: 'Replaces lists of variables as one step; masks stand for the values that their variables have',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    label: label.describe('What the step does, such as "Moved region"'),
    lists: z
      .array(
        z.strictObject({ scope, owner: reference.optional().describe(OWNER), variables }),
        'a list of {"scope", "owner?", "variables"}',
      )
      .min(1, 'at least one list')
      .max(1000)
      .readonly(),
    window,
  }),
  result: z.strictObject({ saved: z.number() }),
  async run(app, { label: called, lists, window: by }) {
    const files = await app.clientFiles();
    await files.act({ label: called, window: by }, ({ workspace }) =>
      workspace.exclusively(async () => {
        for (const [at, { scope: of, owner, variables: given }] of lists.entries()) {
          const field = `lists[${at}].variables`;
          const found = await ownedVariables(workspace, of, owner);
          const plain = unmasked(app.workspace, given, found.variables, field);
          await found.save(checked(z.array(variable), plain, field));
        }
      }),
    );
    return { saved: lists.length };
  },
});
