// Lists the collections of the workspace.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';

export const listCollections = defineMethod({
  name: 'list_collections',
  summary: 'Lists the collections of saved requests with their ids; get_collection shows what one holds',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.array(
    z.strictObject({ id: z.string(), name: z.string(), requests: z.number(), path: z.string() }),
  ),
  async run({ workspace: context }: WorkspaceOwner) {
    const workspace = await context.open();
    const { requestsOf } = await import('../../../../collections/model/collection.ts');
    return (await workspace.collections()).map(({ collection: { id, name, items }, path }) => ({
      id,
      name,
      requests: [...requestsOf(items)].length,
      path,
    }));
  },
});
