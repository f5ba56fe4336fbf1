// The sessions that earlier starts of the app left on the disk, because they crashed or the settings keep them.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams, text } from '../fields.ts';

const session = z.strictObject({
  /** The name of its file. */
  name: z.string(),
  path: z.string(),
  requests: z.number(),
  /** When its first and its last request began, in ISO 8601; null where that cannot be read. */
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** The reason why not all of it can be read; null when all can. */
  damage: z.string().nullable(),
  /** The requests of it that can be read are in the list already. */
  isOpened: z.boolean(),
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
  result: z.strictObject({
    count: z.number(),
    /** The requests that could not be read, in a sentence; null without any. Its file stays then. */
    damage: z.string().nullable(),
  }),
  async run({ trafficFiles, traffic }, { name }) {
    if (trafficFiles === null) throw noFiles();
    const { ids, damage } = await trafficFiles.sessions.open(name, traffic);
    return { count: ids.length, damage };
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
