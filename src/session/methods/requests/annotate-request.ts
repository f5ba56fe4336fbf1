// Sets the color and the comment of a request.
import { z } from 'zod';
import { FLOW_COLORS } from '../../../flow/colors.ts';
import { flowSummary as summaryOf } from '../../../flow/summary.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flowOf, flowSummary, requestId } from '../fields.ts';

const COLORS = ['none', ...FLOW_COLORS] as const;
const MAX_COMMENT = 10_000;
const COMMENT = `a text of at most ${MAX_COMMENT} characters`;

export const annotateRequest = defineMethod({
  name: 'annotate_request',
  summary: 'Highlights a request with a color and sets its comment; an empty comment clears it',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({
    id: requestId,
    color: z.enum(COLORS, COLORS.map((color) => `"${color}"`).join(', ')).optional(),
    comment: z.string(COMMENT).max(MAX_COMMENT, COMMENT).optional(),
  }),
  result: flowSummary,
  run(app, { id, color, comment }) {
    const flow = flowOf(app, id);
    app.traffic.annotate(flow, {
      ...(color !== undefined && { color: color === 'none' ? null : color }),
      ...(comment !== undefined && { comment }),
    });
    return summaryOf(flow);
  },
});
