// The fields that every rule of a debugging tool has, declared once.
import { z } from 'zod';
import { TOKEN } from '../../base/http-syntax.ts';
import { conditionsField } from './conditions.ts';
import { PATTERN_TYPES } from './patterns/pattern.ts';
import { flag, oneOf, text } from './fields.ts';

const METHODS = 'a list of methods such as ["GET", "POST"], or an empty one for any';

const method = z
  .string(METHODS)
  .regex(TOKEN, 'a method such as "GET"')
  .overwrite((name) => name.toUpperCase());

/** Fields of every rule, except those that a tool goes `without`. */
export const ruleFields = {
  id: text.default('').describe('Assigned when the rule is created'),
  name: text.default('Untitled'),
  enabled: flag.default(true),
  pattern: z
    .string('a pattern such as "https://api.example.com/v1/*"')
    .min(1, 'a pattern such as "https://api.example.com/v1/*", or "*" for every URL')
    .default('*')
    .describe('The URLs that the rule applies to'),
  patternType: oneOf(PATTERN_TYPES).default('wildcard'),
  includeSubpaths: flag.default(true).describe('For wildcards: `a/b` also matches `a/b/c`'),
  methods: z.array(method, METHODS).default([]).describe('By default any'),
  conditions: conditionsField.describe('Conditions that must all hold'),
  comment: text.default(''),
} as const;

/** A validated rule with all fields. Fields that its tool goes without have their defaults. */
export type Rule = Readonly<z.output<z.ZodObject<typeof ruleFields>>>;

/** A rule that matches, and what its pattern captured: `captures[1]` is the value of `$1`. */
export interface Match<R extends Rule = Rule> {
  readonly rule: R;
  readonly captures: readonly string[];
}
