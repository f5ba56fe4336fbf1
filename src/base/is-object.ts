// The check to make before reading fields of an unvalidated value.

/** Returns true for an object that is not an array, such as a parsed JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
