// A request as it was sent, and what differs from the request as it is now.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { maskedFields } from '../../settings/masked-fields.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { anyObject } from '../workspace/fields.ts';
import { entryId } from './history-fields.ts';

const difference = z.strictObject({
  field: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});

export const clientSentRequest = defineMethod({
  name: 'client.sent_request',
  summary: 'Returns a request as it was sent, of an entry of the history, and what has changed in it since',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ id: entryId }),
  result: z.strictObject({
    request: anyObject.nullable().describe('Its fields, with secrets masked; null when it is not stored'),
    differences: z
      .array(difference)
      .nullable()
      .describe('From the request as it was sent to the one on the screen; null when it is gone'),
  }),
  async run(app, { id }) {
    const { entryWithId } = await import('../../history/pages.ts');
    const { responseKey } = await import('../../history/response-key.ts');
    const { differences } = await import('../../../base/differences.ts');
    const history = await app.clientState.settledHistory();
    const entry = await entryWithId(history, id);
    const key = entry === null ? null : responseKey(entry);
    if (key === null)
      throw new UserError('NOT_FOUND', `there is no send ${JSON.stringify(id)} in the history`, {
        field: 'id',
      });
    const sent = await history.responses.sent(key);
    const files = await app.clientFiles();
    const object = { kind: 'request', id: key.request } as const;
    const now = (await files.view(object))?.value ?? (await files.stored(object))?.fields ?? null;
    if (sent === null || now === null) return { request: sent, differences: null };
    const { examples: _, ...fields } = now;
    return { request: { ...sent }, differences: [...differences(sent, maskedFields(fields))] };
  },
});
