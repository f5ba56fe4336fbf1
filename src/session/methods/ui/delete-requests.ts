// Removes requests from the traffic list; ui.restore_requests brings them back.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { isIn, requestRanges } from '../fields.ts';

export const deleteRequests = defineMethod({
  name: 'ui.delete_requests',
  summary: 'Removes requests from the traffic list',
  effect: 'destructive',
  faces: UI_ONLY,
  params: z.strictObject({ ids: requestRanges }),
  result: z.strictObject({ deleted: z.number() }),
  run: async ({ traffic }, { ids }) => ({ deleted: await traffic.discard(traffic.ids(isIn(ids))) }),
});
