// A rule of the Mock Sets tool: its mocks and its recording.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isToken } from '../../../base/http-syntax.ts';
import type { RuleIssue } from '../../rules/rule-kind.ts';
import { conditionsField } from '../../rules/conditions.ts';
import { referenceError } from '../../rules/patterns/captures.ts';
import { captureCount, PATTERN_TYPES, patternError } from '../../rules/patterns/pattern.ts';
import type { Rule } from '../../rules/rule.ts';
import { body, delayMs, flag, headers, object, oneOf, path, status, text } from '../../rules/fields.ts';

const METHOD = 'a method such as "GET", or an empty text for any';
const URL_PATTERN = 'a pattern such as "https://api.example.com/v1/*"';
const MOCKS = 'a list of objects with method, pattern, status, headers and body';
const PARAMS = 'a list of names of query parameters';

const RESPONSES = 'a list of objects with status, headers, body and delayMs';

const mockResponseFields = {
  status: status.default(200),
  headers,
  body: body.default({ text: '' }),
  delayMs: delayMs.default(0),
} as const;

const mock = object({
  id: text.overwrite((id) => (id === '' ? randomUUID().slice(0, 8) : id)).prefault(''),
  name: text.default('Untitled'),
  enabled: flag.default(true),
  method: z
    .string(METHOD)
    .refine((name) => name === '' || isToken(name), METHOD)
    .overwrite((name) => name.toUpperCase())
    .default(''),
  pattern: z.string(URL_PATTERN).min(1, URL_PATTERN).default('*'),
  patternType: oneOf(PATTERN_TYPES).default('wildcard'),
  conditions: conditionsField,
  ...mockResponseFields,
  then: z
    .array(object(mockResponseFields), RESPONSES)
    .default([])
    .describe('Responses to the next requests, one after another'),
  repeat: oneOf(['last', 'cycle', 'none'])
    .default('last')
    .describe('After the last response: it repeats, the first follows, or the mock matches no more'),
  expandCaptures: flag
    .default(false)
    .describe(
      'In headers and texts of bodies, $1 stands for what the pattern captured, $$ for a dollar sign',
    ),
});
export type Mock = Readonly<z.output<typeof mock>>;
export type MockResponse = Mock['then'][number];

export const fields = {
  mocks: z.array(mock, MOCKS).default([]).describe('The mocks; the first that matches responds'),
  source: path.default('').describe('File of a recording, HAR or session, used after the mocks'),
  unmatched: oneOf(['notFound', 'passthrough'])
    .default('notFound')
    .describe('What happens to a request that was not recorded, to a host that was'),
  repeat: oneOf(['sequence', 'first', 'last'])
    .default('sequence')
    .describe('Which of several recorded responses is sent; the last of a sequence repeats'),
  matchQuery: flag.default(true).describe('Compare the query of recorded requests'),
  matchBody: flag.default(false).describe('Compare the body of recorded requests'),
  ignoreParams: z
    .array(text, PARAMS)
    .default([])
    .describe('Parameters of queries and forms that are not compared'),
} as const;

export type MockSetsRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

/** Returns the error of the first invalid mock; null when all are valid. */
export function check({ mocks }: MockSetsRule): RuleIssue | null {
  for (const [index, each] of mocks.entries()) {
    const issue = mockIssue(each);
    if (issue !== null) return { field: `mocks[${index}].${issue.field}`, expected: issue.expected };
  }
  return null;
}

function mockIssue(each: Mock): RuleIssue | null {
  const expected = patternError(patternOf(each));
  if (expected !== null) return { field: 'pattern', expected };
  if (each.conditions.response !== undefined)
    return {
      field: 'conditions.response',
      expected: 'no conditions on the response, which is the mock itself',
    };
  return each.expandCaptures ? captureIssue(each) : null;
}

/** Checks that each reference such as `$1` has a capture. */
function captureIssue(each: Mock): RuleIssue | null {
  const count = captureCount(each);
  for (const [at, { headers: list, body: source }] of [each, ...each.then].entries()) {
    const path = at === 0 ? '' : `then[${at - 1}].`;
    for (const [index, { value }] of list.entries()) {
      const expected = referenceError(value, count);
      if (expected !== null) return { field: `${path}headers[${index}].value`, expected };
    }
    const expected = 'text' in source ? referenceError(source.text, count) : null;
    if (expected !== null) return { field: `${path}body.text`, expected };
  }
  return null;
}

/** A mock covers one endpoint, not the paths below it. */
export function patternOf({ pattern, patternType }: Mock) {
  return { pattern, patternType, includeSubpaths: false } as const;
}
