// Lists flows of several steps, or shows one.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';

export const listClientFlows = defineMethod({
  name: 'list_client_flows',
  summary: 'Lists flows (requests with conditions, loops, scripts between them); with a name, its steps too',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ flow: reference.optional() }),
  result: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      steps: z.number(),
      list: z.array(anyObject).optional(),
    }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { flow }) {
    const { flowNamed } = await import('../../../../collections/storage/named.ts');
    const workspace = await context.open();
    const found = flow === undefined ? await workspace.flows() : [await flowNamed(workspace, flow)];
    return found.map(({ id, name, steps }) => ({
      id,
      name,
      steps: steps.length,
      ...(flow !== undefined && { list: steps.map((step) => ({ ...step })) }),
    }));
  },
});
