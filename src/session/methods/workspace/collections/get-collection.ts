// Shows a collection: its tree, and the settings for all requests in it.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { outline } from '../editing.ts';
import { anyObject, reference } from '../fields.ts';
import { masked } from '../masks.ts';

export const getCollection = defineMethod({
  name: 'get_collection',
  summary: 'Shows the folders and requests of a collection, its variables, authorization, scripts and docs',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ collection: reference }),
  result: z.looseObject({ id: z.string(), name: z.string(), items: z.array(anyObject) }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { collectionNamed } = await import('../../../../collections/storage/named.ts');
    const { collection } = await collectionNamed(await context.open(), params.collection);
    return masked({ ...collection, items: [...outline(collection.items)] }, context);
  },
});
