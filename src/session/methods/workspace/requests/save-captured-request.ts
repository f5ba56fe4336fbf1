// Saves a captured request in a collection.
import { z } from 'zod';
import { folderNamed, insertItem } from '../../../../collections/edit/items.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { requestId } from '../../fields.ts';
import { capturedRequest } from '../captured-request.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
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
  async run({ workspace: context }: WorkspaceOwner, params) {
    const captured = await capturedRequest(context, params.id);
    const request = { ...captured, name: params.name ?? captured.name };
    return editCollection(context, params.collection, (collection) => {
      const folder =
        params.folder === undefined ? null : folderNamed(collection, params.folder).item.folder.id;
      const items = insertItem(collection.items, folder, { kind: 'request', request });
      return { collection: { ...collection, items }, result: masked(request, context) };
    });
  },
});
