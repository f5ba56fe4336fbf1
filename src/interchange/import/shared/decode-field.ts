// Converts a form field from its encoded form in a body to the editable one.
import type { Pair, QueryPair } from '../../../collections/model/values.ts';

export function decodeField(field: QueryPair): Pair {
  return { ...field, name: formDecode(field.name), value: formDecode(field.value ?? '') };
}

/** Decodes a text; invalid escapes are kept. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
