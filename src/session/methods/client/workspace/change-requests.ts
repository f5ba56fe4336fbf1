// Several requests of the workspace at once: read, and changed together.
import { z } from 'zod';
import type { SharedChange } from '../../../../collections/model/shared-change.ts';
import { auth } from '../../../../collections/model/auth.ts';
import { settings as requestSettings } from '../../../../collections/model/request.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag, text } from '../../fields.ts';
import { masked } from '../../workspace/masks.ts';
import { anyFields, objectId, window } from '../fields.ts';

const ACTION = 'set or remove';
const HEADER = 'the name of a header';

const requests = z.array(objectId, 'a list of ids of requests').min(1, 'at least one').max(5000).readonly();
const headerName = z.string(HEADER).regex(/^[^\s:]+$/, HEADER);

const header = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('set'),
      name: headerName,
      value: text,
      keep: flag.default(false).describe('True to leave the value of requests that have the header'),
    }),
    z.strictObject({ action: z.literal('remove'), name: headerName }),
  ],
  ACTION,
);

const settings = z.strictObject(
  Object.fromEntries(
    Object.entries(requestSettings.shape).map(([name, field]) => [
      name,
      field.unwrap().nullable().optional(),
    ]),
  ),
);

const change: z.ZodType<SharedChange> = z.strictObject({
  headers: z.array(header).max(200).optional(),
  auth: auth.optional(),
  baseUrl: text.optional().describe('Takes the place of scheme and host, or of the variable for them'),
  scripts: z
    .strictObject({ preRequest: text.optional(), test: text.optional() })
    .optional()
    .describe('Lines that scripts get at their end'),
  settings: settings.optional().describe('null for the default'),
});

export const readRequests = defineMethod({
  name: 'client.requests',
  summary: 'Returns several requests, each as it is on the screen',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ requests }),
  result: z.strictObject({
    requests: z
      .array(z.strictObject({ id: z.string(), fields: anyFields, hasDraft: z.boolean() }))
      .describe('Those that are there'),
  }),
  async run(app, { requests: ids }) {
    const files = await app.clientFiles();
    const { draftValue } = await import('../../../../collections/drafts/draft.ts');
    const found = await Promise.all(
      ids.map(async (id) => {
        const draft = files.drafts.get({ kind: 'request', id });
        const fields =
          draft === undefined ? (await files.stored({ kind: 'request', id }))?.fields : draftValue(draft);
        if (fields === undefined) return [];
        return [{ id, fields: masked(fields, app.workspace), hasDraft: draft !== undefined }];
      }),
    );
    return { requests: found.flat() };
  },
});

export const changeRequests = defineMethod({
  name: 'client.change_requests',
  summary: 'Changes several requests together as one step: their drafts where there are some, or their files',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ requests, change, window }),
  result: z.strictObject({ changed: z.number() }),
  async run(app, { requests: ids, change: given, window: by }) {
    const { changeTogether } = await import('../../../client-files/changing-together.ts');
    const label = `Changed ${ids.length === 1 ? '1 request' : `${ids.length} requests`}`;
    return { changed: await changeTogether(await app.clientFiles(), { label, window: by }, ids, given) };
  },
});
