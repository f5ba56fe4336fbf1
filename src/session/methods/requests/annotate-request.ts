// Sets the color and the comment of a request.
import { z } from 'zod';
import { FLOW_COLORS } from '../../../flow/colors.ts';
import { flowSummary as summaryOf } from '../../../flow/summary.ts';
import type { Annotation } from '../../../traffic/annotation.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flowOf, flowSummary, requestId } from '../fields.ts';

const COLORS = ['none', ...FLOW_COLORS] as const;
const MAX_COMMENT = 10_000;
const COMMENT = `a text of at most ${MAX_COMMENT} characters`;

/** The color and the comment of requests, as parameters. */
export const annotationFields = {
  color: z.enum(COLORS, COLORS.map((color) => `"${color}"`).join(', ')).optional(),
  comment: z.string(COMMENT).max(MAX_COMMENT, COMMENT).optional(),
};

type AnnotationFields = z.output<z.ZodObject<typeof annotationFields>>;

export function annotationOf({ color, comment }: AnnotationFields): Annotation {
  return {
    ...(color !== undefined && { color: color === 'none' ? null : color }),
    ...(comment !== undefined && { comment }),
  };
}

export const annotateRequest = defineMethod({
  name: 'annotate_request',
  summary: 'Highlights a request with a color and sets its comment; an empty comment clears it',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  async undo(app, { id }) {
    const { color, comment } = await app.flow(id);
    const params = { id, color: color ?? 'none', comment: comment ?? '' };
    return () => [{ method: 'annotate_request', params }];
  },
  params: z.strictObject({ id: requestId, ...annotationFields }),
  result: flowSummary,
  run(app, { id, ...fields }) {
    const flow = flowOf(app, id);
    app.traffic.annotate(flow, annotationOf(fields));
    return summaryOf(flow);
  },
});
