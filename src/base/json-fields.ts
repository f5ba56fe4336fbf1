// Reads fields of untrusted JSON: a missing field, or one of another type, is empty.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** Returns the value if it is an object, else an empty one. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NONE;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a text, else an empty one. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a text as it is, and anything else as JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
