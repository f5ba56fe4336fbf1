// The schema of a rule's conditions, which are its requirements besides pattern and methods.
import { z } from 'zod';
import { readHostPattern } from '../../base/host-pattern.ts';
import { readIpRange } from '../../base/ip-range.ts';
import { patternError } from './patterns/pattern.ts';
import { regexError } from './patterns/regex.ts';
import { effectiveWhen, number, object, oneOf, text, wholeNumber } from './fields.ts';
import { jsonPathError } from '../../base/json-path.ts';

const HOST = 'a host such as "*.example.com", without scheme, port or path';
const CLIENT = 'an IP address or a range such as 192.168.1.0/24';
const FIELDS = 'a list of objects with name, op and value';
const URL_PATTERN = 'a URL with wildcards';
const JSON_VALUE = 'a JSON value';

export const FIELD_OPS = ['exists', 'absent', 'equals', 'contains', 'regex'] as const;

const field = object({
  name: z.string('a name').min(1, 'a name'),
  op: oneOf(FIELD_OPS).default('exists'),
  value: effectiveWhen(text.default(''), { op: ['equals', 'contains', 'regex'] }),
}).superRefine(({ op, value }, context) => {
  if (op === 'regex') checkRegex(value, context);
});

const bodyCondition = object({
  op: oneOf(['contains', 'regex', 'jsonPath']).default('contains'),
  path: effectiveWhen(text.default('').describe('For jsonPath: the path, such as $.user.roles[0]'), {
    op: ['jsonPath'],
  }),
  value: z.json(JSON_VALUE).optional().describe('For jsonPath: the value; without it, any value will do'),
}).superRefine(({ op, path, value }, context) => {
  if (op === 'jsonPath') {
    const expected = jsonPathError(path);
    if (expected !== null) addIssue(context, 'path', path, expected);
  } else if (typeof value !== 'string') addIssue(context, 'value', value, 'a text');
  else if (op === 'regex') checkRegex(value, context);
});

function checkRegex(value: string, context: z.core.$RefinementCtx): void {
  const expected = regexError(value);
  if (expected !== null) addIssue(context, 'value', value, expected);
}

function addIssue(context: z.core.$RefinementCtx, field: string, input: unknown, message: string): void {
  context.addIssue({ code: 'custom', path: [field], input, message });
}

const fields = z.array(field, FIELDS).optional();

export const PROTOCOLS = ['http', 'https', 'ws', 'wss'] as const;

/** The conditions on a request, which `not` and `any` take too. */
const requestConditions = {
  query: fields,
  headers: fields,
  cookies: fields,
  body: bodyCondition.optional(),
  graphqlOperation: z.string('the name of an operation').min(1, 'the name of an operation').optional(),
  app: z.string('the name of an app, such as "curl"').min(1, 'the name of an app, such as "curl"').optional(),
  clientIP: z
    .string(CLIENT)
    .refine((range) => readIpRange(range) !== null, CLIENT)
    .optional(),
  host: z
    .string(HOST)
    .refine((host) => readHostPattern(host) !== null, HOST)
    .optional(),
  protocol: oneOf(PROTOCOLS).optional(),
  excludePattern: z
    .string(URL_PATTERN)
    .min(1, URL_PATTERN)
    .superRefine((pattern, context) => {
      const expected = patternError({ pattern, patternType: 'wildcard', includeSubpaths: true });
      if (expected !== null) context.addIssue({ code: 'custom', input: pattern, message: expected });
    })
    .optional(),
} as const;

const SETS = 'a list of objects with conditions';

/** Conditions that must all hold; they may contain further sets. */
export interface ConditionSet extends Readonly<z.output<z.ZodObject<typeof requestConditions>>> {
  readonly not?: ConditionSet | undefined;
  readonly any?: readonly ConditionSet[] | undefined;
}

const nested = {
  not: z.lazy(() => conditionSet).optional(),
  any: z
    .array(
      z.lazy(() => conditionSet),
      SETS,
    )
    .min(1, SETS)
    .optional(),
};
const conditionSet: z.ZodType<ConditionSet> = object({ ...requestConditions, ...nested });

const STATUS = 'a status such as 404, a class such as "5xx", or a range such as "400-499"';

const responseConditions = object({
  statuses: z
    .array(
      z.union([wholeNumber(100, 599), z.string().regex(/^(?:[1-5]xx|[1-5]\d\d(?:-[1-5]\d\d)?)$/i)], STATUS),
      'a list of statuses such as [404, "5xx", "400-499"]',
    )
    .default([])
    .describe('The response has one of these; empty for any'),
  headers: fields,
  body: bodyCondition.optional(),
});

export const conditionsField = object({
  ...requestConditions,
  not: nested.not.describe(
    'Conditions that do not all hold: as here, but for response, first, every and probability',
  ),
  any: nested.any.describe('Sets of conditions, of which one holds'),
  response: responseConditions.optional().describe('Conditions on the response, in tools that see it'),
  first: wholeNumber(1, 1_000_000).optional().describe('Only the first N requests that match'),
  every: wholeNumber(2, 1_000_000).optional().describe('Only every Nth request that matches'),
  probability: number(0, 1).optional(),
}).default({});

export type Conditions = Readonly<z.output<typeof conditionsField>>;
export type ResponseConditions = Readonly<z.output<typeof responseConditions>>;
export type FieldCondition = Readonly<z.output<typeof field>>;
export type BodyCondition = Readonly<z.output<typeof bodyCondition>>;
