// Shows a saved request.
import { z } from 'zod';
import { requestNamed } from '../../../../collections/edit/items.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { masked } from '../masks.ts';

export const getSavedRequest = defineMethod({
  name: 'get_saved_request',
  summary: 'Shows all fields of a saved request with its scripts and examples; read it before update_request',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ collection: reference, request: reference }),
  result: z.looseObject({ id: z.string(), name: z.string(), type: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { collectionNamed } = await import('../../../../collections/storage/named.ts');
    const { collection } = await collectionNamed(await context.open(), params.collection);
    const { item, folders } = requestNamed(collection, params.request);
    return masked({ ...item.request, folders: folders.map(({ name }) => name) }, context);
  },
});
