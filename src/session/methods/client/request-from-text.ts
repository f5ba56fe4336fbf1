// Reads a URL or a curl command as a request for the screen.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { anyFields } from './fields.ts';

const TEXT = 'a URL or a curl command';
const MAX_LENGTH = 4_000_000;

export const requestFromText = defineMethod({
  name: 'client.request_from_text',
  summary: 'Returns the fields of a request for a URL or a curl command; nothing is saved or sent',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ text: z.string(TEXT).trim().min(1, TEXT).max(MAX_LENGTH, TEXT) }),
  result: z.strictObject({ request: anyFields, warnings: z.array(z.string()).readonly() }),
  async run(_app, { text }) {
    const { importContent } = await import('../../../interchange/import/index.ts');
    const { isCurl } = await import('../../../documents/curl/index.ts');
    const { splitUrl } = await import('../../../collections/model/url-parts.ts');
    if (!isCurl(text)) {
      const { url, query } = splitUrl(text.split('\n')[0]!);
      return { request: { url, query: [...query] }, warnings: [] };
    }
    const { requests, warnings } = importContent(Buffer.from(text), 'text');
    const [request] = requests;
    if (request === undefined)
      throw new UserError('INVALID_DATA', 'the curl command has no URL', { field: 'text' });
    const { id: _id, ...fields } = request;
    const more = requests.length - 1;
    return {
      request: fields,
      warnings: [...(more > 0 ? [`${more} more commands were left out`] : []), ...warnings],
    };
  },
});
