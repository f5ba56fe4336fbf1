// Helpers for JSON files of other programs, whose types cannot be trusted.

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns strings, numbers and booleans as text; undefined for null and everything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Describes the type of a value, to complete "… is". */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
