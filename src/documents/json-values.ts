// JSON values of files that others wrote, read without trust in their types.

export type JsonObject = Readonly<Record<string, unknown>>;

/** Numbers and booleans as JSON writes them; undefined of what is no scalar, and of null. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** What a value is, to complete "… is". */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
