// Exports captured requests to a file.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { exportFormats } from '../../../traffic/formats/index.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { absolutePath, flag, flowOf, requestIds } from '../fields.ts';

const ids = exportFormats.map(({ id }) => id);

export const exportSession = defineMethod({
  name: 'export_session',
  summary: 'Writes requests to a file: a session, HAR, CSV, a Postman collection or an OpenAPI document',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  paths: ['path'],
  captured: false,
  undo: { never: 'delete the file that it wrote' },
  params: z.strictObject({
    format: z.enum(ids, ids.map((id) => `"${id}"`).join(', ')),
    path: absolutePath,
    ids: requestIds.optional().describe('Ids of the requests; by default all of the traffic list'),
    redact: flag.optional().describe('Leave tokens, cookies, passwords, keys and card numbers out'),
  }),
  result: z.object({
    path: z.string(),
    count: z.number().describe('Requests in the file'),
    omitted: z.number().describe('Requests that the format cannot hold, such as tunnels'),
  }),
  async run(app, params) {
    const { path, redact = false } = params;
    const flows =
      params.ids === undefined ? await app.traffic.all() : params.ids.map((id) => flowOf(app, id, 'ids'));
    if (flows.length === 0) throw new ParameterError('There are no requests to export', { field: 'ids' });
    const format = exportFormats.find(({ id }) => id === params.format)!;
    const written = flows.filter((flow) => format.export.represents?.(flow) ?? true);
    const omitted = flows.length - written.length;
    if (written.length === 0)
      throw new ParameterError(
        `There are no requests to export: ${format.label} cannot hold the ${omitted} given, such as tunnels`,
        { field: 'ids' },
      );
    const { exportFile } = await import('../../../traffic/export/export-file.ts');
    return { path, count: await exportFile(path, format, written, redact), omitted };
  },
});
