// Lists the API descriptions of the workspace.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';

/** The maximum length of a document in the result. */
const MAX_CHARS = 200_000;

export const listSpecs = defineMethod({
  name: 'list_specs',
  summary:
    'Lists API descriptions with the collections that follow them; with spec, that one and its document',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ spec: text.min(1, 'an id or a name').optional() }),
  result: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      path: z.string(),
      collection: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      document: z.string().optional(),
      /** The characters of the document that were left out. */
      leftOut: z.number().optional(),
    }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { spec }) {
    const workspace = await context.open();
    const { specNamed } = await import('../../../../specs/named.ts');
    const { specText } = await import('../../../../collections/storage/specs.ts');
    const heads = await workspace.collectionHeads();
    const specs = spec === undefined ? await workspace.specs() : [await specNamed(workspace, spec)];
    return specs.map((each) => {
      const { id, name, path, collectionId } = each;
      const head = heads.find((known) => known.id === collectionId);
      const collection = head === undefined ? null : { id: head.id, name: head.name };
      if (spec === undefined) return { id, name, path, collection };
      const document = specText(each);
      const leftOut = Math.max(0, document.length - MAX_CHARS);
      return { id, name, path, collection, document: document.slice(0, MAX_CHARS), leftOut };
    });
  },
});
