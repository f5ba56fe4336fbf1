// The schema of a rule's conditions: what it requires beside its pattern and methods.
import { z } from 'zod';
import { readHostPattern } from '../../../base/host-pattern.ts';
import { readIpRange } from '../../../base/ip-range.ts';
import { patternError } from '../patterns/pattern.ts';
import { regexError } from '../patterns/regex.ts';
import { number, object, oneOf, text } from '../fields.ts';
import { jsonPathError } from './json-path.ts';

const HOST = 'a host such as "*.example.com", without scheme, port or path';
const CLIENT = 'an IP address or a range such as 192.168.1.0/24';
const FIELDS = 'a list of objects with name, op and value';
const URL_PATTERN = 'a URL with wildcards';
const JSON_VALUE = 'a JSON value';

export const FIELD_OPS = ['exists', 'absent', 'equals', 'contains', 'regex'] as const;

const field = object({
  name: z.string('a name').min(1, 'a name'),
  op: oneOf(FIELD_OPS).default('exists'),
  value: text.default(''),
}).superRefine(({ op, value }, context) => {
  if (op === 'regex') checkRegex(value, context);
});

const bodyCondition = object({
  op: oneOf(['contains', 'regex', 'jsonPath']).default('contains'),
  path: text.default('').describe('For jsonPath: the path, such as $.user.roles[0]'),
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

export const conditionsField = object({
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
  probability: number(0, 1).optional(),
}).default({});

export type Conditions = Readonly<z.output<typeof conditionsField>>;
export type FieldCondition = Readonly<z.output<typeof field>>;
export type BodyCondition = Readonly<z.output<typeof bodyCondition>>;
