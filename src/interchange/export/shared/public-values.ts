// Replaces variables in exported texts, except for secret ones.
import type { Variable } from '../../../collections/model/values.ts';

/** Replaces the variables in a text. */
export type Interpolate = (text: string) => string;

/** The maximum nesting of variables in values. */
const MAX_DEPTH = 10;
/** The maximum length of a text with replaced variables. */
const MAX_CHARS = 1_000_000;

/**
 * Returns a function that replaces variables. The environment takes precedence over the collection. Secret and unknown
 * variables stay as `{{name}}`.
 */
export function publicInterpolation(
  collection: readonly Variable[],
  environment: readonly Variable[],
): Interpolate {
  const values = new Map<string, string>();
  for (const { name, value, enabled, secret } of [...collection, ...environment])
    if (enabled && !secret) values.set(name, value);
    else if (enabled) values.delete(name);
  return (text) => {
    let current = text;
    for (
      let depth = 0;
      depth < MAX_DEPTH && current.includes('{{') && current.length < MAX_CHARS;
      depth += 1
    ) {
      let length = current.length;
      const next = current.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => {
        const value = values.get(name.trim()) ?? whole;
        length += value.length - whole.length;
        return length > MAX_CHARS ? whole : value;
      });
      if (next === current || length > MAX_CHARS) break;
      current = next;
    }
    return current;
  };
}
