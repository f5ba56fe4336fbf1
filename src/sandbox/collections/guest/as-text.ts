// Conversion of values of unknown type to text.

/** Converts like `String`, which linters reject for values that may be objects. */
export const asText: (value: unknown) => string = String;

/** Like `asText`; undefined and null become the empty string. */
export function textOrEmpty(value: unknown): string {
  return value === undefined || value === null ? '' : asText(value);
}
