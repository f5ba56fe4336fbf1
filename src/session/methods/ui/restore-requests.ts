// Restores the requests that were last removed from the traffic list.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

export const restoreRequests = defineMethod({
  name: 'ui.restore_requests',
  summary: 'Brings back the requests that the pages of the app removed from the traffic list last',
  effect: 'write',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ restored: z.number() }),
  run: ({ traffic }) => ({ restored: traffic.restore() }),
});
