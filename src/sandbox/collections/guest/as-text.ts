// `String` for values of which nothing is known.

export const asText: (value: unknown) => string = String;

export function textOrEmpty(value: unknown): string {
  return value === undefined || value === null ? '' : asText(value);
}
