// `{{name}}` in texts: what variables hold takes its place, and what stands in that again.
import { dynamicValue } from '../../base/dynamic-variables.ts';

/** A value that names itself, or another that does, is left as it is at this depth. */
const MAX_DEPTH = 20;
/** Of what a text may grow to: values that name each other double with every step. */
const MAX_CHARS = 64 * 1024 * 1024;

export interface InterpolatedText {
  readonly text: string;
  /** Names that stand in the text still, each once: nothing is known of them, or they lead back to themselves. */
  readonly unresolved: readonly string[];
}

/** What a variable holds; undefined when there is none. */
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
      throw new Error(`its variables make it longer than ${MAX_CHARS} characters`);
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

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
