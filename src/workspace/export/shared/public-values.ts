// Texts with the values that variables have where they are no secret.
import type { Variable } from '../../model/values.ts';

/** A text as readers see it. */
export type Interpolate = (text: string) => string;

/** Values that hold variables themselves. */
const MAX_DEPTH = 10;
/** Of what a text may grow to. */
const MAX_CHARS = 1_000_000;

/** What the environment says goes before what the collection says. Secrets and what nobody knows stay `{{names}}`. */
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
