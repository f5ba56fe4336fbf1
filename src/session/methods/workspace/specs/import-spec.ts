// Adds an API description to the workspace.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { readDescription } from './read-description.ts';

export const importSpec = defineMethod({
  name: 'import_spec',
  summary:
    'Adds an OpenAPI or Swagger description, from a file or as text, with a collection of its operations',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    path: text.min(1, 'the path of a file').optional(),
    text: text.min(1, 'a document').optional(),
  }),
  result: z.strictObject({
    spec: z.strictObject({ id: z.string(), name: z.string() }),
    collection: z.strictObject({ id: z.string(), name: z.string() }),
    requests: z.number(),
    warnings: z.array(z.string()),
  }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const imported = await readDescription(context, params);
    const { requestsOf } = await import('../../../../collections/model/collection.ts');
    const workspace = await context.open();
    const before = new Set((await workspace.specs()).map(({ id }) => id));
    const { copies } = await workspace.import(imported);
    const spec = (await workspace.specs()).find(({ id }) => !before.has(id));
    const [collection] = imported.collections;
    const name = collection?.name ?? '';
    return {
      spec: { id: spec?.id ?? '', name: spec?.name ?? name },
      collection: { id: spec?.collectionId ?? '', name },
      requests: [...requestsOf(collection?.items ?? [])].length,
      warnings: [
        ...copies.map((copy) => `"${copy.name}" is there already, and this is a copy: sync_spec updates it`),
        ...imported.warnings,
      ],
    };
  },
});
