// Updates the collection of an API description.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { SyncChange } from '../../../../specs/sync.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { readDescription } from './read-description.ts';

export const syncChange = z.strictObject({
  type: z.enum(['added', 'updated', 'removed']),
  id: z.string(),
  method: z.string(),
  name: z.string(),
  folders: z.array(z.string()),
  /** Parts of an updated request: new, gone or another value. */
  differences: z.array(z.strictObject({ mark: z.enum(['+', '-', '~']), what: z.string() })),
});

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
    leaveOut: z.array(text, 'a list of ids of requests').optional().describe('Ids of changes not to make'),
  }),
  result: z.strictObject({
    spec: z.strictObject({ id: z.string(), name: z.string() }),
    collection: z.strictObject({ id: z.string(), name: z.string() }),
    /** Removed requests are in the trash. */
    changes: z.array(syncChange),
    warnings: z.array(z.string()),
  }),
  async run({ workspace: context }: WorkspaceOwner, { spec, path, leaveOut = [] }) {
    if (spec === undefined && path === undefined)
      throw new ParameterError('give spec, path, or both', { field: 'spec' });
    const version = path === undefined ? null : await readDescription(context, { path });
    const { syncSpec: sync } = await import('../../../../specs/sync.ts');
    const result = await sync(await context.open(), spec ?? null, version, new Set(leaveOut));
    return {
      spec: { id: result.spec.id, name: result.spec.name },
      collection: { id: result.collection.id, name: result.collection.name },
      changes: result.changes.map(shownChange),
      warnings: [...result.warnings],
    };
  },
});

/** Returns a change with lists of its own, as results have them. */
export function shownChange(change: SyncChange): z.output<typeof syncChange> {
  return {
    ...change,
    folders: [...change.folders],
    differences: change.differences.map((each) => ({ ...each })),
  };
}
