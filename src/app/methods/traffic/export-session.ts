// Captured requests to a file, in one of the formats.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { absolutePath, flag, flowOf, requestIds } from '../fields.ts';

const FORMATS = ['session', 'har', 'csv', 'postman', 'openAPI'] as const;

export const exportSession = defineMethod({
  name: 'export_session',
  summary: 'Writes requests to a file: a session, HAR, CSV, a Postman collection or an OpenAPI document',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({
    format: z.enum(FORMATS, FORMATS.map((format) => `"${format}"`).join(', ')),
    path: absolutePath,
    ids: requestIds.optional().describe('Without: every request in the traffic list'),
    redact: flag.optional().describe('Leave tokens, cookies, passwords, keys and card numbers out'),
  }),
  result: z.object({ path: z.string(), count: z.number() }),
  async run(app, { format, path, ids, redact = false }) {
    const flows = ids === undefined ? app.traffic.list() : ids.map((id) => flowOf(app, id, 'ids'));
    if (flows.length === 0) throw new ParameterError('There are no requests to export', { field: 'ids' });
    const { trafficFormats } = await import('../../../traffic/formats/index.ts');
    const { exportFile } = await import('../../traffic-files.ts');
    const found = trafficFormats.find(({ id }) => id === format);
    if (found === undefined) throw new ParameterError(`there is no format ${format}`, { field: 'format' });
    return { path, count: await exportFile(path, found, flows, redact) };
  },
});
