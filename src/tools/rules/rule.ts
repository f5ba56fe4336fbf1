// The fields that every rule of a debugging tool has, declared once.
import { z } from 'zod';
import { TOKEN } from '../../base/http-syntax.ts';
import { conditionsField } from './matcher/conditions.ts';
import { PATTERN_TYPES } from './patterns/pattern.ts';
import { flag, oneOf, text } from './fields.ts';

const METHODS = 'a list of methods such as ["GET", "POST"]; an empty one stands for any';

const method = z
  .string(METHODS)
  .regex(TOKEN, 'a method such as "GET"')
  .overwrite((name) => name.toUpperCase());

/** Fields that every rule has, save those that a tool goes `without`. */
export const ruleFields = {
  id: text.default('').describe('Made when the rule is created'),
  name: text.default('Untitled'),
  enabled: flag.default(true),
  pattern: z
    .string('a pattern such as "https://api.example.com/v1/*"')
    .min(1, 'a pattern such as "https://api.example.com/v1/*", or "*" for every URL')
    .default('*')
    .describe('Which URLs the rule is about'),
  patternType: oneOf(PATTERN_TYPES).default('wildcard'),
  includeSubpaths: flag.default(true).describe('Of wildcards: whether `a/b` matches `a/b/c` too'),
  methods: z.array(method, METHODS).default([]).describe('Empty: any'),
  conditions: conditionsField.describe('All of them must hold'),
  comment: text.default(''),
} as const;

/** A rule as it is stored: everything filled in. Fields that its tool goes without hold their defaults. */
export type Rule = Readonly<z.output<z.ZodObject<typeof ruleFields>>>;
