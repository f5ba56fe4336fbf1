// Drafts of the web UI, for all its windows.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

const name = z.string().min(1).max(500);
const fields = z.record(name, z.unknown(), 'an object of fields and their values');
const field = z.strictObject({ value: z.unknown().optional() });
const drafts = z.record(name, z.strictObject({ base: fields, fields: z.record(name, field) }));
const change = z.strictObject({
  name,
  drop: z.boolean().optional().describe('True to drop what the draft was before'),
  base: fields.optional().describe('Fields as they were saved when the edit began'),
  fields: z
    .record(name, field.nullable(), 'an object of fields, each {"value": …} or null')
    .optional()
    .describe('Fields as typed; null for one that is no longer changed'),
});

export const listDrafts = defineMethod({
  name: 'ui.drafts',
  summary: 'Returns what was typed in the web UI and is not saved, by name: the fields, and what they were',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: drafts,
  run: (app) => app.pages.drafts,
});

export const changeDrafts = defineMethod({
  name: 'ui.change_drafts',
  summary: 'Changes drafts, one change after another, and returns all of them; one without fields is gone',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ changes: z.array(change).max(1000).readonly() }),
  result: z.strictObject({
    drafts,
    notSaved: z.string().nullable().describe('The reason why only the memory of the app has them'),
  }),
  run: async (app, { changes }) => {
    const notSaved = await app.pages.changeDrafts(changes);
    return { drafts: app.pages.drafts, notSaved };
  },
});
