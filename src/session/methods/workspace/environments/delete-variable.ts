// Deletes one variable.
import { z } from 'zod';
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { OWNER, ownedVariables, scope } from './variable-owner.ts';

export const deleteVariable = defineMethod({
  name: 'delete_variable',
  summary: 'Deletes a variable with its value; it cannot be restored',
  effect: 'destructive',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ scope, owner: reference.optional().describe(OWNER), key: reference }),
  result: z.strictObject({ deleted: z.string(), scope: z.string(), owner: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, { scope: of, owner, key }) {
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const found = await ownedVariables(workspace, of, owner);
      const remaining = found.variables.filter(({ name }) => name !== key);
      if (remaining.length === found.variables.length) {
        const names = found.variables.map(({ name }) => name);
        const hint = names.length === 0 ? 'there are none' : didYouMean(key, names);
        throw new ParameterError(`there is no variable ${JSON.stringify(key)}: ${hint}`, { field: 'key' });
      }
      await found.save(remaining);
      return { deleted: key, scope: of, owner: found.owner };
    });
  },
});
