// Starts a browser or a terminal whose traffic goes through the app, as the setup pages offer. The app determines at
// its start which programs these are.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import type { ClientTarget } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';

export const CLIENT_TARGETS = ['chromium', 'firefox', 'terminal'] as const satisfies readonly ClientTarget[];

export const startClient = defineMethod({
  name: 'ui.start_client',
  summary: 'Starts a browser with a fresh profile, or a terminal, whose traffic goes through the app',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    target: z.enum(CLIENT_TARGETS, 'chromium, firefox or terminal'),
  }),
  /** Name of the program. */
  result: z.strictObject({ program: z.string() }),
  async run({ clients }, { target }) {
    if (clients === null) throw new UserError('UNSUPPORTED', 'this app cannot start programs');
    return { program: await clients.start(target) };
  },
});
