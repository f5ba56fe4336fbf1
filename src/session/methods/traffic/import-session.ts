// Imports requests from a file into the traffic list.
import { basename } from 'node:path';
import { z } from 'zod';
import { messageOf, ParameterError } from '../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { absolutePath } from '../fields.ts';

export const importSession = defineMethod({
  name: 'import_session',
  summary: 'Opens a session, a HAR file or a JSON session of Charles in the traffic list',
  effect: 'write',
  faces: EVERYWHERE,
  paths: ['path'],
  undo: { never: 'remove the requests from the list' },
  params: z.strictObject({ path: absolutePath }),
  result: z.object({
    count: z.number(),
    ids: z.array(z.number()),
    skipped: z.array(z.object({ index: z.number(), reason: z.string() })),
  }),
  async run(app, { path }) {
    const { openTraffic } = await import('../../../traffic/open-traffic.ts');
    const { openChunks } = await import('../../../traffic/recordings.ts');
    try {
      const opened = await openTraffic(
        { captures: app.engine.captures, traffic: app.traffic },
        { name: basename(path), chunks: await openChunks(path), path },
      );
      return { ...opened, ids: [...opened.ids], skipped: [...opened.skipped] };
    } catch (error) {
      throw new ParameterError(`${path} cannot be opened: ${messageOf(error)}`, { field: 'path' });
    }
  },
});
