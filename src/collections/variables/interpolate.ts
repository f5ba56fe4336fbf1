// Replaces `{{name}}` in texts with the values of variables. Values may contain variables themselves.
import { UserError } from '../../base/errors.ts';
import { dynamicValue } from '../../base/dynamic-variables.ts';

/** The maximum nesting, at which variables that refer to themselves are left as they are. */
const MAX_DEPTH = 20;
/** The maximum length of the result, since values that refer to each other can double it with every step. */
const MAX_CHARS = 64 * 1024 * 1024;

export interface InterpolatedText {
  readonly text: string;
  /** Names that are left in the text, without repetition: unknown ones, and those that refer to themselves. */
  readonly unresolved: readonly string[];
}

/** Returns the value of a variable; undefined when there is none. */
export type LookUpVariable = (name: string) => unknown;

const NAME = /\{\{([^{}]*)\}\}/g;

export function interpolate(text: string, lookUp: LookUpVariable): InterpolatedText {
  const valueOrItself = (whole: string, given: string): string =>
    valueOf(given, lookUp) ?? valueOf(given.trim(), lookUp) ?? whole;
  let current = text;
  for (let depth = 0; depth < MAX_DEPTH && current.includes('{{'); depth += 1) {
    const before = current;
    current = before.replace(NAME, valueOrItself);
    if (current === before) break;
    if (current.length > MAX_CHARS)
      throw new UserError('INVALID_DATA', `its variables make it longer than ${MAX_CHARS} characters`);
  }
  const unresolved = new Set([...current.matchAll(NAME)].map(([, given = '']) => given.trim()));
  unresolved.delete('');
  return { text: current, unresolved: [...unresolved] };
}

function valueOf(name: string, lookUp: LookUpVariable): string | undefined {
  const value = lookUp(name);
  if (value !== undefined) return asText(value);
  return name.startsWith('$') ? dynamicValue(name.slice(1)) : undefined;
}

/** Returns lists as in Postman, where their items are joined, and other objects as JSON. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
