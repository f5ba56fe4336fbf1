// Lists environments with their variables.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';
import { masked } from '../masks.ts';

export const listEnvironments = defineMethod({
  name: 'list_environments',
  summary: 'Lists environments, which one is active, and their variables; secret values are masked',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ environment: reference.optional() }),
  result: z.array(
    z.strictObject({ id: z.string(), name: z.string(), active: z.boolean(), variables: z.array(anyObject) }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { environment }) {
    const { environmentNamed } = await import('../../../../collections/storage/named.ts');
    const workspace = await context.open();
    const { activeEnvironment } = workspace.fields();
    const all =
      environment === undefined
        ? await workspace.environments()
        : [await environmentNamed(workspace, environment)];
    return all.map(({ id, name, variables }) => ({
      id,
      name,
      active: id === activeEnvironment,
      variables: masked(variables, context).map((each) => ({ ...each })),
    }));
  },
});
