// The documentation of an API description as a page, for the screen or to be saved.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag } from '../../fields.ts';
import { described, onScreen } from './described.ts';

export const specDocs = defineMethod({
  name: 'client.spec_docs',
  summary: 'Returns the documentation of an API description as one HTML page; nothing is written',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    withCollection: flag
      .optional()
      .describe('Default true: the requests and examples of the collection that follows it'),
  }),
  result: z.strictObject({
    html: z.string(),
    bytes: z.int(),
    collection: z.string().nullable().describe('The name of the collection whose requests it shows'),
  }),
  async run(app: AppContext, { withCollection = true, ...params }) {
    const { activeEnvironment } = await import('../../../../collections/storage/named.ts');
    const { readWholeSpec } = await import('../../../../specs/operations/index.ts');
    const { workspace, spec, text } = await described(app, params);
    const head = (await workspace.collectionHeads()).find(({ id }) => id === spec.collectionId);
    const own = head === undefined || !withCollection ? null : await workspace.wholeCollection(head);
    const { html } = await readWholeSpec({ path: spec.path, text }, 'docs', {
      collection: own?.collection ?? null,
      environment: await activeEnvironment(workspace),
    });
    return { html, bytes: Buffer.byteLength(html), collection: own?.collection.name ?? null };
  },
});
