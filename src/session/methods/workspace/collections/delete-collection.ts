// Deletes a collection with everything in it.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

export const deleteCollection = defineMethod({
  name: 'delete_collection',
  summary: 'Deletes a collection with all of its folders and requests; restore_item may bring it back',
  effect: 'destructive',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ collection: reference }),
  result: z.strictObject({ deleted: z.string(), name: z.string(), trashId: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, { collection }) {
    const { collectionHeadNamed } = await import('../../../../collections/storage/named.ts');
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const head = await collectionHeadNamed(workspace, collection);
      const { id: trashId } = await workspace.trash({ ...head, kind: 'collection' });
      return { deleted: head.id, name: head.name, trashId };
    });
  },
});
