// Saves, discards and decides drafts.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import type { ClientFiles } from '../../../client-files/index.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { label, object, objects, objectId, window } from '../fields.ts';
import { shownDraft } from '../shown.ts';
import { draft } from './drafts.ts';

export const saveDraft = defineMethod({
  name: 'client.save_draft',
  summary:
    'Writes a draft into its file, joined with what has changed there; refused where both changed a field',
  effect: 'write',
  faces: UI_ONLY,
  params: object.extend({
    collection: objectId.optional().describe('Id of the collection that takes a new request or folder'),
    folder: objectId.optional().describe('Id of the folder that takes it'),
    name: label.optional().describe('Another name, of one that has no file'),
    window,
  }),
  result: z.strictObject({ path: z.string() }),
  async run(app, { kind, id, collection, folder, name, window: by }) {
    const files = await app.clientFiles();
    if (name !== undefined)
      await files.change({ kind, id }, { isNew: false, window: by }, () => [{ field: 'name', value: name }]);
    const { value } = (await files.view({ kind, id })) ?? {};
    const saved = typeof value?.['name'] === 'string' ? value['name'] : id;
    const act = { label: `Saved ${saved}`, window: by };
    await files.save([{ kind, id }], act, placeOf(files, folder, collection));
    return { path: files.index.find(kind, id)?.path ?? '' };
  },
});

/** Returns the folder that takes a new request, relative to the workspace; null when none is named. */
function placeOf(
  { index }: ClientFiles,
  folder: string | undefined,
  collection: string | undefined,
): string | null {
  const field = folder === undefined ? 'collection' : 'folder';
  const id = folder ?? collection;
  if (id === undefined) return null;
  const file = index.find(field, id);
  if (file === undefined)
    throw new ParameterError(`there is no ${field} with the id ${JSON.stringify(id)}`, { field });
  return file.path.slice(0, file.path.lastIndexOf('/'));
}

export const saveDrafts = defineMethod({
  name: 'client.save_drafts',
  summary: 'Writes several drafts into their files as one step; when one is refused, none is written',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ objects, window }),
  result: z.strictObject({ saved: z.number() }),
  async run(app, { objects: keys, window: by }) {
    const files = await app.clientFiles();
    await files.save(keys, { label: `Saved ${keys.length} objects`, window: by });
    return { saved: keys.length };
  },
});

export const discardDrafts = defineMethod({
  name: 'client.discard_drafts',
  summary: 'Discards drafts as one step, which can be taken back',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ objects, window }),
  result: z.strictObject({ discarded: z.number() }),
  async run(app, { objects: keys, window: by }) {
    const files = await app.clientFiles();
    const drafts = keys.length === 1 ? '1 draft' : `${keys.length} drafts`;
    await files.discard(keys, { label: `Discarded ${drafts}`, window: by });
    return { discarded: keys.length };
  },
});

export const resolveDraft = defineMethod({
  name: 'client.resolve_draft',
  summary: 'Decides conflicts between a draft and its file by field; others stay open',
  effect: 'write',
  faces: UI_ONLY,
  params: object.extend({
    take: z.record(
      z.string(),
      z.enum(['mine', 'theirs'], 'mine or theirs'),
      'an object of fields, each "mine" or "theirs"',
    ),
    window,
  }),
  result: z.strictObject({ draft: draft.nullable() }),
  async run(app, { kind, id, take, window: by }) {
    const files = await app.clientFiles();
    const sides = new Map(Object.entries(take));
    await files.resolve({ kind, id }, (field) => sides.get(field), by);
    const view = await files.view({ kind, id });
    return { draft: view === null ? null : shownDraft(view, app.workspace) };
  },
});
