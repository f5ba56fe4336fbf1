// What no JSON from outside may be, whatever it is about: nested so deep that walking over it takes more stack than
// there is, or with a field that readers drop unseen, since it stands for the prototype of an object.

/** More than anybody means to write. */
const MAX_LEVELS = 100;

/** Completes a sentence about `value`, which JSON.parse has made; null when there is nothing. */
export function jsonTrouble(value: unknown, levels = MAX_LEVELS): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `it is nested more than ${MAX_LEVELS} levels deep`;
  if (Object.hasOwn(value, '__proto__')) return 'it has a field "__proto__", which nothing takes';
  for (const inner of Object.values(value) as readonly unknown[]) {
    const trouble = jsonTrouble(inner, levels - 1);
    if (trouble !== null) return trouble;
  }
  return null;
}
