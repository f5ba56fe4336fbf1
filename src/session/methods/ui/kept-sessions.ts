// The sessions that earlier starts of the app left on the disk, because they crashed or the settings keep them.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams, text } from '../fields.ts';

const session = z.strictObject({
  /** The name of its file. */
  name: z.string(),
  requests: z.number(),
  /** When its first and its last request began, in ISO 8601. */
  firstAt: z.string(),
  lastAt: z.string(),
});

export const keptSessions = defineMethod({
  name: 'ui.kept_sessions',
  summary: 'Lists the sessions that earlier starts of the app left on the disk, oldest first',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(session).readonly(),
  run: ({ trafficFiles }) => trafficFiles?.sessions.list() ?? [],
});

export const openKeptSession = defineMethod({
  name: 'ui.open_kept_session',
  summary: 'Adds the requests of a kept session to the traffic list, which has them from then on',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ name: text }),
  result: z.strictObject({ count: z.number() }),
  async run({ trafficFiles, traffic }, { name }) {
    if (trafficFiles === null) throw noFiles();
    return { count: (await trafficFiles.sessions.open(name, traffic)).length };
  },
});

export const deleteKeptSession = defineMethod({
  name: 'ui.delete_kept_session',
  summary: 'Deletes a kept session for good',
  effect: 'destructive',
  faces: UI_ONLY,
  params: z.strictObject({ name: text }),
  result: z.strictObject({}),
  run({ trafficFiles }: Pick<AppContext, 'trafficFiles'>, { name }) {
    if (trafficFiles === null) throw noFiles();
    trafficFiles.sessions.remove(name);
    return {};
  },
});

function noFiles(): UserError {
  return new UserError('UNSUPPORTED', 'only the app keeps sessions: start it with "proxyctl app"');
}
