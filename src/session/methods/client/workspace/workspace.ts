// The workspace as the window of the API client shows it.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf, systemCode, UserError } from '../../../../base/errors.ts';
import type { TreeObject } from '../../../../collections/objects/tree.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import { anyFields, kind, object } from '../fields.ts';
import { draft } from '../drafts/drafts.ts';
import { shownDraft } from '../shown.ts';
import { masked } from '../../workspace/masks.ts';

const fileError = z.strictObject({
  line: z.number(),
  reason: z.string(),
  isConflict: z.literal(true).optional().describe('It has the marks of a merge'),
});

const treeObject: z.ZodType<TreeObject> = z.strictObject({
  kind,
  id: z.string(),
  name: z.string(),
  path: z.string(),
  type: z.unknown().optional(),
  method: z.unknown().optional(),
  url: z.unknown().optional(),
  collectionId: z.unknown().optional(),
  examples: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .readonly()
    .optional(),
  error: fileError.optional(),
  get items() {
    return z.array(treeObject).readonly().optional();
  },
}) as z.ZodType<TreeObject>;

export const clientWorkspace = defineMethod({
  name: 'client.workspace',
  summary:
    'Returns the tree of the workspace with files that cannot be used, and follows its files from then on',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({
    folder: z.string(),
    gone: z.string().nullable().describe('The reason why the folder cannot be read'),
    readOnly: z.string().nullable().describe('The reason why nothing can be written'),
    tree: z.array(treeObject).readonly(),
    drafts: z.array(z.strictObject({ kind, id: z.string(), isNew: z.boolean(), name: z.string() })),
    problems: z.array(z.strictObject({ path: z.string(), line: z.number(), reason: z.string() })),
    duplicates: z
      .array(z.strictObject({ path: z.string(), of: z.string() }))
      .describe('Files that have the id of another'),
  }),
  async run(app) {
    const files = await app.clientFiles();
    const { treeOf } = await import('../../../../collections/objects/tree.ts');
    const { draftValue } = await import('../../../../collections/drafts/draft.ts');
    const broken = [...files.index.files.values()].filter(({ error }) => error !== null);
    return {
      folder: files.folder,
      gone: files.gone,
      readOnly: await whyReadOnly(files.folder),
      tree: treeOf(files.index),
      drafts: files.drafts.all().map((each) => {
        const { name } = draftValue(each);
        return {
          kind: each.kind,
          id: each.id,
          isNew: each.isNew,
          name: typeof name === 'string' ? name : each.id,
        };
      }),
      problems: broken.map(({ path, error }) => ({ path, line: error!.line, reason: error!.reason })),
      duplicates: files.index.duplicates().map(({ file, of }) => ({ path: file.path, of })),
    };
  },
});

async function whyReadOnly(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK);
    return null;
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? null : messageOf(error);
  }
}

export const clientObject = defineMethod({
  name: 'client.object',
  summary: 'Returns the fields of an object as its file has them, and its draft',
  effect: 'read',
  faces: UI_ONLY,
  params: object,
  result: z.strictObject({
    path: z.string().nullable(),
    fields: anyFields.nullable().describe('Null for an object without a file'),
    draft: draft.nullable(),
  }),
  async run(app, key) {
    // A page that reads a description shows its problems next.
    if (key.kind === 'spec') (await import('../../../../specs/check-text.ts')).prepareChecks();
    const files = await app.clientFiles();
    const view = await files.view(key);
    const stored = await files.stored(key);
    if (stored === null && view === null)
      throw new UserError('NOT_FOUND', `there is no ${key.kind} ${JSON.stringify(key.id)}`, { field: 'id' });
    return {
      path: stored?.file.path ?? null,
      fields: stored === null ? null : masked(stored.fields, app.workspace),
      draft: view === null ? null : shownDraft(view, app.workspace),
    };
  },
});
