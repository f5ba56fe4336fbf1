// The latest responses of each request, which stay on this machine.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { objectId } from './fields.ts';
import { broken, entryFields, entryId, notSaved } from './history-fields.ts';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

const requestId = objectId.describe('Id of a request, saved or not');

const summary = z.strictObject({
  ...entryFields,
  bodySize: z.number().describe('Bytes of the decoded body that are stored'),
  fullBodySize: z.number().describe('Bytes of all of it'),
  isText: z.boolean(),
  isPartial: z.boolean(),
});

export const clientResponses = defineMethod({
  name: 'client.responses',
  summary: 'Lists the latest responses of a request, at most 12, the latest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ request: requestId }),
  result: z.strictObject({ responses: z.array(summary).readonly(), broken, notSaved }),
  async run({ clientState }, { request }) {
    const history = await clientState.settledHistory();
    const damaged: string[] = [];
    const responses = await history.responses.list(request, (file) => damaged.push(file));
    return { responses, broken: damaged, notSaved: history.error };
  },
});

export const clientResponse = defineMethod({
  name: 'client.response',
  summary: 'Returns a response as its channel has shown it: the end, and the events before',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ request: requestId, id: entryId }),
  result: z.strictObject({
    summary,
    end: z.looseObject({}),
    events: z.array(z.looseObject({ type: z.string(), time: z.number() })).readonly(),
    omittedEvents: z.number(),
  }),
  async run({ clientState }, { request, id }) {
    const found = await (await clientState.settledHistory()).responses.read(request, id);
    if (found === null) throw gone(id);
    const { summary: about, end, events, omittedEvents } = found;
    return {
      summary: about,
      end: { ...end },
      events: events as readonly { readonly type: string; readonly time: number }[],
      omittedEvents,
    };
  },
});

export const storedResponseBody = defineMethod({
  name: 'client.stored_response_body',
  summary: 'Returns a part of the body of one of the latest responses, at most 4 MiB',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    request: requestId,
    id: entryId,
    offset: wholeNumber(0, MAX_NUMBER).optional(),
    length: wholeNumber(1, MAX_NUMBER).optional(),
  }),
  result: z.strictObject({ total: z.number(), offset: z.number(), base64: z.string() }),
  async run({ clientState }, { request, id, offset = 0, length = MAX_NUMBER }) {
    const { MAX_SLICE } = await import('../../live/response.ts');
    const { responses } = await clientState.settledHistory();
    const slice = await responses.body(request, id, offset, Math.min(length, MAX_SLICE));
    if (slice === null) throw gone(id);
    return { total: slice.total, offset, base64: slice.bytes.toString('base64') };
  },
});

export const deleteResponses = defineMethod({
  name: 'client.delete_responses',
  summary: 'Deletes responses of a request, all of a request, or those of all requests; the history stays',
  effect: 'destructive',
  faces: UI_ONLY,
  params: z.strictObject({
    request: requestId.optional(),
    ids: z.array(entryId, 'a list of ids').max(100).optional().describe('Default: all of the request'),
  }),
  result: z.strictObject({ deleted: z.int() }),
  async run({ clientState }: AppContext, { request, ids }) {
    if (request === undefined && ids !== undefined)
      throw new UserError('INVALID_PARAMETER', 'request is missing: give that of the responses', {
        field: 'request',
      });
    const history = await clientState.settledHistory();
    const deleted = await history.exclusively(() =>
      request === undefined ? history.responses.removeAll() : history.responses.remove(request, ids ?? null),
    );
    history.responsesRemoved(request ?? null);
    return { deleted };
  },
});

function gone(id: string): UserError {
  return new UserError(
    'NOT_FOUND',
    `there is no response ${JSON.stringify(id)} of this request: the latest 12 are stored`,
    { field: 'id' },
  );
}
