// Schemas for parameters and results that methods share. Their messages complete the sentence "give …".
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ParameterError } from '../../base/errors.ts';
import { IdRanges } from '../../base/id-ranges.ts';
import type { FlowDetail } from '../../flow/detail.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FlowSummary } from '../../flow/summary.ts';
import type { ViewContext } from './context.ts';

const ID = 'the id of a request, a whole number as lists show it';
const IDS = 'a list of ids of requests, such as [1, 2]';
const RANGES = 'a text with ids and ranges of them, such as "1-50,60"';
const TOOL = 'the name of a debugging tool, such as "mapLocal"';

export const flag = z.boolean('true or false');
export const text = z.string('a text');
export const requestId = z.number(ID).int(ID).min(1, ID);
export const requestIds = z.array(requestId, IDS);
/** Any number of requests, in short. */
export const requestRanges = z.string(RANGES).refine((ids) => IdRanges.parse(ids) !== null, RANGES);
export const toolName = z.string(TOOL).min(1, TOOL).describe('Name or title of a debugging tool');
const APP = 'the name of an app, as list_apps shows it';
export const appName = z.string(APP).trim().min(1, APP).max(1000, APP);
export const ruleFields = z.record(z.string(), z.unknown(), 'an object with the fields of a rule');

export function wholeNumber(min: number, max: number): z.ZodNumber {
  const expected = `a whole number from ${min} to ${max}`;
  return z.number(expected).int(expected).min(min, expected).max(max, expected);
}

const PATH = 'the absolute path of a file';

export const absolutePath = z
  .string(PATH)
  .min(1, PATH)
  .refine((path) => isAbsolute(path) && !path.includes('\0'), PATH);

/** The schema for methods without parameters. */
export const noParams = z.strictObject({});

const summary = z.looseObject({
  id: z.number(),
  method: z.string(),
  url: z.string(),
  host: z.string(),
  startedAt: z.string(),
  state: z.enum(['pending', 'completed', 'tunneled', 'failed']),
  decrypted: z.boolean(),
  app: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
});

const message = z.looseObject({
  headers: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
  body: z.union([z.string(), z.looseObject({ base64: z.string() })]),
});

/** A flow as lists show it. The schema is loose, because further keys depend on the flow. */
export const flowSummary = summary as unknown as z.ZodType<FlowSummary, FlowSummary>;

/** A flow with its messages. */
export const flowDetail = summary.extend({
  request: message,
  response: message.optional(),
}) as unknown as z.ZodType<FlowDetail, FlowDetail>;

/** A rule, or an example of a rule. Its fields depend on the tool. */
export const rule = z.looseObject({});

/** Returns the test of the ids in checked `requestRanges`. */
export function isIn(ids: string): (id: number) => boolean {
  const ranges = IdRanges.parse(ids);
  return (id) => ranges?.has(id) === true;
}

/** Returns the flow with this id. Throws a ParameterError when there is none. */
export function flowOf(app: ViewContext, id: number, field = 'id'): Flow {
  const flow = app.find(id);
  if (flow === undefined) throw new ParameterError(`No request with id ${id}`, { field });
  return flow;
}
