// The tools and their rules in the format that is stored, exported and given to `run --tools`.
import { resolve } from 'node:path';
import { RuleError } from '../../base/errors.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { isObject } from '../../base/is-object.ts';
import { shownJson } from '../../base/schema-error.ts';
import type { RuleKind } from './rule-kind.ts';
import type { Rule } from './rule.ts';
import type { RuleSchema } from './schema.ts';
import { BODY_FILE } from './warnings.ts';

export const TOOLS_VERSION = 1;

export interface ToolsState {
  readonly version: typeof TOOLS_VERSION;
  /** For each tool, whether it is on, and its rules with the fields that users see. */
  readonly tools: Readonly<Record<string, StoredTool>>;
}

export interface StoredTool {
  readonly enabled: boolean;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
}

export interface LoadedTool {
  readonly enabled: boolean;
  readonly rules: readonly Rule[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a stored state, or a file that a user wrote. Throws a RuleError that names the tool, the rule and the invalid
 * field. A rule without an id gets an empty one. With `leftOut`, leaves out each invalid rule and passes its error to
 * that function; otherwise throws the error.
 */
export function parseToolsState(
  state: unknown,
  schemas: ReadonlyMap<string, RuleSchema | null>,
  leftOut: ((error: RuleError) => void) | null = null,
): ReadonlyMap<string, LoadedTool> {
  const { version, tools } = checkedFields(
    state,
    '',
    ['version', 'tools'],
    'an object with version and tools',
  );
  if (version !== TOOLS_VERSION)
    throw new RuleError(`version is ${shownJson(version)}: give ${TOOLS_VERSION}`, { field: 'version' });
  if (!isObject(tools))
    throw new RuleError('tools is not an object: give {"mapLocal": {…}, …}', { field: 'tools' });
  return new Map(
    Object.entries(tools).map(([key, value]) => {
      requireTool(key, [...schemas.keys()]);
      return [key, parseTool(key, value, schemas.get(key) ?? null, leftOut)];
    }),
  );
}

/** Makes the paths in a state absolute: relative ones start at `folder`. Invalid parts stay as they are. */
export function withAbsolutePaths(state: unknown, folder: string, tools: readonly RuleKind[]): unknown {
  if (!isObject(state) || !isObject(state['tools'])) return state;
  const resolvedTools = Object.entries(state['tools']).map(([name, value]): [string, unknown] => {
    const { pathFields = {} } = tools.find((tool) => tool.name === name) ?? {};
    return [name, resolved(value, [...Object.keys(pathFields), BODY_FILE], folder)];
  });
  return { ...state, tools: Object.fromEntries(resolvedTools) };
}

function resolved(value: unknown, keys: readonly string[], folder: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => resolved(each, keys, folder));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const isPath = keys.includes(key) && typeof inner === 'string' && inner !== '';
    return [key, isPath ? resolve(folder, inner) : resolved(inner, keys, folder)];
  });
  return Object.fromEntries(fields);
}

function requireTool(key: string, names: readonly string[]): void {
  if (names.includes(key)) return;
  const hint = didYouMean(key, names);
  throw new RuleError(`${shownJson(key)} is not a tool: ${hint}`, { field: `tools.${key}` });
}

function parseTool(
  name: string,
  value: unknown,
  schema: RuleSchema | null,
  leftOut: ((error: RuleError) => void) | null,
): LoadedTool {
  const path = `tools.${name}`;
  const given = checkedFields(value, path, ['enabled', 'rules'], 'an object with enabled and rules');
  const { enabled = false, rules = [] } = given;
  if (typeof enabled !== 'boolean')
    throw new RuleError(`${path}.enabled is ${shownJson(enabled)}: give true or false`, {
      field: `${path}.enabled`,
    });
  if (!Array.isArray(rules))
    throw new RuleError(`${path}.rules is ${shownJson(rules)}: give a list of rules`, {
      field: `${path}.rules`,
    });
  if (schema === null && rules.length > 0)
    throw new RuleError(`${path}.rules: ${name} has no rules, leave them out`, {
      field: `${path}.rules`,
    });
  const read = rules.flatMap((rule: unknown, at) => {
    try {
      return [parseRule(rule, `${path}.rules[${at}]`, schema!)];
    } catch (error) {
      if (leftOut === null || !(error instanceof RuleError)) throw error;
      leftOut(error);
      return [];
    }
  });
  rejectDuplicateIds(read, path);
  return { enabled, rules: read };
}

function parseRule(rule: unknown, path: string, schema: RuleSchema): Rule {
  try {
    return schema.parse(rule);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const field = error.field === '' ? path : `${path}.${error.field}`;
    throw new RuleError(`${path}${nameOf(rule)}: ${error.message}`, { field });
  }
}

/** Returns the name of a rule, for messages. */
function nameOf(rule: unknown): string {
  if (!isObject(rule)) return '';
  const name = rule['name'] ?? rule['id'];
  return typeof name === 'string' && name !== '' ? ` (${shownJson(name)})` : '';
}

function rejectDuplicateIds(rules: readonly Rule[], path: string): void {
  const seen = new Set<string>();
  for (const [at, { id }] of rules.entries()) {
    const field = `${path}.rules[${at}].id`;
    if (id !== '' && seen.has(id))
      throw new RuleError(`${field} is ${shownJson(id)}: another rule has that id`, { field });
    seen.add(id);
  }
}

function checkedFields(value: unknown, path: string, known: readonly string[], expected: string): Fields {
  const what = path === '' ? 'the file' : path;
  if (!isObject(value))
    throw new RuleError(`${what} is ${shownJson(value)}: give ${expected}`, { field: path });
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value;
  const field = path === '' ? unknown : `${path}.${unknown}`;
  throw new RuleError(`${field} is not a field: ${didYouMean(unknown, known)}`, { field });
}
