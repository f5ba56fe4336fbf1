// Validates rules as users write them. A rule is accepted or refused as a whole; errors name the field.
import { z } from 'zod';
import { RuleError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { schemaError, shownJson, type SchemaIssue } from '../../base/schema-error.ts';
import type { RuleIssue, RuleKind } from './rule-kind.ts';
import { exampleOf, withoutBlanks } from './example.ts';
import { patternError } from './patterns/pattern.ts';
import { ruleFields, type Rule } from './rule.ts';
import { isBodySource, object } from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Validation of the rules of one tool. */
export interface RuleSchema {
  /** An example rule: every field, also inside lists and conditions, with its default or blank. */
  readonly example: Fields;
  /** The JSON Schema of the rules. `when` of a field names the values of another with which it has an effect. */
  readonly json: Fields;
  /** A rule of which nothing was given. */
  readonly defaults: Fields;
  /** Parses a rule; missing fields have the example's values. Throws a RuleError. */
  parse(input: unknown): Rule;
  /** Changes a rule: objects merge deeply, lists are replaced, null resets to the default. Throws a RuleError. */
  update(rule: Rule, change: unknown): Rule;
  /** Returns the rule without the fields that rules of the tool do not have. */
  visibleFields(rule: Rule): Fields;
}

/** Returns null for a tool without rules. */
export function ruleSchema(tool: RuleKind): RuleSchema | null {
  if (tool.fields === null) return null;
  const without = new Set<string>(tool.without);
  const common = Object.entries(ruleFields).filter(([name]) => !without.has(name));
  const shape = { ...Object.fromEntries(common), ...tool.fields };
  const schema = object(shape);
  const hidden = z.object(ruleFields).parse({});
  const example = exampleOf(schema) as Fields;
  const parse = (input: unknown): Rule => {
    const result = schema.safeParse(withoutBlanks(normalized(input), example), { reportInput: true });
    if (!result.success) throw ruleError(result.error.issues, tool.title);
    const rule: Rule = { ...hidden, ...result.data };
    checkRule(tool, rule);
    return rule;
  };
  const visibleFields = (rule: Rule): Fields =>
    Object.fromEntries(Object.entries(rule).filter(([name]) => !without.has(name)));
  const defaults = schema.parse({});
  const update = (rule: Rule, change: unknown): Rule =>
    parse(isObject(change) ? mergeFields(visibleFields(rule), normalized(change), defaults) : change);
  return {
    example,
    get json() {
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Fields;
    },
    defaults,
    parse,
    update,
    visibleFields,
  };
}

function checkRule(tool: RuleKind, rule: Rule): void {
  const expected = patternError(rule);
  const issue =
    expected === null
      ? (responseIssue(tool, rule) ?? tool.check?.(rule) ?? null)
      : { field: 'pattern', expected };
  if (issue === null) return;
  const value = issue.field
    .split(/[.[\]]+/)
    .reduce<unknown>((at, key) => (isObject(at) || Array.isArray(at) ? (at as Fields)[key] : at), rule);
  throw new RuleError(`${issue.field} is ${shownJson(value)}: give ${issue.expected}`, {
    field: issue.field,
  });
}

function responseIssue(tool: RuleKind, { conditions }: Rule): RuleIssue | null {
  if (conditions.response === undefined || tool.matchesResponses === true) return null;
  const expected = `no conditions on the response, since ${tool.title} acts before there is one`;
  return { field: 'conditions.response', expected };
}

/** Accepts `isEnabled` as another name of `enabled`, and the `warnings` with which a saved rule was returned. */
function normalized(input: unknown): unknown {
  if (!isObject(input)) return input;
  const entries = Object.entries(input).filter(([name]) => name !== 'warnings');
  const isNamed = Object.hasOwn(input, 'enabled');
  return Object.fromEntries(
    entries.map(([name, value]) => [name === 'isEnabled' && !isNamed ? 'enabled' : name, value]),
  );
}

/** Merges `change` into `current`; null resets to the value in `initial`, or removes the field when there is none. */
function mergeFields(current: unknown, change: unknown, initial: unknown): unknown {
  if (change === null) return initial;
  if (!isObject(change) || !isObject(current)) return change;
  // A body has a single source: a new one replaces it.
  if (isBodySource(current) && isBodySource(change)) return change;
  const reset = isObject(initial) ? initial : {};
  const result = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    const next = mergeFields(result.get(key), value, Object.hasOwn(reset, key) ? reset[key] : undefined);
    if (next === undefined) result.delete(key);
    else result.set(key, next);
  }
  return Object.fromEntries(result);
}

function ruleError(issues: readonly SchemaIssue[], title: string): RuleError {
  const { field, message } = schemaError(issues, { kind: `field of ${title} rules` });
  if (field === '') return new RuleError(`a ${title} rule is an object, such as {"name": "Mine"}`);
  return new RuleError(message, { field });
}
