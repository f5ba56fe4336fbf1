// Flows of the API client: steps in order. Each step can use results of earlier ones.
import { z } from 'zod';
import { id, name, text } from './values.ts';

/** A condition; both sides may contain variables. */
export const flowCondition = z.strictObject({
  left: text.default(''),
  op: z
    .enum(['equals', 'notEquals', 'contains', 'matches', 'less', 'greater', 'exists', 'notExists'])
    .default('equals'),
  right: text.default(''),
});

const send = z.strictObject({
  type: z.literal('send'),
  /** Names or ids of the collection and the request. */
  collection: text.default(''),
  request: text,
});

const extract = z.strictObject({
  type: z.literal('extract'),
  /** The part of the last response. */
  from: z.enum(['body', 'header', 'status']).default('body'),
  /** A JSON path, or the name of a header. */
  path: text.default(''),
  variable: text,
});

const delay = z.strictObject({ type: z.literal('delay'), ms: z.int().min(0).default(0) });

const script = z.strictObject({ type: z.literal('script'), code: text.default('') });

interface ConditionStep {
  readonly type: 'condition';
  readonly when: z.output<typeof flowCondition>;
  readonly then: readonly FlowStep[];
  readonly else: readonly FlowStep[];
}

/**
 * Repeats steps `times` times, once for each entry of the list `over`, or while `while` holds; at most 10,000 times.
 */
interface LoopStep {
  readonly type: 'loop';
  readonly times: number | null;
  readonly over: string;
  readonly variable: string;
  readonly while: z.output<typeof flowCondition> | null;
  readonly steps: readonly FlowStep[];
}

type SimpleStep =
  | z.output<typeof send>
  | z.output<typeof extract>
  | z.output<typeof delay>
  | z.output<typeof script>;

export type FlowStep = SimpleStep | ConditionStep | LoopStep;

const steps = z.lazy((): z.ZodArray<z.ZodType<FlowStep>> => z.array(step));

const condition = z.strictObject({
  type: z.literal('condition'),
  when: flowCondition.prefault({}),
  get then() {
    return steps.default([]);
  },
  get else() {
    return steps.default([]);
  },
});

const loop = z.strictObject({
  type: z.literal('loop'),
  times: z.int().min(0).max(10_000).nullable().default(null),
  over: text.default(''),
  variable: text.default(''),
  while: flowCondition.nullable().default(null),
  get steps() {
    return steps.default([]);
  },
});

const step: z.ZodType<FlowStep> = z.discriminatedUnion('type', [
  send,
  extract,
  delay,
  script,
  condition,
  loop,
]);

export const clientFlow = z.strictObject({ id, name: name.default('New Flow'), steps: steps.default([]) });
export type ClientFlow = z.output<typeof clientFlow>;
