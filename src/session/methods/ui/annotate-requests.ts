// Sets the color, the comment and the pin of any number of requests.
import { z } from 'zod';
import { annotateAll } from '../../../traffic/annotation.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, isIn, requestRanges } from '../fields.ts';
import { annotationFields, annotationOf } from '../requests/annotate-request.ts';

export const annotateRequests = defineMethod({
  name: 'ui.annotate_requests',
  summary:
    'Highlights requests with a color, sets their comment, or pins them so that they stay in the traffic list',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ ids: requestRanges, ...annotationFields, pinned: flag.optional() }),
  result: z.strictObject({ changed: z.number() }),
  async run({ traffic }, { ids, pinned, ...fields }) {
    const change = { ...annotationOf(fields), ...(pinned !== undefined && { pinned }) };
    return { changed: await annotateAll(traffic, isIn(ids), change) };
  },
});
