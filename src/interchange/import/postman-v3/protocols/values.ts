// Reads values of files, in which numbers are texts as they are written.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../../documents/json-values.ts';

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns a whole number; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const text = scalarText(value);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns a quality of service; 0 for anything else. */
export function qosOf(value: unknown): number {
  const qos = wholeNumber(value) ?? 0;
  return qos <= 2 ? qos : 0;
}

/** Returns the object without properties whose value is undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
