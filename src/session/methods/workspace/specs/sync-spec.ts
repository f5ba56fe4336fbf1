// Updates the collection of an API description.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { readDescription } from './read-description.ts';

export const syncSpec = defineMethod({
  name: 'sync_spec',
  summary:
    'Updates a collection from its API description, or from a new version of it; tests and examples stay',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    spec: text.min(1, 'an id or a name').optional(),
    path: text.min(1, 'the path of a file').optional(),
  }),
  result: z.strictObject({
    spec: z.strictObject({ id: z.string(), name: z.string() }),
    collection: z.strictObject({ id: z.string(), name: z.string() }),
    /** Removed requests are in the trash. */
    changes: z.array(
      z.strictObject({
        type: z.enum(['added', 'updated', 'removed']),
        id: z.string(),
        method: z.string(),
        name: z.string(),
        folders: z.array(z.string()),
      }),
    ),
    warnings: z.array(z.string()),
  }),
  async run({ workspace: context }: WorkspaceOwner, { spec, path }) {
    if (spec === undefined && path === undefined)
      throw new ParameterError('give spec, path, or both', { field: 'spec' });
    const version = path === undefined ? null : await readDescription(context, { path });
    const { syncSpec: sync } = await import('../../../../specs/sync.ts');
    const result = await sync(await context.open(), spec ?? null, version);
    return {
      spec: { id: result.spec.id, name: result.spec.name },
      collection: { id: result.collection.id, name: result.collection.name },
      changes: result.changes.map((change) => ({ ...change, folders: [...change.folders] })),
      warnings: [...result.warnings],
    };
  },
});
