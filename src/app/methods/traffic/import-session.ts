// Imports requests from a file into the traffic list.
import { z } from 'zod';
import { messageOf, ParameterError } from '../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { absolutePath } from '../fields.ts';

export const importSession = defineMethod({
  name: 'import_session',
  summary: 'Opens a session, a HAR file or a JSON session of Charles in the traffic list',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({ path: absolutePath }),
  result: z.object({
    count: z.number(),
    ids: z.array(z.number()),
    skipped: z.array(z.object({ index: z.number(), reason: z.string() })),
  }),
  async run(app, { path }) {
    const { importTraffic: readTraffic } = await import('../../../traffic/import.ts');
    const { openChunks: piecesOf } = await import('../../recordings.ts');
    const flowContext = { captures: app.engine.captures, takeId: () => app.traffic.takeId() };
    try {
      const { flows, skipped } = await readTraffic(await piecesOf(path), flowContext);
      app.traffic.open(flows);
      return { count: flows.length, ids: flows.map(({ id }) => id), skipped: [...skipped] };
    } catch (error) {
      throw new ParameterError(`${path} cannot be opened: ${messageOf(error)}`, { field: 'path' });
    }
  },
});
