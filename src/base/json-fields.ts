// Reads fields of untrusted JSON. A missing field, or a field of another type, is empty.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** Returns the value if it is an object, else an empty object. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NONE;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a text, else an empty text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a text unchanged, and any other value as JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
