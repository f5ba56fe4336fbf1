// Reads rulesets of Spectral. A ruleset's own rules are compiled; those of `spectral:oas` have counterparts among
// Redocly's.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { messageOf } from '../../base/errors.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { BUILT_IN } from './built-in.ts';
import { CHECKS_ABSENT, FUNCTIONS, type Check } from './functions.ts';
import { parsePath, type JsonPath } from './path.ts';

export type Severity = 'error' | 'warning';

export interface CustomRule {
  readonly name: string;
  readonly severity: Severity;
  /** With `{{error}}`, `{{property}}`, `{{path}}`, `{{value}}` and `{{description}}`. */
  readonly message: string;
  readonly description: string;
  /** Versions of descriptions, such as `oas3`; empty for all. */
  readonly formats: readonly string[];
  readonly given: readonly JsonPath[];
  readonly then: readonly Then[];
}

interface Then {
  /** `@key`, or names with dots; empty for the value itself. */
  readonly field: string;
  readonly check: Check;
  readonly checksAbsent: boolean;
}

export interface SpectralRuleset {
  readonly custom: ReadonlyMap<string, CustomRule>;
  /** Rules of Redocly, with their severity. */
  readonly builtIn: ReadonlyMap<string, Severity>;
  /** Sentences about the parts that cannot be read. */
  readonly unread: readonly string[];
}

const MAX_EXTENDS = 10;

/** True when a file has the form of Spectral's rulesets rather than of Redocly's. */
export function isSpectral(value: unknown, path: string): value is JsonObject {
  if (!isObject(value)) return false;
  if (/(?:^|[/\\])\.?spectral\.[^/\\]+$/i.test(path)) return true;
  const { rules, extends: bases } = value;
  if (JSON.stringify(bases ?? '').includes('spectral:')) return true;
  return isObject(rules) && Object.values(rules).some((rule) => isObject(rule) && 'given' in rule);
}

/** Rejects with an Error when a file that it extends cannot be read. */
export async function readRuleset(value: JsonObject, path: string, depth = 0): Promise<SpectralRuleset> {
  const custom = new Map<string, CustomRule>();
  const builtIn = new Map<string, Severity>();
  const unread: string[] = [];
  for (const base of listOf(value['extends'])) {
    const [name, level] = Array.isArray(base) ? (base as readonly unknown[]) : [base, 'recommended'];
    if (name === 'spectral:oas') {
      if (level !== 'off')
        for (const rule of BUILT_IN.values()) if (rule !== null) builtIn.set(rule, 'warning');
      if (level !== 'off') builtIn.set('struct', 'error').set('no-unresolved-refs', 'error');
    } else if (typeof name === 'string' && /^\.{1,2}\//.test(name) && depth < MAX_EXTENDS) {
      const file = join(dirname(path), name);
      const inner: unknown = parseYaml(await readFile(file, 'utf8'));
      const ruleset = await readRuleset(isObject(inner) ? inner : {}, file, depth + 1);
      for (const [key, rule] of ruleset.custom) custom.set(key, rule);
      for (const [key, severity] of ruleset.builtIn) builtIn.set(key, severity);
      unread.push(...ruleset.unread);
    } else unread.push(`it extends ${JSON.stringify(name)}, which is not read`);
  }
  const aliases = isObject(value['aliases']) ? value['aliases'] : {};
  for (const [name, rule] of Object.entries(isObject(value['rules']) ? value['rules'] : {})) {
    if (isObject(rule) && 'given' in rule) {
      try {
        const compiled = compile(name, rule, aliases);
        if (compiled === null) custom.delete(name);
        else custom.set(name, compiled);
      } catch (error) {
        unread.push(`the rule ${name} is not read: ${messageOf(error)}`);
      }
    } else if (!override(name, rule, custom, builtIn)) unread.push(`the rule ${name} is not known`);
  }
  return { custom, builtIn, unread };
}

/** Changes the severity of a rule that is already there; false for an unknown one. */
function override(
  name: string,
  given: unknown,
  custom: Map<string, CustomRule>,
  builtIn: Map<string, Severity>,
): boolean {
  const severity = severityOf(isObject(given) ? given['severity'] : given);
  const known = custom.get(name);
  if (known !== undefined) {
    if (severity === null) custom.delete(name);
    else custom.set(name, { ...known, severity });
    return true;
  }
  const counterpart = BUILT_IN.get(name);
  if (counterpart === undefined) return false;
  if (counterpart === null) return severity === null;
  if (severity === null) builtIn.delete(counterpart);
  else builtIn.set(counterpart, severity);
  return true;
}

/** Returns null for a rule that is off. */
function compile(name: string, rule: JsonObject, aliases: JsonObject): CustomRule | null {
  const severity = severityOf(rule['severity'] ?? 'warn');
  if (severity === null) return null;
  const given = listOf(rule['given']).flatMap((path) => resolved(path, aliases));
  const description = typeof rule['description'] === 'string' ? rule['description'] : name;
  return {
    name,
    severity,
    description,
    message: typeof rule['message'] === 'string' ? rule['message'] : '{{description}}: {{error}}',
    formats: listOf(rule['formats']).map(String),
    given: given.map((path) => {
      const parsed = parsePath(path);
      if (parsed === null) throw new Error(`the path ${JSON.stringify(path)} is not supported`);
      return parsed;
    }),
    then: listOf(rule['then']).map(thenOf),
  };
}

function resolved(path: unknown, aliases: JsonObject): readonly string[] {
  const text = String(path);
  const [, name = '', rest = ''] = /^#(\w+)(.*)$/s.exec(text) ?? [];
  if (name === '') return [text];
  const bases = listOf(aliases[name]);
  if (bases.length === 0) throw new Error(`the alias ${JSON.stringify(name)} is not known`);
  return bases.map((base) => `${String(base)}${rest}`);
}

function thenOf(given: unknown): Then {
  if (!isObject(given)) throw new Error('it has no function');
  const name = String(given['function']);
  const checkOf = FUNCTIONS.get(name);
  if (checkOf === undefined) throw new Error(`the function ${JSON.stringify(name)} is not supported`);
  const options = isObject(given['functionOptions']) ? given['functionOptions'] : {};
  const field = typeof given['field'] === 'string' ? given['field'] : '';
  return { field, check: checkOf(options), checksAbsent: CHECKS_ABSENT.has(name) };
}

/** Returns null for `off`. */
function severityOf(given: unknown): Severity | null {
  if (given === 'off' || given === false || given === -1) return null;
  return given === 'error' || given === 0 ? 'error' : 'warning';
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}
