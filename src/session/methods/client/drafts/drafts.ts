// Drafts: typed into objects of the workspace, and not saved.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { anyFields, kind, object, window } from '../fields.ts';
import { plainChanges, shownDraft } from '../shown.ts';
import { textEdit, wholeChange } from './text-edits.ts';

const FIELD = 'a field, such as "url" or "auth.token"';

export const draft = z.strictObject({
  kind,
  id: z.string(),
  name: z.string(),
  path: z.string().nullable().describe('Its file, relative to the workspace'),
  state: z.enum(['new', 'saved', 'deleted', 'unreadable']),
  base: anyFields.describe('The object from which it began'),
  value: anyFields.describe('The object with what was typed'),
  changed: z.array(z.string()).readonly().describe('Fields that differ, such as headers[Accept].value'),
  conflicts: z
    .array(
      z.strictObject({
        field: z.string(),
        base: z.unknown().optional().describe('Absent where the field is'),
        mine: z.unknown().optional(),
        theirs: z.unknown().optional(),
      }),
    )
    .readonly()
    .describe('Fields that the file has changed too'),
});

const notSaved = z.string().nullable().describe('The reason why only the memory of the app has drafts');

export const listDrafts = defineMethod({
  name: 'client.drafts',
  summary: 'Returns what was typed into objects of the workspace and is not saved, joined with their files',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ object: object.optional() }),
  result: z.strictObject({ drafts: z.array(draft), notSaved, broken: z.array(z.string()).readonly() }),
  async run(app, { object: one }) {
    const files = await app.clientFiles();
    const views = one === undefined ? await files.views() : [await files.view(one)];
    const drafts = views.flatMap((view) => (view === null ? [] : [shownDraft(view, app.workspace)]));
    return { drafts, notSaved: files.drafts.error, broken: files.brokenDrafts };
  },
});

export const changeDraft = defineMethod({
  name: 'client.change_draft',
  summary: 'Changes fields of an object in its draft, which begins with the first change; the file stays',
  effect: 'write',
  faces: UI_ONLY,
  params: object.extend({
    changes: z
      .array(
        z.strictObject({
          field: z.string(FIELD).min(1, FIELD).max(500, FIELD),
          value: z.unknown().optional(),
          edit: textEdit.optional().describe('In place of a value: the part of a long text that changes'),
          was: z.unknown().optional().describe('What the window showed before: other changes of a list stay'),
        }),
        'a list of {"field", "value", "was?"}',
      )
      .max(1000)
      .readonly(),
    isNew: z.boolean().default(false).describe('True for a request that was never saved; its id is new'),
    isBrief: z
      .boolean()
      .default(false)
      .describe('True for a draft without base and value, for long texts that the caller has'),
    window,
  }),
  result: z.strictObject({ draft: draft.nullable(), notSaved }),
  async run(app, { kind: of, id, changes, isNew, isBrief, window: by }) {
    const files = await app.clientFiles();
    const key = { kind: of, id };
    await files.change(key, { isNew, window: by }, (value) =>
      plainChanges(
        changes.map((change) => wholeChange(change, value)),
        value,
        app.workspace,
      ),
    );
    const view = await files.view(key);
    const shown = view === null ? null : shownDraft(view, app.workspace);
    return {
      draft: shown === null || !isBrief ? shown : { ...shown, base: {}, value: {} },
      notSaved: files.drafts.error,
    };
  },
});
