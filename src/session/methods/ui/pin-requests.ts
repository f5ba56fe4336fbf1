// Pins requests, so that they are not evicted from the traffic list.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, flowOf, requestIds } from '../fields.ts';

export const pinRequests = defineMethod({
  name: 'ui.pin_requests',
  summary: 'Pins requests, so that they stay in the traffic list, or unpins them',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ ids: requestIds, pinned: flag }),
  result: z.strictObject({ changed: z.number() }),
  run(app, { ids, pinned }) {
    const flows = ids.map((id, index) => flowOf(app, id, `ids[${index}]`));
    for (const flow of flows) app.traffic.annotate(flow, { pinned });
    return { changed: flows.length };
  },
});
