// Flows of the API client: steps in order. Each step can use results of earlier ones.
import { z } from 'zod';
import { id, name, strict, text } from './values.ts';

export const flowCondition = strict({
  left: text.default('').describe('The value to compare; it may contain variables'),
  op: z
    .enum(['equals', 'notEquals', 'contains', 'matches', 'less', 'greater', 'exists', 'notExists'])
    .default('equals')
    .describe(
      'The comparison: `matches` takes a regular expression, `exists` and `notExists` look at `left` alone',
    ),
  right: text.default('').describe('The value to compare with; it may contain variables'),
});

const send = strict({
  type: z.literal('send').describe('Sends a saved request'),
  collection: text
    .default('')
    .describe('Name or id of the collection; needed where several have such a request'),
  request: text.describe('Name, id or path of folders of the request'),
});

const extract = strict({
  type: z.literal('extract').describe('Sets a variable from the last response'),
  from: z.enum(['body', 'header', 'status']).default('body').describe('The part of the last response'),
  path: text.default('').describe('A JSON path, or the name of a header; empty for the whole body'),
  variable: text.describe('Name of the variable'),
});

const delay = strict({
  type: z.literal('delay').describe('Waits'),
  ms: z.int().min(0).default(0).describe('Milliseconds to wait'),
});

const script = strict({
  type: z.literal('script').describe('Runs a script, which sees the last request and response'),
  code: text.default('').describe('JavaScript; its tests count'),
});

interface ConditionStep {
  readonly type: 'condition';
  readonly when: z.output<typeof flowCondition>;
  readonly then: readonly FlowStep[];
  readonly else: readonly FlowStep[];
}

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

const condition = strict({
  type: z.literal('condition').describe('Runs one of two lists of steps'),
  when: flowCondition.prefault({}).describe('The condition'),
  get then() {
    return steps.default([]).describe('Steps to run when it holds');
  },
  get else() {
    return steps.default([]).describe('Steps to run when it does not hold');
  },
});

const loop = strict({
  type: z.literal('loop').describe('Repeats steps, until the first of its limits; at most 10,000 times'),
  times: z.int().min(0).max(10_000).nullable().default(null).describe('Number of rounds; null for no limit'),
  over: text.default('').describe('A variable with a list: a round for each element; empty for none'),
  variable: text
    .default('')
    .describe('Variable that has the element, or the number of the round from 0; empty for none'),
  while: flowCondition.nullable().default(null).describe('A condition: rounds go on while it holds'),
  get steps() {
    return steps.default([]).describe('Steps to repeat');
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

export const clientFlow = strict({
  id,
  name: name.default('New Flow'),
  steps: steps.default([]).describe('Steps, in order'),
});
export type ClientFlow = z.output<typeof clientFlow>;
