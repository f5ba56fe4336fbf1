// Creates an environment, or replaces its variables.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { checked } from '../../../../collections/edit/changes.ts';
import type { Environment } from '../../../../collections/model/environment.ts';
import { variable } from '../../../../collections/model/values.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, objectName, variables } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';

export const saveEnvironment = defineMethod({
  name: 'save_environment',
  summary: 'Creates an environment, or replaces all variables of the one with this name; rename renames it',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ name: objectName, variables, rename: objectName.optional() }),
  result: z.strictObject({
    id: z.string(),
    name: z.string(),
    created: z.boolean(),
    variables: z.array(anyObject),
  }),
  async run({ workspace: context }: WorkspaceOwner, { name, variables: given, rename }) {
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const all = await workspace.environments();
      const same = (each: Environment): boolean => each.name.toLowerCase() === name.toLowerCase();
      const known =
        all.find(({ id }) => id === name) ?? all.find((each) => each.name === name) ?? all.find(same);
      const own = rename ?? known?.name ?? name;
      const other = all.find((each) => each.name === own && each.id !== known?.id);
      if (other !== undefined)
        throw new ParameterError(`there is an environment ${JSON.stringify(own)} already, ${other.id}`, {
          field: rename === undefined ? 'name' : 'rename',
        });
      const plain = unmasked(context, given, known?.variables ?? [], 'variables');
      const list = checked(z.array(variable), plain, 'variables');
      const environment = { id: known?.id ?? crypto.randomUUID(), name: own, variables: list };
      await (known === undefined
        ? workspace.addEnvironment(environment)
        : workspace.saveEnvironment(environment));
      const created = known === undefined;
      return { ...environment, created, variables: masked(list, context) };
    });
  },
});
