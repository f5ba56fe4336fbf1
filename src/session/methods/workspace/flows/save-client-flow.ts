// Creates a flow, or replaces the steps of one.
import { z } from 'zod';
import { checked } from '../../../../collections/edit/changes.ts';
import { clientFlow } from '../../../../collections/model/flow.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { looseObject, objectName } from '../fields.ts';

export const saveClientFlow = defineMethod({
  name: 'save_client_flow',
  summary:
    'Creates a flow, or replaces the steps of the one with this name; list_client_flows shows examples',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    name: objectName,
    steps: z
      .array(looseObject, 'a list of steps')
      .describe(
        '{type: send|extract|condition|loop|delay|script, …} such as {"type":"send","request":"Login"}',
      ),
  }),
  result: z.strictObject({ id: z.string(), name: z.string(), created: z.boolean(), steps: z.number() }),
  async run({ workspace: context }: WorkspaceOwner, { name, steps: given }) {
    const { sendsOf } = await import('../../../../runs/flows/sends.ts');
    const workspace = await context.open();
    const steps = checked(clientFlow.shape.steps, given, 'steps');
    return workspace.exclusively(async () => {
      const known = (await workspace.flows()).find((each) => each.name === name || each.id === name);
      const flow = { id: known?.id ?? crypto.randomUUID(), name: known?.name ?? name, steps };
      // A step that names no request would fail every run.
      sendsOf(
        flow,
        (await workspace.collections()).map(({ collection }) => collection),
      );
      await workspace.saveFlow(flow);
      return { id: flow.id, name: flow.name, created: known === undefined, steps: steps.length };
    });
  },
});
