// The changes that a synchronization of an API description would make in its collection.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { shownChange, syncChange } from '../../workspace/specs/sync-spec.ts';
import { described, onScreen } from './described.ts';

export const previewSpecSync = defineMethod({
  name: 'client.preview_sync',
  summary: 'Tells what sync_spec would change in the collection of an API description; nothing is written',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(onScreen),
  result: z.strictObject({
    collection: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .describe('Null where a collection is made'),
    changes: z.array(syncChange),
  }),
  async run(app: AppContext, params) {
    const { readWholeSpec } = await import('../../../../specs/operations/index.ts');
    const { previewSync } = await import('../../../../specs/sync.ts');
    const { workspace, spec, text } = await described(app, params);
    const { collection: theirs } = await readWholeSpec({ path: spec.path, text }, 'whole', {});
    const { collection, changes } = await previewSync(workspace, spec, theirs);
    return {
      collection: collection === theirs ? null : { id: collection.id, name: collection.name },
      changes: changes.map(shownChange),
    };
  },
});
