// The check that comes before reading fields of a value that nobody has validated.

/** True for an object that is not an array, such as a parsed JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
