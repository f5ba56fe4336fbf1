// Converts settings of schema 3 to the protocol profile behaviour of version 2.1.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

export function behaviourOf(settings: unknown, context: ImportContext): JsonObject {
  if (settings === undefined || settings === null) return {};
  if (!isObject(settings)) {
    context.warn('the settings are not names with values, and were left out');
    return {};
  }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, settingOf(value)]));
}

/** Numbers of a file are texts, as they are written. */
function settingOf(value: unknown): unknown {
  const text = scalarText(value);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : value;
}
