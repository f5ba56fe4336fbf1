// Saves a captured request in a collection.
import { z } from 'zod';
import { folderNamed, requestNamed } from '../../../../collections/edit/items.ts';
import { ParameterError, UserError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { requestId } from '../../fields.ts';
import { saveVariables, surroundingsOf, used, withRequest } from '../captured-plan.ts';
import type { WorkspaceContext, WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { objectName, reference } from '../fields.ts';
import { masked } from '../masks.ts';

export const saveCapturedRequest = defineMethod({
  name: 'save_captured_request',
  summary: 'Saves a captured request in a collection, its response as an example; needs a running proxy',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    id: requestId,
    collection: reference,
    folder: reference.optional(),
    name: objectName.optional(),
  }),
  result: z.looseObject({ id: z.string(), name: z.string(), type: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, { id, collection: owner, folder: parent, name }) {
    const { planRequests } = await import('../../../../traffic/to-collection/index.ts');
    const flow = await capturedFlow(context, id);
    return editCollection(context, owner, async (collection, workspace) => {
      const folder = parent === undefined ? null : folderNamed(collection, parent).item.folder.id;
      const surroundings = await surroundingsOf(workspace, collection, parent);
      const planned = await planRequests([flow], collection, surroundings, {
        keep: new Set(),
        requests: new Map(),
        // The response is the example, whatever its status.
        choice: { name, examples: [id] },
      });
      const [found] = planned.requests;
      if (found === undefined) throw cannotBeSaved(id, 'it is a tunnel');
      // Whoever gives a name or a folder wants a request of that name, there.
      const isNew = name !== undefined || folder !== null;
      const request = isNew ? { ...found, existing: null } : found;
      const shared = await saveVariables(workspace, used(planned.variables, [request]));
      const changed = {
        ...collection,
        items: withRequest(collection.items, folder, request),
        variables: [...collection.variables, ...shared],
      };
      const saved = requestNamed(changed, request.existing ?? request.request.id).item.request;
      return { collection: changed, result: masked(saved, context) };
    });
  },
});

async function capturedFlow(context: WorkspaceContext, id: number) {
  const { flowOfHar } = await import('../../../../traffic/to-collection/har-flow.ts');
  const proxy = await context.proxy();
  const har = await proxy.har(id);
  return flowOfHar(har, id).catch((error: unknown) => {
    throw error instanceof UserError ? cannotBeSaved(id, error.message) : error;
  });
}

function cannotBeSaved(id: number, reason: string): ParameterError {
  return new ParameterError(`Request ${id} cannot be saved: ${reason}`, { field: 'id' });
}
